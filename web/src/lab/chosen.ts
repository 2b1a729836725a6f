// Choices with published cells in view: such a cell tests the model less than its role says.
import { isModelled, roleOf } from './cells.ts';
import type { Lab, Table } from './types';

/** Reads an entry of `chosen_with`: a table, or one of its rows as in `table:row`. */
export function parseCells(entry: string): { table: string; row: string | undefined } {
  const [, table = '', row] = /^([^:]*)(?::(.*))?$/s.exec(entry) ?? [];
  return { table, row };
}

/** The parameters that were chosen with a row of a table in view, by their names. */
export const chosenWith = ({ parameters }: Pick<Lab, 'parameters'>, table: Table, row: number): string[] =>
  Object.entries(parameters).flatMap(([name, { chosen_with = [] }]) =>
    chosen_with.map(parseCells).some((cells) => {
      const isRow = cells.row === undefined || cells.row === String(table.rows[row]);
      return cells.table === table.id && isRow;
    })
      ? name
      : [],
  );

/** Whether something was chosen with a whole table in view, and not only with some of its rows. */
export const isWholeInView = ({ parameters }: Pick<Lab, 'parameters'>, table: Table): boolean =>
  table.chosen_in_view !== undefined ||
  Object.values(parameters).some(({ chosen_with }) => chosen_with?.includes(table.id));

/** Whether the model is judged by a cell: it has a value or a bound that counts. */
function isJudged(table: Table, row: number, column: number): boolean {
  const role = roleOf(table, row, column);
  const counts = role !== 'baseline' && role !== 'damaged' && role !== 'predicted';
  return counts && isModelled(table, row, column) && table.cells[row]?.[column] != null;
}

/** Returns for each cell, row by row, whether something was chosen with it in view. */
export const chosenInView = (lab: Pick<Lab, 'parameters'>, table: Table): boolean[] =>
  table.rows.flatMap((_, row) => {
    const isChosen = table.chosen_in_view !== undefined || chosenWith(lab, table, row).length > 0;
    return table.fields.map((_, column) => isChosen && isJudged(table, row, column));
  });
