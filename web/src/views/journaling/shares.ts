import { short } from '../../charts/format';
import { policies } from './plug-words';

/** What is asked of each run; the parts of written bytes and of waiting seconds stand in the order of their bars. */
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

/** What came of one file system. */
export interface Result {
  policy: string;
  /** In the order of `outputs`. */
  values: Float64Array;
}

export interface Part {
  output: Output;
  title: string;
  /** The series whose colour it has. */
  series: number;
}

/** A way to look at the runs: one bar a file system, of one part or more. */
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
  { id: 'load', title: 'processors busy', unit: '%', parts: [{ output: 'cpu_load', title: 'busy', series: 2 }] },
  {
    id: 'per-cpu',
    title: 'throughput for each percent of the processors',
    unit: 'MB/s',
    parts: [{ output: 'throughput_per_cpu', title: 'for each percent', series: 2 }],
  },
  {
    id: 'bytes',
    title: 'where every written byte went',
    unit: 'MB',
    parts: [
      { output: 'data', title: 'pages to their places', series: 4 },
      { output: 'metadata', title: 'metadata without a log', series: 0 },
      { output: 'journal', title: 'log', series: 2 },
      { output: 'journaled_data', title: 'pages to the log', series: 3 },
      { output: 'home', title: 'from the log to their places', series: 1 },
    ],
  },
  {
    id: 'waits',
    title: 'where every waiting second went',
    unit: 's, all clients together',
    parts: [
      { output: 'overwrite_wait', title: 'page on its way with a commit', series: 4 },
      { output: 'transaction_wait', title: 'transaction full', series: 2 },
      { output: 'checkpoint_wait', title: 'log full', series: 1 },
      { output: 'throttle_wait', title: 'too many dirty pages', series: 3 },
      { output: 'read_wait', title: 'page not in memory', series: 0 },
    ],
  },
];

/** One output of a run. */
export const valueOf = ({ values }: Result, output: Output): number => values[outputs.indexOf(output)] ?? NaN;

export interface Piece extends Part {
  from: number;
  to: number;
}

/** The parts of a file system's bar, one after the other; what is nothing has no place. */
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

/** How long a file system's bar is. */
export const total = (result: Result, look: Look): number => pieces(result, look).at(-1)?.to ?? 0;

/** What there is to see, in a sentence. */
export function takeaway(results: readonly Result[], look: Look): string {
  const [first] = results;
  if (!first) return 'Nothing has been run yet.';
  const sorted = [...results].sort((a, b) => total(a, look) - total(b, look));
  const said = (result: Result): string => `${short(total(result, look))} (${policies[result.policy] ?? ''})`;
  const [least, most] = [sorted[0] ?? first, sorted.at(-1) ?? first];
  return results.length === 1
    ? `In ${look.unit}: ${said(first)}.`
    : `In ${look.unit}: from ${said(least)} to ${said(most)}.`;
}
