import type { Component } from 'svelte';
import { blocksOf } from '../lab/blocks';
import { isPart, placeOf, type PartKind } from '../lab/lean';
import type { Lab } from '../lab/types';
import { LabRun } from './run.svelte';
import { Session } from './session.svelte';

// Which properties a component takes is between it and this file.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Load = () => Promise<{ default: Component<any> }>;

/** One part of a page that answers: its component, fetched when the reader comes near, and what it is about. */
export interface Island {
  load: Load;
  props: object;
}

/** What draws each kind of block that answers. */
const kinds: Record<PartKind, Load> = {
  predict: () => import('./PredictBlock.svelte'),
  reveal: () => import('./RevealBlock.svelte'),
  question: () => import('./QuestionBlock.svelte'),
  chart: () => import('./ChartBlock.svelte'),
  control: () => import('./ControlBlock.svelte'),
  table: () => import('./TableBlock.svelte'),
  model: () => import('./ModelBlock.svelte'),
};

/** A lab's page: one reader, and the parts by the names of their places. */
export interface Opened {
  session: Session;
  islands: Record<string, Island>;
}

/** All that answers on a lab's page. */
export function openLab(lab: Lab): Opened {
  const session = new Session(lab);
  const islands: Opened['islands'] = {
    'page:rail': { load: () => import('./Rail.svelte'), props: { session } },
    'page:headline': { load: () => import('./Headline.svelte'), props: { run: LabRun.of(lab) } },
  };
  for (const { id, table } of otherTables(lab))
    islands[id] = { load: kinds.table, props: { session, block: { kind: 'table', id, table } } };
  for (const step of lab.steps)
    islands[`reset:${step.id}`] = { load: () => import('./ResetStep.svelte'), props: { session, step } };
  for (const block of blocksOf(lab).filter(isPart))
    islands[placeOf(block)] = { load: kinds[block.kind as PartKind], props: { session, block } };
  return { session, islands };
}

/** The tables that no block of the text shows, as blocks. */
export function otherTables(lab: Lab): { id: string; table: string }[] {
  const shown = blocksOf(lab).flatMap((block) => (block.kind === 'table' ? block.table : []));
  return lab.tables.filter(({ id }) => !shown.includes(id)).map(({ id }) => ({ id: `table-${id}`, table: id }));
}
