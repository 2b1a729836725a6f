// Counts of a lab's tables, values and parameters.
import { counted, share } from '../charts/format';
import { isRepeated, roleOf } from '../lab/cells';
import type { Lab, Provenance, Table } from '../lab/types';
import { baselineWords } from './summary';

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

/** What a lab's models come to: how far they are off, how far anybody is without them, and what was fitted and chosen. */
export function labHeadline(lab: Lab): string {
  const { recorded } = lab;
  if (!recorded) return '';
  const { independent_cells: cells = 0, bounds = 0, bounds_met = 0, chosen_in_view_cells: inView = 0 } = recorded;
  const sentences = [];
  if (cells > 0) {
    const median = recorded.saturated
      ? 'a fit is saturated, so the errors of its cells say nothing'
      : `median error ${share(recorded.median_error ?? NaN)}`;
    const errors = `${median}, worst ${share(recorded.max_error ?? NaN)}`;
    const heldOut = recorded.held_out_cells
      ? `; of ${recorded.held_out_cells} held out: median ${share(recorded.held_out_median_error ?? NaN)}, worst ${share(recorded.held_out_max_error ?? NaN)}`
      : '; none held out';
    sentences.push(`${counted(cells, 'independent cell', 'independent cells')}: ${errors}${heldOut}.`);
  }
  if (recorded.baseline) sentences.push(`Without a model, ${baselineWords(recorded.baseline)}.`);
  const tables = lab.tables.filter((table) => !isRepeated(lab, table));
  const values = tables.flatMap((table) => table.cells.flat()).filter((cell) => cell !== null);
  const said = values.filter((cell) => typeof cell === 'string').length;
  if (said > 0)
    sentences.push(
      `${said} of ${values.length} values are bounds, which stand for claims in words: of ${bounds} with a value of the model, ${bounds_met} are met.`,
    );
  const chosen = parametersFrom(lab, 'assumed');
  const seen = inView > 0 ? `, with ${inView} of these cells in view` : '';
  sentences.push(`${recorded.fitted_parameters ?? 0} parameters are fitted and ${chosen} chosen by hand${seen}.`);
  return sentences.join(' ');
}
