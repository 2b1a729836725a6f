// The uncertainty of a chart's values; this module loads when the first chart is drawn.
import { fetchMark } from '../charts/fetched.svelte';
import type { Doubt, Ends, Point } from '../charts/data';
import { short } from '../charts/format';
import { layoutKind } from '../charts/registry';
import type { Scatter } from '../engine/protocol';
import type { Words } from '../language';
import { published } from '../lab/cells';
import type { Chart, FitRecord, Lab } from '../lab/types';
import type { Session } from '../session/session.svelte';
import { chartWordsOf, halfWidthOutput, outputsOf, scenarioAt, valuesOf, type ChartSeries } from './chart';
import { fitRecord } from './fit-record';

/**
 * Returns the scatter of a group of cells that were fitted together: that of the group that contains a table, or the
 * largest scatter of any group.
 */
function groupScatter({ groups }: FitRecord, table: string | undefined): Scatter | undefined {
  const known = groups.flatMap(({ tables, scatter, freedom }) =>
    scatter === undefined ? [] : [{ tables, deviation: scatter, freedom }],
  );
  const own = groups.find(({ tables }) => table !== undefined && tables.includes(table));
  const all = own ? known.filter(({ tables }) => tables === own.tables) : known;
  return all.toSorted((a, b) => b.deviation - a.deviation)[0];
}

/**
 * Returns the scatter of published values around the model, by series. The scatter is that of the cells fitted together
 * with the series' published values or, if nothing is published, the largest scatter of any group. The errors of a
 * quotient's parts add up, unless the source prints only the quotient.
 */
export function scattersOf(lab: Lab, chart: Chart, series: readonly ChartSeries[], record: FitRecord): Scatter[] {
  return series.map(({ scenario }) => {
    const found = lab.tables.flatMap((table) => {
      const values = published({ ...lab, tables: [table] }, chart.y, scenario);
      return values.length > 0 ? [{ table: table.id, isRatio: values.every(({ to }) => to) }] : [];
    })[0];
    const { deviation = NaN, freedom = 1 } = groupScatter(record, found?.table) ?? {};
    const parts = (chart.relative && !found?.isRatio) || chart.per !== undefined ? 2 : 1;
    return { deviation: deviation * Math.sqrt(parts), freedom };
  });
}

/** The values for which intervals are to be computed. */
interface Question {
  chart: Chart;
  series: readonly ChartSeries[];
  xs: readonly number[];
  /** The model's values by series. */
  columns: readonly Float64Array[];
}

/** Returns the prediction intervals of published values, by series; empty if no value has one. */
async function intervalsOf(
  { lab, engine }: Session,
  { chart, series, xs, columns }: Question,
  record: FitRecord,
  signal: AbortSignal,
): Promise<Ends[]> {
  const [outputs, count] = [outputsOf(chart), series.length];
  const scenarios = xs.flatMap((x) => series.map(({ scenario }) => scenarioAt(chart, scenario, x)));
  const answers = await engine.ask('evaluateDraws', [scenarios, outputs, record.draws], { signal });
  const [drawn, each] = [new Float64Array(answers.length / outputs.length), outputs.length * count];
  // The denominator of a ratio is the first series at the same x.
  for (let at = 0; at * count < drawn.length; at++)
    drawn.set(valuesOf(chart, answers.subarray(at * each, (at + 1) * each)), at * count);
  const values = Float64Array.from(scenarios, (_, at) => columns[at % count]?.[Math.floor(at / count)] ?? NaN);
  const ends = await engine.ask('intervals', [values, drawn, scattersOf(lab, chart, series, record)], { signal });
  if (!ends.some(Number.isFinite)) return [];
  const end = (s: number, which: number): Float64Array =>
    Float64Array.from(xs, (_, place) => ends[2 * (place * count + s) + which] ?? NaN);
  return series.map((_, s) => [end(s, 0), end(s, 1)]);
}

/** Returns the range of x of each series' published values; empty if nothing is published. */
export const spansOf = (points: readonly (readonly Point[])[]): [number, number][] =>
  points.flat().length === 0
    ? []
    : points.map((all) => {
        const xs = all.map(({ x }) => x);
        return xs.length > 0 ? [Math.min(...xs), Math.max(...xs)] : [NaN, NaN];
      });

/** The intervals of a chart in one configuration, and the range of its published values. */
export class ChartDoubt {
  #intervals = $state.raw<Ends[]>([]);
  #abort: AbortController | undefined;

  /** Drops the intervals: the values are about to change. */
  stop(): void {
    this.#abort?.abort();
    this.#intervals = [];
  }

  /** Computes the intervals of values. A later call cancels an earlier one. */
  async find(session: Session, question: Question): Promise<void> {
    this.stop();
    const { signal } = (this.#abort = new AbortController());
    const record = await fitRecord(session.lab);
    // A simulation has its own intervals.
    if (!record?.draws.values.length || halfWidthOutput(session.lab, question.chart) || signal.aborted) return;
    try {
      const intervals = await intervalsOf(session, question, record, signal);
      if (!signal.aborted) this.#intervals = intervals;
    } catch {
      // The values are available without intervals; the next change repeats the request.
    }
  }

  of(lab: Lab, { chart, series, xs }: Omit<Question, 'columns'>, points: readonly (readonly Point[])[]): Doubt {
    const intervals = this.#intervals;
    const kind = layoutKind(chart.mark);
    const spans = kind === 'curves' ? spansOf(points) : [];
    const names = chartWordsOf(lab, chart, series);
    const isBeyond = (s: number, x: number): boolean => {
      const [from, to] = spans[s] ?? [-Infinity, Infinity];
      return !(x >= from && x <= to);
    };
    const note = (s: number, place: number): string => {
      const [low = NaN, high = NaN] = [intervals[s]?.[0][place], intervals[s]?.[1][place]];
      const interval = Number.isFinite(low) ? `, 95 % prediction interval ${short(low)} to ${short(high)}` : '';
      return interval + (isBeyond(s, xs[place] ?? NaN) ? ', beyond the published values' : '');
    };
    const beyond = spans.some((_, s) => xs.some((x) => isBeyond(s, x)));
    const [[from, to] = [NaN, NaN], ...others] = spans;
    const beyondWords = others.some((span) => span[0] !== from || span[1] !== to)
      ? (' Thin dashes: beyond the published values of each line.' satisfies Words)
      : from === to
        ? (` Thin dashes: no published values except at ${names.at(from)}.` satisfies Words)
        : (` Thin dashes: no published values below ${names.at(from)} or above ${names.at(to)}.` satisfies Words);
    const words =
      (intervals.length > 0
        ? ` ${kind === 'curves' ? 'Bands' : 'Whiskers'}: where 95 % of published values are expected.`
        : '') + (beyond ? beyondWords : '');
    return { intervals, spans, note, words };
  }
}

/** Loads the marks for uncertainty, so that no part of a curve is missing in the meantime. */
export const fetchDoubtMarks = (): Promise<void> => fetchMark('beyond');
