// Which file system fits: the reader's wishes, and what each file system says to them.
import { csvParseRows } from 'd3-dsv';
import table from '../../../../labs/journaling/data/resize.csv?raw';
import type { Recovery } from '../../engine/live/outage/protocol';
import type { ChoiceQuestion } from '../../engine';
import { firstAnswers, type Answers } from '../choice';
import { duration, range, systems, type System } from './systems';

/** How a file system can be made smaller or larger. */
const ways = [
  { value: 'any', title: 'no' },
  { value: 'offline', title: 'yes, unmounted' },
  { value: 'online', title: 'yes, in use' },
];

export const questions: readonly ChoiceQuestion[] = [
  {
    id: 'recover',
    title: 'After a power cut it must be back within',
    options: [
      { value: '10', title: 'ten seconds' },
      { value: '60', title: 'a minute' },
      { value: '600', title: 'ten minutes' },
      { value: '3600', title: 'an hour' },
      { value: 'any', title: 'any time' },
    ],
  },
  {
    id: 'shrink',
    title: 'It must be able to shrink',
    options: ways,
  },
  {
    id: 'grow',
    title: 'It must be able to grow',
    options: ways,
  },
  {
    id: 'contents',
    title: 'After a power cut a file may show what was in its blocks before',
    options: [
      { value: 'any', title: 'it may' },
      { value: 'never', title: 'never' },
    ],
  },
];

/** Where the reader begins: a large file system of small files. */
export const begin = (): Answers => ({ ...firstAnswers(questions), recover: '60', shrink: 'offline' });
export const beginSizes = { size_gib: 500, log_mib: 32, filled_percent: 40, file_kib: 10 };

export type Fit = 'yes' | 'perhaps' | 'no';

/** One wish, whether it is met, and the reason. */
export interface Check {
  id: string;
  fit: Fit;
  reason: string;
}

export interface Candidate {
  system: System;
  recovery: Recovery;
  checks: Check[];
  fit: Fit;
}

/** The published table: for each file system what the source prints under "Shrinks" and "Expands". */
export const resizing: ReadonlyMap<string, { shrinks: string; expands: string }> = new Map(
  csvParseRows(table)
    .slice(1)
    .map(([name = '', shrinks = '', expands = '']) => [name, { shrinks, expands }]),
);

/** Where the table is from. */
export const place = 'Sameske 2004, “Expand And Shrink”';

function recovers({ fastS, slowS, problem }: Recovery, limit: number): Omit<Check, 'id'> {
  if (problem) return { fit: 'no', reason: `There is no such file system: ${problem}.` };
  const takes = `Recovery takes ${range(fastS, slowS)}`;
  if (slowS <= limit) return { fit: 'yes', reason: `${takes}.` };
  if (fastS > limit) return { fit: 'no', reason: `${takes}, and only ${duration(limit)} are allowed.` };
  return { fit: 'perhaps', reason: `${takes}: it depends on disks and on the order of reads.` };
}

function resizes(printed: string, how: string): Omit<Check, 'id'> {
  const can = printed.toLowerCase();
  const reason = `The source’s table says “${printed}”.`;
  // Who can do it in use only can do it: unmounted is what is at least asked for.
  return { fit: how === 'online' ? (can.includes('online') ? 'yes' : 'no') : can === 'no' ? 'no' : 'yes', reason };
}

/** What the rules of each file system keep of the contents of files. */
const kept: Readonly<Record<string, string>> = {
  ordered: 'Data are home before the names and sizes that lead to them are committed.',
  reiserfs: 'With ordered data, as here; without it as with writeback.',
  journal: 'Data go through the log.',
};

function keeps(policy: string): Omit<Check, 'id'> {
  const reason = kept[policy];
  if (reason) return { fit: 'yes', reason };
  return {
    fit: 'no',
    reason:
      policy === 'ext2'
        ? 'Nothing says what is written first.'
        : 'Only metadata are logged: a file may get its blocks before its data are there.',
  };
}

function checksOf(system: System, recovery: Recovery, answers: Answers): Check[] {
  const said = resizing.get(system.source);
  const checks: Record<string, (value: string) => Omit<Check, 'id'>> = {
    recover: (value) => recovers(recovery, Number(value)),
    shrink: (value) => resizes(said?.shrinks ?? '', value),
    grow: (value) => resizes(said?.expands ?? '', value),
    contents: () => keeps(system.policy),
  };
  return questions.flatMap(({ id }) => {
    const value = answers[id] ?? 'any';
    const check = checks[id];
    return value === 'any' || !check ? [] : [{ id, ...check(value) }];
  });
}

const order: readonly Fit[] = ['yes', 'perhaps', 'no'];

/** All file systems, those that fit first and of these the one that is back soonest. */
export function choose(answers: Answers, recoveries: ReadonlyMap<string, Recovery>): Candidate[] {
  const all = systems.flatMap((system): Candidate[] => {
    const recovery = recoveries.get(system.policy);
    if (!recovery) return [];
    const checks = checksOf(system, recovery, answers);
    // Without a wish about time, sizes that cannot be still fit nobody.
    const fits = recovery.problem ? [...checks.map(({ fit }) => fit), 'no' as const] : checks.map(({ fit }) => fit);
    const fit = order.findLast((worst) => fits.includes(worst)) ?? 'yes';
    return [{ system, recovery, checks, fit }];
  });
  return all.sort((a, b) => order.indexOf(a.fit) - order.indexOf(b.fit) || a.recovery.slowS - b.recovery.slowS);
}

/** A wish in a few words, for the head of a column. */
export const short: Readonly<Record<string, string>> = {
  recover: 'Back in time',
  shrink: 'Shrinks',
  grow: 'Grows',
  contents: 'Shows only its own',
};
