// Words about a cell that its page does not have at first: they come with the whole lab.
import { roleOf, roleRule } from '../lab/cells';
import { chosenWith } from '../lab/chosen';
import { publishedLab } from '../lab/published';
import type { Lab, Table } from '../lab/types';

export interface CellWords {
  /** Why the cell has its role; empty if the lab does not say. */
  because: string;
  /** Choices with the cell in view. */
  chosen: string[];
}

/** Returns the lab with all its words. A lab that is open in full has a summary. */
const withWords = (lab: Lab): Promise<Lab> =>
  lab.summary === '' ? publishedLab(lab.id).catch(() => lab) : Promise.resolve(lab);

/** Returns the words about a cell, which are fetched if there are any. */
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
