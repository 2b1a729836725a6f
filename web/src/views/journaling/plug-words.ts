import { count, counted } from '../../charts/format';
import type { Counts, Demand, Kind, Outcome, Story } from '../../engine/live/plug/protocol';
import { systems } from './systems';

/** The file systems, by the words of the lab's setting. */
export const policies: Readonly<Record<string, string>> = Object.fromEntries(
  systems.map(({ policy, title }) => [policy, title]),
);

export const storyTitles: Readonly<Record<Story, string>> = {
  mixed: 'Files come and go',
  'used-again': 'A removed directory’s blocks are used again later',
  'at-once': 'Removed files’ blocks are wanted at once',
};

/** A letter and what it stands for, for each reason to write a block. */
export const kindTitles: Readonly<Record<Kind, { letter: string; title: string }>> = {
  data: { letter: 'D', title: 'page of a file' },
  metadata: { letter: 'M', title: 'metadata, without a log' },
  journal: { letter: 'L', title: 'log' },
  journaled: { letter: 'P', title: 'page of a file, to the log' },
  home: { letter: 'H', title: 'from the log to its place' },
  start: { letter: 'S', title: 'where the log begins' },
};

/** A rule that can be left out: what it says. */
export interface Rule {
  name: 'noBarrier' | 'noRevoke' | 'earlyReuse';
  title: string;
  /** The story that shows what the rule is for. */
  story: Story;
}

export const rules: readonly Rule[] = [
  { name: 'noBarrier', title: 'No flushes: the device may write in any order', story: 'mixed' },
  { name: 'noRevoke', title: 'No revoke records: old images of freed blocks stay valid', story: 'used-again' },
  { name: 'earlyReuse', title: 'Freed blocks may be used before that is committed', story: 'at-once' },
];

/** Whether a file system has a log. */
export const hasLog = (policy: string): boolean => policy !== 'ext2';

const seconds = (value: number): string => {
  const digits = value < 10 ? 1 : 0;
  return `${value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })} s`;
};
const sentence = (parts: readonly string[]): string => {
  const last = parts.at(-1) ?? '';
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(', ')} and ${last}`;
};
const some = (parts: readonly [number, string, string][]): string =>
  sentence(parts.filter(([number]) => number > 0).map(([number, one, many]) => counted(number, one, many)));

/** Milliseconds as a time to read. */
export const time = (ms: number): string =>
  ms < 10 ? `${ms.toFixed(1)} ms` : ms < 1000 ? `${ms.toFixed(0)} ms` : seconds(ms / 1000);

/** What the recovery had to do. */
function recovery(demand: Demand, counts: Counts): string {
  if (!hasLog(demand.policy)) {
    const found = counts.before > 0 ? `found ${counted(counts.before, 'problem', 'problems')}` : 'found nothing wrong';
    return `The full check read ${counted(counts.read, 'block', 'blocks')}, ${found} and wrote ${count(counts.written)}.`;
  }
  const replayed =
    counts.replayed > 0
      ? `replayed ${counted(counts.replayed, 'piece of the log', 'pieces of the log')} and wrote ${counted(counts.written, 'block', 'blocks')}`
      : 'found nothing to replay';
  return `The recovery read ${counted(counts.read, 'block', 'blocks')} of the log, ${replayed}.`;
}

/** What is wrong after the recovery, however it came about: what no user should ever see. */
export function damage(counts: Counts): string {
  return some([
    [counts.problems, 'problem in the structure', 'problems in the structure'],
    [counts.strange, 'file or name that never was like that', 'files or names that never were like that'],
    [counts.foreign, 'page with foreign or stale content', 'pages with foreign or stale content'],
    [counts.promises, 'broken promise that something is durable', 'broken promises that something is durable'],
  ]);
}

function losses({ counts, lostSeconds }: Outcome, damaged: boolean): string {
  const lost = some([
    [counts.pages, 'page', 'pages'],
    [counts.holes, 'page that now reads as zeros', 'pages that now read as zeros'],
    [counts.missing, 'file or directory', 'files or directories'],
    [counts.renamed, 'new name', 'new names'],
    [counts.returned, 'removal', 'removals'],
  ]);
  return lost
    ? `Lost: ${lost}; the oldest of what is lost was done ${seconds(lostSeconds)} before the cut.`
    : damaged
      ? 'Besides, nothing is lost.'
      : 'Nothing that was done is lost.';
}

/** The whole story of a cut in sentences. */
export function told(demand: Demand, outcome: Outcome): string[] {
  const wrong = damage(outcome.counts);
  return [
    recovery(demand, outcome.counts),
    wrong ? `Afterwards there is damage: ${wrong}.` : 'Afterwards nothing is damaged.',
    losses(outcome, wrong !== ''),
  ];
}

/** The counts of a cut, in the order of a table: what, and how many. */
export const rows = (counts: Counts): [string, number][] => [
  ['Problems in the structure before recovery', counts.before],
  ['Blocks read by the recovery', counts.read],
  ['Blocks written by the recovery', counts.written],
  ['Images or records left out because their block was freed', counts.revoked],
  ['Problems in the structure after recovery', counts.problems],
  ['Files or names that never were like that', counts.strange],
  ['Pages with foreign or stale content', counts.foreign],
  ['Broken promises that something is durable', counts.promises],
  ['Pages lost or older than they were', counts.pages],
  ['Pages lost that now read as zeros', counts.holes],
  ['Files or directories lost', counts.missing],
  ['Files or directories back that had been removed', counts.returned],
  ['New names lost', counts.renamed],
  ['Pages as they were', counts.right],
];

/** The last write of the flush before, or the first after this one; the place itself where there is none. */
export function nextEpoch(epochs: Uint32Array, at: number, way: -1 | 1): number {
  const epoch = epochs[at] ?? 0;
  if (way < 0) {
    const before = epochs.findLastIndex((one) => one < epoch);
    return before < 0 ? 0 : before;
  }
  const next = epochs.findIndex((one) => one > epoch);
  if (next < 0) return epochs.length - 1;
  return epochs.findLastIndex((one) => one === epochs[next]);
}

/** The first write that may be lost if the power fails after one: the first of its epoch. */
export const firstInDoubt = (epochs: Uint32Array, after: number): number => epochs.indexOf(epochs[after] ?? 0);

/** Which of the writes in doubt are lost, by a choice that does not depend on what they are. */
export const choices = ['none', 'all', 'odd'] as const;
export type Choice = (typeof choices)[number];
export const choiceTitles: Readonly<Record<Choice, string>> = {
  none: 'none of them',
  all: 'all of them',
  odd: 'every other one',
};
export function lostBy(choice: Choice, epochs: Uint32Array, after: number): Uint32Array {
  const first = firstInDoubt(epochs, after);
  const all = Array.from({ length: after - first + 1 }, (_, at) => first + at);
  return Uint32Array.from(all.filter((_, at) => choice === 'all' || (choice === 'odd' && at % 2 === 0)));
}
