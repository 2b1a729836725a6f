import { short } from '../../charts/format';
import { policies } from './plug-words';

/** Outputs of each run; the components of written bytes and of wait times are in the order of their bars. */
export const outputs = [
  'throughput',
  'cpu_load',
  'throughput_per_cpu',
  'data',
  'metadata',
  'journal',
  'journaled_data',
  'home',
  'overwrite_wait',
  'transaction_wait',
  'checkpoint_wait',
  'throttle_wait',
  'read_wait',
  'seconds',
] as const;
type Output = (typeof outputs)[number];

/** The result of one file system, final or so far. */
export interface Result {
  policy: string;
  /** The values, in the order of `outputs`. */
  values: Float64Array;
  /** Timeline: alternately simulated seconds, and the MB read and written by then. */
  timeline: Float64Array;
  /** Share of the run's operations that have started, from 0 to 1. */
  progress: number;
  ended: boolean;
}

export interface Part {
  output: Output;
  title: string;
  /** The series whose color the part has. */
  series: number;
}

/** A chart of the runs: one bar per file system, with one or more parts. */
export interface Look {
  id: string;
  title: string;
  unit: string;
  parts: readonly Part[];
}

export const looks: readonly Look[] = [
  {
    id: 'throughput',
    title: 'throughput',
    unit: 'MB/s',
    parts: [{ output: 'throughput', title: 'read and written', series: 2 }],
  },
  { id: 'load', title: 'CPU utilization', unit: '%', parts: [{ output: 'cpu_load', title: 'busy', series: 2 }] },
  {
    id: 'per-cpu',
    title: 'throughput per percent of CPU utilization',
    unit: 'MB/s per %',
    parts: [{ output: 'throughput_per_cpu', title: 'per percent', series: 2 }],
  },
  {
    id: 'bytes',
    title: 'bytes written, by purpose',
    unit: 'MB',
    parts: [
      { output: 'data', title: 'pages to home locations', series: 4 },
      { output: 'metadata', title: 'metadata without a log', series: 0 },
      { output: 'journal', title: 'log', series: 2 },
      { output: 'journaled_data', title: 'pages to the log', series: 3 },
      { output: 'home', title: 'checkpoint to home locations', series: 1 },
    ],
  },
  {
    id: 'waits',
    title: 'waiting time, by cause',
    unit: 's, sum over clients',
    parts: [
      { output: 'overwrite_wait', title: 'page being committed', series: 4 },
      { output: 'transaction_wait', title: 'transaction full', series: 2 },
      { output: 'checkpoint_wait', title: 'log full', series: 1 },
      { output: 'throttle_wait', title: 'dirty page limit', series: 3 },
      { output: 'read_wait', title: 'page not in memory', series: 0 },
    ],
  },
];

/** Returns one output of a run. */
export const valueOf = ({ values }: Result, output: Output): number => values[outputs.indexOf(output)] ?? NaN;

export interface Piece extends Part {
  from: number;
  to: number;
}

/** Returns the parts of a file system's bar in order, without those of length zero. */
export function pieces(result: Result, { parts }: Look): Piece[] {
  let from = 0;
  return parts.flatMap((part) => {
    const value = valueOf(result, part.output);
    if (!(value > 0)) return [];
    const piece = { ...part, from, to: from + value };
    from = piece.to;
    return [piece];
  });
}

/** Returns the length of a file system's bar. */
export const total = (result: Result, look: Look): number => pieces(result, look).at(-1)?.to ?? 0;

/** Summarizes the chart in a sentence. */
export function takeaway(results: readonly Result[], look: Look): string {
  const [first] = results;
  if (!first) return 'No run yet.';
  const sorted = [...results].sort((a, b) => total(a, look) - total(b, look));
  const describe = (result: Result): string => `${short(total(result, look))} (${policies[result.policy] ?? ''})`;
  const [min, max] = [sorted[0] ?? first, sorted.at(-1) ?? first];
  const unit = results.every(({ ended }) => ended) ? `In ${look.unit}` : `So far, in ${look.unit}`;
  return results.length === 1 ? `${unit}: ${describe(first)}.` : `${unit}: from ${describe(min)} to ${describe(max)}.`;
}

/** Describes the progress of the runs on their common clock. */
export function standing(results: readonly Result[]): string {
  const seconds = (result: Result): number => valueOf(result, 'seconds');
  const sorted = [...results].sort((a, b) => seconds(a) - seconds(b));
  const [ended, on] = [sorted.filter((result) => result.ended), sorted.filter((result) => !result.ended)];
  const name = (result: Result): string => policies[result.policy] ?? '';
  const time = (result: Result): string => `${short(seconds(result))} s`;
  const [first, last, behind] = [ended[0], ended.at(-1), on[0]];
  if (behind) return `${seconds(behind).toFixed(1)} s of simulated time; ${ended.length} of ${results.length} finished`;
  if (!first || !last) return '';
  return first === last
    ? `${name(first)} finishes after ${time(first)}.`
    : `All do the same work: ${name(first)} finishes first, after ${time(first)}; ${name(last)} last, after ${time(last)}.`;
}

/**
 * Explains why some file systems have no run, one sentence per reason; `problems` are in the order of `order`, empty
 * for a run without a problem.
 */
export function failures(order: readonly string[], problems: readonly string[]): string {
  const names = (reason: string): string[] =>
    order.filter((_, at) => problems[at] === reason).map((policy) => policies[policy] ?? '');
  const sentences = [...new Set(problems)].filter(Boolean).map((reason) => {
    const who = names(reason);
    return `The load does not run on ${who.length === order.length ? 'any file system' : who.join(', ')}: ${reason}.`;
  });
  return sentences.length > 0 ? `${sentences.join(' ')} Change the settings and run again.` : '';
}
