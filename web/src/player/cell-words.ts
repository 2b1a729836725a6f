// Text about a cell, which the page does not contain at first: it is fetched with the complete lab.
import { roleOf, roleRule } from '../lab/cells';
import { chosenWith } from '../lab/chosen';
import { labText } from '../lab/published';
import type { Lab, Table } from '../lab/types';

export interface CellWords {
  /** The reason for the cell's role; empty if the lab states none. */
  because: string;
  /** Choices made with the cell in view. */
  chosen: string[];
}

/** Returns the lab with all its text. A complete lab has a summary. */
const withWords = (lab: Lab): Promise<Lab> =>
  lab.summary === '' ? labText(lab.id).catch(() => lab) : Promise.resolve(lab);

/** Returns the text about a cell, fetching it if there is any. */
export async function cellWords(lab: Lab, table: Table, row: number, column: number): Promise<CellWords> {
  const names = chosenWith(lab, table, row);
  const hasWords = names.length > 0 || table.chosen_in_view !== undefined;
  const { because, role } = roleRule(table, row, column);
  const isDeclared = because !== undefined && role === roleOf(table, row, column);
  if (!hasWords && !isDeclared) return { because: '', chosen: [] };
  const whole = await withWords(lab);
  const there = whole.tables.find(({ id }) => id === table.id) ?? table;
  const titles = names.map((name) => whole.parameters[name]?.title || name.replaceAll('_', ' '));
  return {
    because: isDeclared ? (roleRule(there, row, column).because ?? '') : '',
    chosen: [...titles, ...(there.chosen_in_view ? [there.chosen_in_view] : [])],
  };
}
