// Counts of a lab's tables, values and parameters.
import { counted } from '../charts/format';
import { isRepeated, roleOf } from '../lab/cells';
import type { Lab, Provenance, Table } from '../lab/types';

/** How many parameters of a lab come from where. */
export const parametersFrom = (lab: Lab, from: Provenance): number =>
  Object.values(lab.parameters).filter(({ provenance }) => provenance === from).length;

/** The fitted parameters of a lab, those that another lab has fitted apart. */
export function fittedWords(lab: Lab): string {
  const [here, elsewhere] = [parametersFrom(lab, 'fitted'), parametersFrom(lab, 'inherited')];
  if (elsewhere === 0) return `${here || 'none'} of them fitted`;
  return `${here > 0 ? `${here} of them fitted and ` : ''}${elsewhere} ${here > 0 ? '' : 'of them '}fitted in another lab`;
}

/** The cells of a table with numbers that its source prints, and those with bounds for what it says in words. */
function cellsOf(table: Table): { values: number; claims: number } {
  let [values, claims] = [0, 0];
  table.fields.forEach((_, column) => {
    const bounds = table.cells.filter((row) => typeof row[column] === 'string').length;
    claims += bounds;
    // The baseline of bounds is 1 by definition; the source does not print it.
    const isPrinted = (row: number): boolean => bounds === 0 || roleOf(table, row, column) !== 'baseline';
    values += table.cells.filter((cells, row) => typeof cells[column] === 'number' && isPrinted(row)).length;
  });
  return { values, claims };
}

/**
 * Summarizes a lab's data in a sentence. A cell with a bound is a claim in words: its source prints no number, and the lab
 * states the bound that would satisfy the claim.
 */
export function labFacts(lab: Lab): string {
  const cells = lab.tables.filter((table) => !isRepeated(lab, table)).map(cellsOf);
  const sum = (of: 'values' | 'claims'): number => cells.reduce((all, one) => all + one[of], 0);
  const values = counted(sum('values'), 'published value', 'published values');
  const words = sum('claims') > 0 ? ` and ${counted(sum('claims'), 'claim in words', 'claims in words')}` : '';
  const parameters = counted(Object.keys(lab.parameters).length, 'parameter', 'parameters');
  const minutes = lab.minutes === undefined ? '' : `; about ${lab.minutes} minutes`;
  return `${counted(lab.tables.length, 'table', 'tables')} with ${values}${words}; ${parameters}, ${fittedWords(lab)}${minutes}.`;
}
