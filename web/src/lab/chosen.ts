// Choices made with published cells in view: such a cell is a weaker test of the model than its role suggests.
import { isModelled, roleOf } from './cells.ts';
import type { Lab, Table } from './types';

/** Parses an entry of `chosen_with`: a table, or one of its rows as `table:row`. */
export function parseCells(entry: string): { table: string; row: string | undefined } {
  const [, table = '', row] = /^([^:]*)(?::(.*))?$/s.exec(entry) ?? [];
  return { table, row };
}

/** Returns the names of the parameters chosen with a table row in view. */
export const chosenWith = ({ parameters }: Pick<Lab, 'parameters'>, table: Table, row: number): string[] =>
  Object.entries(parameters).flatMap(([name, { chosen_with = [] }]) =>
    chosen_with.map(parseCells).some((cells) => {
      const isRow = cells.row === undefined || cells.row === String(table.rows[row]);
      return cells.table === table.id && isRow;
    })
      ? name
      : [],
  );

/** Returns whether something was chosen with a whole table in view rather than some of its rows. */
export const isWholeInView = ({ parameters }: Pick<Lab, 'parameters'>, table: Table): boolean =>
  table.chosen_in_view !== undefined ||
  Object.values(parameters).some(({ chosen_with }) => chosen_with?.includes(table.id));

/** Returns whether a cell tests the model: it has a value or a bound that counts. */
function isJudged(table: Table, row: number, column: number): boolean {
  const role = roleOf(table, row, column);
  const counts = role !== 'baseline' && role !== 'damaged' && role !== 'predicted';
  return counts && isModelled(table, row, column) && table.cells[row]?.[column] != null;
}

/** Returns for each cell, row by row, whether it tests the model and something was chosen with it in view. */
export const chosenInView = (lab: Pick<Lab, 'parameters'>, table: Table): boolean[] =>
  table.rows.flatMap((_, row) => {
    const isChosen = table.chosen_in_view !== undefined || chosenWith(lab, table, row).length > 0;
    return table.fields.map((_, column) => isChosen && isJudged(table, row, column));
  });
