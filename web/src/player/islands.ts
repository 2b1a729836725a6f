import type { Component } from 'svelte';
import { blocksOf } from '../lab/blocks';
import { isPart, placeOf, type GradableBlock, type Part, type PartKind } from '../lab/lean';
import type { Lab } from '../lab/types';
import { Session } from '../session/session.svelte';
import { scenePlace } from './bench';

// The properties of a component are known only to the component and this file.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Load = () => Promise<{ default: Component<any> }>;

/** An interactive part of a page: its component and properties, fetched when it nears the viewport. */
export interface Island {
  load: Load;
  props: () => object | Promise<object>;
  /** Whether the part is hydrated at once, because it is used on the whole page. */
  isPageWide?: boolean;
}

/** The component of each kind of interactive block. */
const components: Record<PartKind, Load> = {
  predict: () => import('./PredictBlock.svelte'),
  reveal: () => import('./RevealBlock.svelte'),
  question: () => import('./QuestionBlock.svelte'),
  chart: () => import('./ChartBlock.svelte'),
  control: () => import('../components/ControlBlock.svelte'),
  table: () => import('./TableBlock.svelte'),
  breakdown: () => import('./BreakdownBlock.svelte'),
  model: () => import('./ModelBlock.svelte'),
};

/** A lab's page: the reader's session, and the islands by the ids of their elements. */
export interface OpenLabPage {
  session: Session;
  islands: Record<string, Island>;
}

async function propsOf(
  session: Session,
  block: Part,
  questions: () => Promise<Record<string, GradableBlock>>,
): Promise<object> {
  switch (block.kind) {
    case 'predict':
    case 'question':
      return { session, block: (await questions())[block.id] };
    case 'reveal':
      return { session, predict: (await questions())[block.after] };
    case 'chart': {
      // The code that draws charts loads with the first chart.
      const { fetchMark } = await import('../charts/fetched.svelte');
      await fetchMark(block.mark);
      // Ratio axes need special ticks from the start, and the first figure must not move when its tools load.
      const isFirst = session.lab.introduction[0] === block;
      const loaded = block.relative || isFirst ? await import('./chart-views') : undefined;
      if (block.x === undefined) {
        const { default: Panel, sentence, placeMeasurements } = await import('./BarsPanel.svelte');
        return { session, block, Panel, sentence, placeMeasurements, loaded };
      }
      const { default: Panel, sentence } = await import('./AxesPanel.svelte');
      return { session, block, Panel, sentence, loaded };
    }
    default:
      return { session, block };
  }
}

/** Opens a lab's page. Questions contain a lot of text, so they load when the first question nears the viewport. */
export function openLab(
  lab: Lab,
  questions: () => Promise<Record<string, GradableBlock>>,
  session = new Session(lab),
): OpenLabPage {
  const islands: OpenLabPage['islands'] = {
    'page:rail': { load: () => import('./Rail.svelte'), props: () => ({ session }), isPageWide: true },
    'page:bench': { load: () => import('./Bench.svelte'), props: () => ({ session }), isPageWide: true },
    'page:end': { load: () => import('./End.svelte'), props: () => ({ session }) },
    'page:headline': { load: () => import('./Headline.svelte'), props: () => ({ session }) },
  };
  for (const block of otherTables(lab))
    islands[block.id] = { load: components.table, props: () => ({ session, block }) };
  for (const step of lab.steps)
    islands[`reset:${step.id}`] = { load: () => import('./ResetStep.svelte'), props: () => ({ session, step }) };
  for (const chart of blocksOf(lab)) {
    if (chart.kind !== 'chart' || chart.prediction === undefined) continue;
    const { prediction, title } = chart;
    islands[`draw:${prediction}`] = {
      load: () => import('./CurveScene.svelte'),
      props: async () => ({ session, title, predict: (await questions())[prediction] }),
    };
  }
  for (const block of blocksOf(lab))
    if (block.kind === 'table')
      islands[scenePlace(block.id)] = { load: () => import('./TableScene.svelte'), props: () => ({ session, block }) };
  for (const block of blocksOf(lab).filter(isPart))
    islands[placeOf(block)] = { load: components[block.kind], props: () => propsOf(session, block, questions) };
  return { session, islands };
}

/** Returns a block for each table that the text does not show. */
export function otherTables(lab: Lab): { kind: 'table'; id: string; table: string }[] {
  const shown = blocksOf(lab).flatMap((block) => (block.kind === 'table' ? block.table : []));
  return lab.tables
    .filter(({ id }) => !shown.includes(id))
    .map(({ id }) => ({ kind: 'table', id: `table-${id}`, table: id }));
}
