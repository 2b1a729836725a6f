// Which part of a lab a widget shows, by the element's attributes.
import { allBlocks, blocksOf } from '../lab/blocks';
import type { Block, Chart, Control, Lab, Table } from '../lab/types';
import type { Wishes } from './attributes';
import { WidgetError } from './problem';
import { views, type View } from './views';

export interface Chosen {
  view: View;
  /** Nothing where the whole lab is shown. */
  blocks?: readonly Block[];
  /** The title of a step, which is not among its blocks. */
  title?: string;
  /** What `getData` gives the numbers of. */
  data?: { table: Table } | { chart: Chart };
  /** What was asked for and cannot be, a sentence each. */
  odd: string[];
}

const list = (ids: readonly string[]): string => ids.slice(0, 30).join(', ') || 'none';

/** The one of several that an id names, or the first where there is no id. */
function find<T>(what: string, all: readonly T[], idsOf: (one: T) => readonly string[], id: string | undefined): T {
  const found = id === undefined ? all[0] : all.find((one) => idsOf(one).includes(id));
  if (found !== undefined) return found;
  const names = all.flatMap((one) => idsOf(one)[0] ?? []);
  throw new WidgetError(
    'not-found',
    `there is no ${what} "${(id ?? '').slice(0, 60)}" in this lab. There are: ${list(names)}.`,
  );
}

function controlsOf(lab: Lab, wanted: string | undefined, usual: readonly Control[], odd: string[]): Control[] {
  if (wanted === 'none') return [];
  if (wanted === undefined) return [...new Map(usual.map((control) => [control.setting, control])).values()];
  const all = blocksOf(lab).filter((block): block is Extract<Block, { kind: 'control' }> => block.kind === 'control');
  return wanted
    .split(/[\s,]+/)
    .filter(Boolean)
    .flatMap((name) => {
      const control = all.find(({ setting }) => setting === name);
      if (!control)
        odd.push(
          `There is no control of "${name.slice(0, 60)}". There are: ${list([...new Set(all.map(({ setting }) => setting))])}.`,
        );
      return control ?? [];
    });
}

const isControl = (block: Block): block is Extract<Block, { kind: 'control' }> => block.kind === 'control';
const isChart = (block: Block): block is Extract<Block, { kind: 'chart' }> => block.kind === 'chart';

/** A chart and the controls beside it. */
function chartOf(
  lab: Lab,
  { chart: id, controls }: Wishes,
  withControls: boolean,
  odd: string[],
): Pick<Chosen, 'blocks' | 'data'> {
  const chart = find('chart', blocksOf(lab).filter(isChart), (one) => [one.id], id);
  const step = lab.steps.find(({ blocks }) => allBlocks(blocks).includes(chart));
  const own = allBlocks(step?.blocks ?? []).filter(isControl);
  const usual = withControls ? (own.length > 0 ? own : blocksOf(lab).filter(isControl)) : [];
  const shown = controlsOf(lab, controls, usual, odd).map((control) => ({ ...control, kind: 'control' as const }));
  return { blocks: [...shown, chart], data: { chart } };
}

/** A question or a prediction, and what follows it. */
function questionOf(lab: Lab, id: string | undefined): Block[] {
  const all = blocksOf(lab).filter((block) => block.kind === 'question' || block.kind === 'predict');
  const asked = find('question', all, (one) => [one.id], id);
  return [asked, ...blocksOf(lab).filter((block) => block.kind === 'reveal' && block.after === asked.id)];
}

/** @throws {WidgetError} if there is no such part; the sentence names those that there are. */
export function choose(lab: Lab, wishes: Wishes): Chosen {
  const odd: string[] = [];
  const wanted = wishes.view ?? 'lab';
  const view = find('view', views, (one) => [one], wanted);
  switch (view) {
    case 'lab':
      return { view, odd };
    case 'step': {
      const { title, blocks } = find('step', lab.steps, (one) => [one.id], wishes.step);
      return { view, blocks, title, odd };
    }
    case 'table': {
      const shown = blocksOf(lab).filter((block) => block.kind === 'table');
      const table = find(
        'table',
        lab.tables,
        ({ id }) => [id, ...shown.flatMap((block) => (block.table === id ? block.id : []))],
        wishes.table,
      );
      const block = shown.find((one) => one.table === table.id) ?? {
        kind: 'table' as const,
        id: `table-${table.id}`,
        table: table.id,
      };
      return { view, blocks: [block], data: { table }, odd };
    }
    case 'chart':
    case 'playground':
      return { view, ...chartOf(lab, wishes, view === 'playground', odd), odd };
    case 'question':
      return { view, blocks: questionOf(lab, wishes.question), odd };
  }
}
