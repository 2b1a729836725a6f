import type { Component } from 'svelte';
import { fetchMark } from '../charts/fetched.svelte';
import { blocksOf } from '../lab/blocks';
import { isPart, placeOf, type GradableBlock, type Part, type PartKind } from '../lab/lean';
import type { Lab } from '../lab/types';
import { Session } from '../session/session.svelte';

// Which properties a component takes is between it and this file.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Load = () => Promise<{ default: Component<any> }>;

/** One part of a page that answers: its component and what it is about, fetched when the reader comes near. */
export interface Island {
  load: Load;
  props: () => object | Promise<object>;
}

/** What draws each kind of block that answers. */
const kinds: Record<PartKind, Load> = {
  predict: () => import('./PredictBlock.svelte'),
  reveal: () => import('./RevealBlock.svelte'),
  question: () => import('./QuestionBlock.svelte'),
  chart: () => import('./ChartBlock.svelte'),
  control: () => import('../components/ControlBlock.svelte'),
  table: () => import('./TableBlock.svelte'),
  model: () => import('./ModelBlock.svelte'),
};

/** A lab's page: one reader, and the parts by the names of their places. */
export interface OpenLabPage {
  session: Session;
  islands: Record<string, Island>;
}

async function propsOf(
  session: Session,
  block: Part,
  asked: () => Promise<Record<string, GradableBlock>>,
): Promise<object> {
  switch (block.kind) {
    case 'predict':
    case 'question':
      return { session, block: (await asked())[block.id] };
    case 'reveal':
      return { session, predict: (await asked())[block.after] };
    case 'chart': {
      await fetchMark(block.mark);
      if (block.x === undefined) {
        const { default: Side, sentence, brought } = await import('./EachSide.svelte');
        return { session, block, Side, sentence, brought };
      }
      const { default: Side, sentence } = await import('./ChartSide.svelte');
      return { session, block, Side, sentence };
    }
    default:
      return { session, block };
  }
}

/** All that answers on a lab's page. What is asked is heavy with words and comes when the first of it is near. */
export function openLab(
  lab: Lab,
  asked: () => Promise<Record<string, GradableBlock>>,
  session = new Session(lab),
): OpenLabPage {
  const islands: OpenLabPage['islands'] = {
    'page:rail': { load: () => import('./Rail.svelte'), props: () => ({ session }) },
    'page:headline': { load: () => import('./Headline.svelte'), props: () => ({ session }) },
  };
  for (const block of otherTables(lab)) islands[block.id] = { load: kinds.table, props: () => ({ session, block }) };
  for (const step of lab.steps)
    islands[`reset:${step.id}`] = { load: () => import('./ResetStep.svelte'), props: () => ({ session, step }) };
  for (const block of blocksOf(lab).filter(isPart))
    islands[placeOf(block)] = { load: kinds[block.kind], props: () => propsOf(session, block, asked) };
  return { session, islands };
}

/** The tables that no block of the text shows, as blocks. */
export function otherTables(lab: Lab): { kind: 'table'; id: string; table: string }[] {
  const shown = blocksOf(lab).flatMap((block) => (block.kind === 'table' ? block.table : []));
  return lab.tables
    .filter(({ id }) => !shown.includes(id))
    .map(({ id }) => ({ kind: 'table', id: `table-${id}`, table: id }));
}
