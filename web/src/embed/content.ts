// Selects the content of a widget from a lab by the element's attributes.
import { allBlocks, blocksOf } from '../lab/blocks';
import type { Block, Chart, Lab, Table } from '../lab/types';
import { viewOf } from '../lab/view-names';
import { groupsOf } from '../player/scenes';
import type { AttributeValues } from './attributes';
import { WidgetError } from './widget-error';
import { views, type View } from './views';

export interface WidgetContent {
  view: View;
  /** The blocks to show; undefined if the whole lab is shown. */
  blocks?: readonly Block[];
  /** The title of a step, which is not among its blocks. */
  title?: string;
  /** The table or chart whose numbers `getData` returns. */
  data?: { table: Table } | { chart: Chart };
  /** Requests that cannot be met, one sentence each. */
  problems: string[];
}

const list = (ids: readonly string[]): string => ids.slice(0, 30).join(', ') || 'none';

/** Finds the item that an id names, or the first item if there is no id. */
function find<T>(kind: string, all: readonly T[], idsOf: (one: T) => readonly string[], id: string | undefined): T {
  const item = id === undefined ? all[0] : all.find((one) => idsOf(one).includes(id));
  if (item !== undefined) return item;
  const names = all.flatMap((one) => idsOf(one)[0] ?? []);
  throw new WidgetError(
    'not-found',
    `there is no ${kind} "${(id ?? '').slice(0, 60)}" in this lab. Use one of: ${list(names)}.`,
  );
}

type ControlBlock = Extract<Block, { kind: 'control' }>;
const isControl = (block: Block): block is ControlBlock => block.kind === 'control';

function controlsOf(
  lab: Lab,
  requested: string | undefined,
  defaults: readonly ControlBlock[],
  problems: string[],
): ControlBlock[] {
  if (requested === 'none') return [];
  if (requested === undefined) return [...new Map(defaults.map((control) => [control.setting, control])).values()];
  const all = blocksOf(lab).filter(isControl);
  return requested
    .split(/[\s,]+/)
    .filter(Boolean)
    .flatMap((name) => {
      const control = all.find(({ setting }) => setting === name);
      if (!control)
        problems.push(
          `No control sets "${name.slice(0, 60)}". Controls set: ${list([...new Set(all.map(({ setting }) => setting))])}.`,
        );
      return control ?? [];
    });
}

const isChart = (block: Block): block is Extract<Block, { kind: 'chart' }> => block.kind === 'chart';

/** Returns a chart and the controls next to it. */
function chartOf(
  lab: Lab,
  { chart: id, controls }: AttributeValues,
  withControls: boolean,
  problems: string[],
): Pick<WidgetContent, 'blocks' | 'data'> {
  const chart = find('chart', blocksOf(lab).filter(isChart), (one) => [one.id], id);
  const step = lab.steps.find(({ blocks }) => allBlocks(blocks).includes(chart));
  const own = allBlocks(step?.blocks ?? []).filter(isControl);
  const defaults = withControls ? (own.length > 0 ? own : blocksOf(lab).filter(isControl)) : [];
  const shown = controlsOf(lab, controls, defaults, problems);
  return { blocks: [...shown, chart], data: { chart } };
}

/** Returns an interactive model and the controls that a lab shows with it. */
function modelOf(lab: Lab, { model: id, controls }: AttributeValues, problems: string[]): Block[] {
  const all = blocksOf(lab).filter((block) => block.kind === 'model');
  const model = find('model', all, (one) => [one.id, viewOf(one.view).name], id);
  const scene = groupsOf(blocksOf(lab)).find((group) => group.kind === 'scene' && group.figure === model);
  return [...controlsOf(lab, controls, scene?.blocks.filter(isControl) ?? [], problems), model];
}

/** Returns a question or a prediction, and the blocks that it reveals. */
function questionOf(lab: Lab, id: string | undefined): Block[] {
  const all = blocksOf(lab).filter((block) => block.kind === 'question' || block.kind === 'predict');
  const question = find('question', all, (one) => [one.id], id);
  return [question, ...blocksOf(lab).filter((block) => block.kind === 'reveal' && block.after === question.id)];
}

/**
 * Returns the requested content of a lab.
 *
 * @throws {WidgetError} If the lab has no such block; the message lists the existing blocks.
 */
export function selectContent(lab: Lab, attributes: AttributeValues): WidgetContent {
  const problems: string[] = [];
  const view = find('view', views, (one) => [one], attributes.view ?? 'lab');
  switch (view) {
    case 'lab':
      return { view, problems };
    case 'step': {
      const { title, blocks } = find('step', lab.steps, (one) => [one.id], attributes.step);
      return { view, blocks, title, problems };
    }
    case 'table': {
      const shown = blocksOf(lab).filter((block) => block.kind === 'table');
      const table = find(
        'table',
        lab.tables,
        ({ id }) => [id, ...shown.flatMap((block) => (block.table === id ? block.id : []))],
        attributes.table,
      );
      const block = shown.find((one) => one.table === table.id) ?? {
        kind: 'table' as const,
        id: `table-${table.id}`,
        table: table.id,
      };
      return { view, blocks: [block], data: { table }, problems };
    }
    case 'chart':
    case 'playground':
      return { view, ...chartOf(lab, attributes, view === 'playground', problems), problems };
    case 'model':
      return { view, blocks: modelOf(lab, attributes, problems), problems };
    case 'question':
      return { view, blocks: questionOf(lab, attributes.question), problems };
  }
}
