// A lab's tables, values, parameters, and accuracy in words.
import { counted, share } from '../charts/format';
import { blocksOf } from '../lab/blocks';
import { isRepeated, roleOf } from '../lab/cells';
import type { Lab, Provenance, Table } from '../lab/types';
import { sceneIn } from './scenes';
import { baselineWords } from './summary';

/** Returns the number of a lab's parameters with the given provenance. */
export const parametersFrom = (lab: Lab, from: Provenance): number =>
  Object.values(lab.parameters).filter(({ provenance }) => provenance === from).length;

/** Describes the fitted parameters of a lab; those fitted by another lab are counted separately. */
export function fittedWords(lab: Lab): string {
  const [here, elsewhere] = [parametersFrom(lab, 'fitted'), parametersFrom(lab, 'inherited')];
  if (elsewhere === 0) return `${here || 'none'} of them fitted`;
  return `${here > 0 ? `${here} of them fitted and ` : ''}${elsewhere} ${here > 0 ? '' : 'of them '}fitted in another lab`;
}

/** The number of cells with printed numbers, and of cells with bounds for claims in words. */
interface PublishedCells {
  values: number;
  claims: number;
}

function cellsOf(table: Table): PublishedCells {
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

/** Counts the published cells of a lab, each once. */
function publishedCells(lab: Lab): PublishedCells {
  const cells = lab.tables.filter((table) => !isRepeated(lab, table)).map(cellsOf);
  const sum = (of: keyof PublishedCells): number => cells.reduce((all, one) => all + one[of], 0);
  return { values: sum('values'), claims: sum('claims') };
}

/**
 * Counts the published cells of all labs, and those that test a model independently. A cell in two labs counts once.
 */
export function totals(labs: readonly Lab[]): PublishedCells & { independent: number } {
  const sum = (of: (lab: Lab) => number): number => labs.reduce((all, lab) => all + of(lab), 0);
  const inherited = (lab: Lab): number =>
    lab.tables.flatMap((table) =>
      table.cells.flatMap((cells, row) => cells.filter((_, column) => roleOf(table, row, column) === 'inherited')),
    ).length;
  return {
    values: sum((lab) => publishedCells(lab).values - inherited(lab)),
    claims: sum((lab) => publishedCells(lab).claims),
    independent: sum(({ recorded }) => recorded?.independent_cells ?? 0),
  };
}

/**
 * Summarizes a lab's data in a sentence. A cell with a bound is a claim in words: the source prints no number, and the
 * lab states a bound that expresses the claim.
 */
export function labFacts(lab: Lab): string {
  const cells = publishedCells(lab);
  const values = counted(cells.values, 'published value', 'published values');
  const words = cells.claims > 0 ? ` and ${counted(cells.claims, 'claim in words', 'claims in words')}` : '';
  const parameters = counted(Object.keys(lab.parameters).length, 'parameter', 'parameters');
  const minutes = lab.minutes === undefined ? '' : `; about ${lab.minutes} minutes`;
  return `${counted(lab.tables.length, 'table', 'tables')} with ${values}${words}; ${parameters}, ${fittedWords(lab)}${minutes}.`;
}

/** Summarizes the accuracy of a lab's model in a phrase: a saturated fit is judged by the cells that it did not use. */
export function labResult({ recorded }: Lab): string {
  const { saturated, bounds = 0, bounds_met = 0 } = recorded ?? {};
  const [cells = 0, error] = saturated
    ? [recorded?.held_out_cells, recorded?.held_out_median_error]
    : [recorded?.independent_cells, recorded?.median_error];
  const values = saturated
    ? counted(cells, 'held-out value', 'held-out values')
    : counted(cells, 'independent value', 'independent values');
  return [
    cells > 0 ? `${cells > 1 ? 'median error' : 'error'} ${share(error ?? NaN)} for ${values}` : '',
    bounds > 0 ? `${bounds_met} of ${bounds} bounds satisfied` : '',
  ]
    .filter(Boolean)
    .join(', ');
}

/** Describes a table's content and the model's accuracy in a phrase. */
function tableFacts(table: Table): string {
  const { independent_cells: cells = 0, max_error, bounds = 0, bounds_met = 0 } = table.recorded ?? {};
  const { values, claims } = cellsOf(table);
  return [
    values > 0 ? counted(values, 'published value', 'published values') : '',
    claims > 0 ? counted(claims, 'claim in words', 'claims in words') : '',
    cells > 0 && max_error !== undefined ? `worst error ${share(max_error)}` : '',
    bounds > 0 ? `${bounds_met} of ${bounds} bounds satisfied` : '',
  ]
    .filter(Boolean)
    .join(', ');
}

/** The line that represents a folded table. */
export interface TableLine {
  title: string;
  facts: string;
  /** Whether the table has more rows than usually fit in a window. */
  isLong: boolean;
  /** Whether a scene of the text shows the table on the bench. */
  isScene: boolean;
}

const manyRows = 12;

/** Returns the ids of the blocks shown in scenes that the author defines. */
const scenesOf = (lab: Lab): string[] =>
  blocksOf(lab).flatMap((block) => (block.kind === 'paragraph' ? (sceneIn(block)?.show ?? []) : []));

export function tableLines(lab: Lab): Record<string, TableLine> {
  const scenes = scenesOf(lab);
  const shown = blocksOf(lab).flatMap((block) =>
    block.kind === 'table' && scenes.includes(block.id) ? block.table : [],
  );
  return Object.fromEntries(
    lab.tables.map((table) => [
      table.id,
      {
        title: table.title,
        facts: tableFacts(table),
        isLong: table.rows.length > manyRows,
        isScene: shown.includes(table.id),
      },
    ]),
  );
}

/**
 * Summarizes the accuracy of a lab's models: their errors, the errors of the baseline, and the numbers of fitted and
 * chosen parameters.
 */
export function labHeadline(lab: Lab): string {
  const { recorded } = lab;
  if (!recorded) return '';
  const { independent_cells: cells = 0, bounds = 0, bounds_met = 0, chosen_in_view_cells: inView = 0 } = recorded;
  const sentences = [];
  if (cells > 0) {
    const worst = share(recorded.max_error ?? NaN);
    const errors = recorded.saturated
      ? `worst error ${worst} (a fit is saturated, so the errors of its cells test nothing)`
      : `median error ${share(recorded.median_error ?? NaN)}, worst ${worst}`;
    const heldOut = recorded.held_out_cells
      ? `; ${recorded.held_out_cells} held out: median ${share(recorded.held_out_median_error ?? NaN)}, worst ${share(recorded.held_out_max_error ?? NaN)}`
      : '; none held out';
    sentences.push(`${counted(cells, 'independent cell', 'independent cells')}: ${errors}${heldOut}.`);
  }
  if (recorded.baseline) sentences.push(`Without a model, ${baselineWords(recorded.baseline)}.`);
  const tables = lab.tables.filter((table) => !isRepeated(lab, table));
  const values = tables.flatMap((table) => table.cells.flat()).filter((cell) => cell !== null);
  const said = values.filter((cell) => typeof cell === 'string').length;
  if (said > 0)
    sentences.push(
      `${said} of ${values.length} values ${said === 1 ? 'is a bound taken from a claim in words' : 'are bounds taken from claims in words'}; the model satisfies ${bounds_met} of the ${bounds} that it computes.`,
    );
  const chosen = parametersFrom(lab, 'assumed');
  const seen =
    inView > 0
      ? `; ${counted(inView, 'independent cell or bound was', 'independent cells and bounds were')} known when an assumption was made`
      : '';
  const fitted = counted(recorded.fitted_parameters ?? 0, 'parameter is', 'parameters are');
  sentences.push(`${fitted} fitted and ${chosen} chosen by hand${seen}.`);
  return sentences.join(' ');
}
