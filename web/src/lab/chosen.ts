// Choices made by an author who knew some published cells: such a cell is a weaker test of the model than its role
// suggests.
import { isModelled, roleOf } from './cells.ts';
import type { Lab, Table } from './types';

/** Parses an entry of `chosen_with`: a table, or one of its rows as `table:row`. */
export function parseCells(entry: string): { table: string; row: string | undefined } {
  const [, table = '', row] = /^([^:]*)(?::(.*))?$/s.exec(entry) ?? [];
  return { table, row };
}

/** Returns the names of the parameters whose values were chosen with knowledge of a table row. */
export const chosenWith = ({ parameters }: Pick<Lab, 'parameters'>, table: Table, row: number): string[] =>
  Object.entries(parameters).flatMap(([name, { chosen_with = [] }]) =>
    chosen_with.map(parseCells).some((cells) => {
      const isRow = cells.row === undefined || cells.row === String(table.rows[row]);
      return cells.table === table.id && isRow;
    })
      ? name
      : [],
  );

/** Returns whether a choice was made with knowledge of a whole table rather than of some of its rows. */
export const isWholeInView = ({ parameters }: Pick<Lab, 'parameters'>, table: Table): boolean =>
  table.chosen_in_view !== undefined ||
  Object.values(parameters).some(({ chosen_with }) => chosen_with?.includes(table.id));

/** Returns whether a cell tests the model: it has a model value, a published value or bound, and a role that counts. */
function isJudged(table: Table, row: number, column: number): boolean {
  const role = roleOf(table, row, column);
  const counts = role !== 'baseline' && role !== 'damaged' && role !== 'predicted';
  return counts && isModelled(table, row, column) && table.cells[row]?.[column] != null;
}

/** Returns, for each cell in row order, whether it tests the model and was known when a choice was made. */
export const chosenInView = (lab: Pick<Lab, 'parameters'>, table: Table): boolean[] =>
  table.rows.flatMap((_, row) => {
    const isChosen = table.chosen_in_view !== undefined || chosenWith(lab, table, row).length > 0;
    return table.fields.map((_, column) => isChosen && isJudged(table, row, column));
  });
