// The content of a worksheet: for each step, its data, its tables to fill, and its items.
import { gradableItems, itemsByStep, type GradableItem } from '../classroom/items';
import { allBlocks } from '../lab/blocks';
import { cellId, published } from '../lab/cells';
import type { Block, Guess, Lab, Step, Table } from '../lab/types';
import type { ItemAnswer } from './answers';

/** A table on paper: some of its rows and columns, with some cells to fill in. */
export interface SheetTable {
  table: Table;
  rows: readonly number[];
  fields: readonly number[];
  /** The ids of the empty cells. */
  asked: ReadonlySet<string>;
}

export interface SheetStep {
  step: Step;
  /** Tables written in the text of the step, outside the parts that its predictions hide. */
  data: Block[];
  tables: SheetTable[];
  items: GradableItem[];
}

/**
 * Returns the published cells that an expression uses, as ids. If a random number selects the row, the number has this
 * worksheet's value.
 */
export function cellsIn(lab: Lab, expression: string, draws: ItemAnswer['draws'] = []): string[] {
  const calls = expression.matchAll(/published\(\s*"([^"]+)"\s*,\s*(?:"([^"]+)"|([\w.]+))\s*,\s*"([^"]+)"\s*\)/g);
  return [...calls].flatMap(([, id, word, name = '', field = '']) => {
    const table = lab.tables.find((one) => one.id === id);
    const drawn = draws.find((draw) => draw.name === name)?.values[0];
    const key = word ?? drawn ?? Number(name);
    const row = table?.rows.find((row) => row === key || String(row) === String(key));
    return table && row !== undefined ? cellId(table, row, { name: field }) : [];
  });
}

/** Returns the published cell, if an expression consists of this cell alone; otherwise, an empty list. */
const onlyCell = (lab: Lab, expression: string): string[] =>
  /^\s*published\([^()]*\)\s*$/.test(expression) ? cellsIn(lab, expression) : [];

/** Returns the cells that a prediction asks for. */
function askedBy(lab: Lab, guess: Guess): string[] {
  if (guess.kind === 'number') return onlyCell(lab, guess.answer);
  if (guess.kind === 'choice') return [];
  const { x, y, points, scenario, given } = guess;
  const from = given === undefined ? 0 : 1;
  return points
    .slice(from)
    .flatMap((at) => published(lab, y, { ...lab.start, ...scenario, [x]: at }).map(({ cell }) => cell));
}

/** Returns the blocks of a step outside and inside the parts that its predictions hide. */
function parted(blocks: readonly Block[]): { open: Block[]; hidden: Block[] } {
  const hidden = allBlocks(blocks).flatMap((block) => (block.kind === 'reveal' ? allBlocks(block.blocks) : []));
  return { open: allBlocks(blocks).filter((block) => !hidden.includes(block)), hidden };
}

const tablesIn = (lab: Lab, blocks: readonly Block[]): Table[] =>
  blocks.flatMap((block) => (block.kind === 'table' ? (lab.tables.find(({ id }) => id === block.table) ?? []) : []));

/** Returns the rows and columns of a table that contain these cells. */
function partOf(table: Table, cells: ReadonlySet<string>): Pick<SheetTable, 'rows' | 'fields'> {
  const has = (row: number, column: number): boolean =>
    cells.has(cellId(table, table.rows[row] ?? NaN, table.fields[column]));
  const [rows, fields] = [[...table.rows.keys()], [...table.fields.keys()]];
  return {
    rows: rows.filter((row) => fields.some((column) => has(row, column))),
    fields: fields.filter((column) => rows.some((row) => has(row, column))),
  };
}

/**
 * Returns the content of a worksheet, for the steps with predictions or questions. Of tables that a prediction hides,
 * only the cells that the step's items use are on paper. These cells are empty: printed values would give the
 * prediction's answer away.
 */
export function sheetOf(lab: Lab, answers: ReadonlyMap<string, ItemAnswer>): SheetStep[] {
  // A later table may show the answer to an earlier prediction.
  const predicted = gradableItems(lab).flatMap((item) =>
    item.kind === 'predict' ? askedBy(lab, item.block.guess) : [],
  );
  return itemsByStep(lab).map(({ step, asked: items }) => {
    const { open, hidden } = parted(step.blocks);
    const asked = new Set(predicted);
    const used = new Set<string>();
    for (const item of items) {
      if (item.kind === 'predict') for (const cell of askedBy(lab, item.block.guess)) used.add(cell);
      if (item.kind === 'predict' || item.block.answer.kind !== 'number') continue;
      const { value } = item.block.answer;
      for (const cell of onlyCell(lab, value)) asked.add(cell);
      for (const cell of cellsIn(lab, value, answers.get(item.id)?.draws)) used.add(cell);
    }
    const shown = tablesIn(lab, open).map((table) => ({
      table,
      rows: [...table.rows.keys()],
      fields: [...table.fields.keys()],
      asked,
    }));
    const toFill = tablesIn(lab, hidden)
      .map((table) => ({ table, ...partOf(table, used), asked: new Set([...asked, ...used]) }))
      .filter(({ rows }) => rows.length > 0);
    return { step, data: open.filter(({ kind }) => kind === 'grid'), tables: [...shown, ...toFill], items };
  });
}
