// The engine's results on the home page and in pictures. The build computes them, so the pages and pictures need no
// engine.
import { along } from '../charts/scale';
import { sliderSteps, valueAt } from '../components/slider';
import { cellText, isRepeated, roleOf } from '../lab/cells';
import { blocksOf } from '../lab/blocks';
import { scenarioAt, seriesOf } from '../lab/series';
import type { Chart, Lab, Scenario } from '../lab/types';
import { controlOf } from '../lab/words';
import { computedXs, halfWidthOutput, outputsOf, valuesOf } from '../player/chart';
import { median } from '../player/summary';
import { measuredRatios, raced, type MeasuredRatio, type RaceResults } from '../views/zfs/race';

/** A function that computes outputs for each scenario. */
export type Evaluate = (scenarios: readonly Scenario[], outputs: readonly string[]) => Float64Array;

/** Results of the race at several sizes. */
export interface RaceAnswers {
  titles: string[];
  workload: string;
  /** The sizes. */
  names: number[];
  /** The initial size. */
  start: number;
  /** Operations per second by size, then by system. */
  rates: number[][];
  measured: MeasuredRatio[];
}

/** Numbers in a file; null for NaN. */
export type Numbers = readonly (number | null)[];

/** The columns of a chart with its lab's initial settings. */
export interface ChartAnswers {
  xs: number[];
  columns: Numbers[];
  /** Half-widths of the confidence intervals of the same values; empty if they have none. */
  halves: Numbers[];
}

/** The model's values and errors in a table, cell by cell. */
export interface TableAnswers {
  model: Numbers;
  half: Numbers;
  error: Numbers;
  role: readonly number[];
}

/** The results for one lab, by the id of the chart or table. */
export interface LabAnswers {
  charts: Record<string, ChartAnswers>;
  tables: Record<string, TableAnswers>;
}

/** The held-out cell with the largest error, and a summary of all held-out cells. */
export interface WorstCell {
  lab: string;
  table: string;
  row: number;
  column: number;
  printed: string;
  model: number;
  error: number;
  /** The number of held-out cells in all labs. */
  cells: number;
  /** The median of the absolute errors in these cells. */
  median: number;
}

export interface HomeAnswers {
  labs: Record<string, LabAnswers>;
  worst?: WorstCell;
}

/** The number of sizes for the race, in addition to the published sizes. */
const raceSizes = 34;

/** Returns whether a lab contains the race. */
export const hasRace = (lab: Lab): boolean =>
  blocksOf(lab).some((block) => block.kind === 'model' && block.view === 'race');

/** Returns the scenarios of the race with the given number of names. */
const scenariosWith = (lab: Lab, names: number): Scenario[] =>
  (lab.series[raced.series] ?? []).map(({ scenario }) => ({ ...lab.start, ...scenario, [raced.setting]: names }));

/** Computes the race with which a lab begins. */
export function raceResults(lab: Lab, evaluate: Evaluate): RaceResults {
  const scenarios = scenariosWith(lab, Number(lab.start[raced.setting]));
  return { lab: lab.id, scenarios, rates: [...evaluate(scenarios, [raced.output])].map(sixDigits) };
}

/** Computes the race from the minimum to the maximum number of names that the lab's control allows. */
export function raceAnswers(lab: Lab, evaluate: Evaluate): RaceAnswers {
  const input = controlOf(lab, raced.setting)?.input;
  if (input?.kind !== 'number')
    throw new Error(`lab ${lab.id} has a race but no slider for its ${raced.setting}: add one`);
  const series = lab.series[raced.series] ?? [];
  const start = Number(lab.start[raced.setting]);
  const measured = measuredRatios(lab, scenariosWith(lab, start));
  const round = along(valueAt(input, 0), valueAt(input, sliderSteps), 'log', true, raceSizes).map((x) =>
    Number(x.toPrecision(2)),
  );
  const names = [...new Set([...round, ...measured.map(({ names }) => names), start])].sort((a, b) => a - b);
  return {
    titles: series.map(({ title }) => title),
    workload: String(lab.start['workload']),
    names,
    start,
    rates: names.map((size) => [...evaluate(scenariosWith(lab, size), [raced.output])].map(sixDigits)),
    measured,
  };
}

/** Rounds a number to six digits: three digits of the result, or of a quotient of two results, equal those in the lab. */
const sixDigits = (value: number): number => Number(value.toPrecision(6));

export function chartAnswers(lab: Lab, chart: Chart, evaluate: Evaluate): ChartAnswers {
  const { values = [] } = chart;
  const xs = computedXs(lab, chart, [Math.min(...values), Math.max(...values)]);
  const series = seriesOf(lab, chart, lab.start);
  const half = halfWidthOutput(lab, chart);
  const outputs = [...outputsOf(chart), ...(half === undefined ? [] : [half])];
  const answers = xs.map((x) =>
    evaluate(
      series.map(({ scenario }) => scenarioAt(chart, scenario, x)),
      outputs,
    ),
  );
  const rows = answers.map((values) => valuesOf(chart, values, outputs.length));
  return {
    xs,
    columns: series.map((_, s) => rows.map((row) => sixDigits(row[s] ?? NaN))),
    // In the results, each value is followed by its half-width.
    halves:
      half === undefined ? [] : series.map((_, s) => answers.map((values) => sixDigits(values[2 * s + 1] ?? NaN))),
  };
}

/** Returns the numbers that were written to a file, with NaN for null. */
export const numbersOf = (numbers: Numbers): Float64Array => Float64Array.from(numbers, (value) => value ?? NaN);

/** A table reproduced by the engine, cell by cell. */
export interface ReproducedTable {
  lab: Lab;
  table: string;
  model: Float64Array;
  error: Float64Array;
}

/** Returns a lab's tables with held-out cells; of tables with the same published values, only one. */
export const heldOutTables = (lab: Lab): string[] =>
  lab.tables.filter((table) => !isRepeated(lab, table) && table.recorded?.held_out_cells).map(({ id }) => id);

/** Returns the held-out cell with the largest error in these tables; undefined if there are no held-out cells. */
export function worstCell(tables: readonly ReproducedTable[]): WorstCell | undefined {
  const cells = tables.flatMap(({ lab, table: id, model, error }) => {
    const table = lab.tables.find((one) => one.id === id);
    if (!table) return [];
    const columns = table.fields.length;
    return Array.from(error, (_, i) => {
      const [row, column] = [Math.floor(i / columns), i % columns];
      return { table, row, column, lab: lab.id, model: model[i] ?? NaN, error: error[i] ?? NaN };
    }).filter((cell) => Number.isFinite(cell.error) && roleOf(table, cell.row, cell.column) === 'held_out');
  });
  const sorted = cells.toSorted((a, b) => Math.abs(b.error) - Math.abs(a.error));
  const [worst] = sorted;
  if (!worst) return undefined;
  const { table, ...cell } = worst;
  const errors = sorted.map(({ error }) => Math.abs(error));
  return {
    ...cell,
    table: table.id,
    printed: cellText(table, cell.row, cell.column),
    cells: errors.length,
    median: median(errors),
  };
}
