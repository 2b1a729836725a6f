// Text about a cell, which the page does not contain at first: it is fetched with the complete lab.
import { cellScenario, roleOf, roleRule } from '../lab/cells';
import { chosenWith } from '../lab/chosen';
import { labText } from '../lab/published';
import type { Field, Lab, Table } from '../lab/types';
import { ownTitle } from '../lab/words';

export interface CellWords {
  /** The reason for the cell's role; empty if the lab states none. */
  because: string;
  /** Choices made by an author who knew the cell. */
  chosen: string[];
  /** The lab with the titles of the cell's settings. */
  lab: Lab;
}

/** Returns the lab with all its text. A complete lab has a summary. */
const withWords = (lab: Lab): Promise<Lab> =>
  lab.summary === '' ? labText(lab.id).catch(() => lab) : Promise.resolve(lab);

/** Returns the text about a cell, fetching the complete lab if the page may lack a part of it. */
export async function cellWords(lab: Lab, table: Table, row: number, column: number): Promise<CellWords> {
  const names = chosenWith(lab, table, row);
  const hasWords = names.length > 0 || table.chosen_in_view !== undefined;
  const { because, role } = roleRule(table, row, column);
  const isDeclared = because !== undefined && role === roleOf(table, row, column);
  const settings = Object.keys(cellScenario(table, row, table.fields[column] as Field));
  const isTitled = settings.every((name) => ownTitle(lab, name) !== undefined);
  if (!hasWords && !isDeclared && isTitled) return { because: '', chosen: [], lab };
  const whole = await withWords(lab);
  const there = whole.tables.find(({ id }) => id === table.id) ?? table;
  const titles = names.map((name) => whole.parameters[name]?.title || name.replaceAll('_', ' '));
  return {
    because: isDeclared ? (roleRule(there, row, column).because ?? '') : '',
    chosen: [...titles, ...(there.chosen_in_view ? [there.chosen_in_view] : [])],
    lab: whole,
  };
}
