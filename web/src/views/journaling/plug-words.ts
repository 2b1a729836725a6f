import { count, counted, decimals, listed } from '../../charts/format';
import type {
  CrashCounts,
  CrashSummary,
  ExperimentConfig,
  WorkloadScript,
  WriteKind,
} from '../../engine/live/plug/protocol';
import { rowsOf, totals } from './files';
import { systems } from './systems';

/** The file systems, by the values of the lab's setting. */
export const policies: Readonly<Record<string, string>> = Object.fromEntries(
  systems.map(({ policy, title }) => [policy, title]),
);

export const scriptTitles: Readonly<Record<WorkloadScript, string>> = {
  mixed: 'Files are created and removed',
  'used-again': 'Blocks of a removed directory are reused later',
  'at-once': 'Freed blocks are reused immediately',
};

/** Letter and title of each kind of write. */
export const kindTitles: Readonly<Record<WriteKind, { letter: string; title: string }>> = {
  data: { letter: 'D', title: 'file page' },
  metadata: { letter: 'M', title: 'metadata, without a log' },
  journal: { letter: 'L', title: 'log' },
  journaled: { letter: 'P', title: 'file page in the log' },
  home: { letter: 'H', title: 'checkpoint to the home location' },
  start: { letter: 'S', title: 'log superblock' },
};

/** A safeguard that can be disabled. */
export interface Rule {
  name: 'noBarrier' | 'noRevoke' | 'earlyReuse';
  title: string;
  /** The script that shows the damage if the safeguard is disabled. */
  script: WorkloadScript;
}

export const rules: readonly Rule[] = [
  { name: 'noBarrier', title: 'No flushes', script: 'mixed' },
  { name: 'noRevoke', title: 'No revoke records', script: 'used-again' },
  { name: 'earlyReuse', title: 'Early reuse of freed blocks', script: 'at-once' },
];

/** Returns whether a file system has a log. */
export const hasLog = (policy: string): boolean => policy !== 'ext2';

const seconds = (value: number): string => `${decimals(value, value < 10 ? 1 : 0)} s`;
const some = (parts: readonly [number, string, string][]): string =>
  listed(parts.filter(([number]) => number > 0).map(([number, one, many]) => counted(number, one, many)));

/** Formats milliseconds as a time. */
export const time = (ms: number): string =>
  ms < 10 ? `${ms.toFixed(1)} ms` : ms < 1000 ? `${ms.toFixed(0)} ms` : seconds(ms / 1000);

/** Describes the work of the recovery. */
function recovery(config: ExperimentConfig, counts: CrashCounts): string {
  if (!hasLog(config.policy)) {
    const found =
      counts.problemsBefore > 0
        ? `found ${counted(counts.problemsBefore, 'problem', 'problems')}`
        : 'found nothing wrong';
    return `The full check read ${counted(counts.read, 'block', 'blocks')}, ${found}, and wrote ${count(counts.written)}.`;
  }
  const replayed =
    counts.replayed > 0
      ? `replayed ${counted(counts.replayed, 'log block', 'log blocks')} and wrote ${counted(counts.written, 'block', 'blocks')}`
      : 'found nothing to replay';
  return `The recovery read ${counted(counts.read, 'block', 'blocks')} of the log, ${replayed}.`;
}

/** Describes whether the recovery recognized the damaged block; empty if no block is damaged. */
function recognition({ checksums }: ExperimentConfig, counts: CrashCounts): string {
  if (counts.damagedBlocks === 0) return '';
  if (counts.recognized > 0)
    return `The recovery detected a damaged log block${checksums ? ' by a checksum' : ''} and replayed nothing from there onward.`;
  return 'One block is damaged. No checksum covers it, so the recovery did not detect it.';
}

/** Describes damage that recovery left: states that no user should ever see. */
export function damage(counts: CrashCounts): string {
  return some([
    [counts.problemsAfter, 'problem in the structure', 'problems in the structure'],
    [
      counts.phantomObjects,
      'file or name that never existed in this form',
      'files or names that never existed in this form',
    ],
    [counts.stalePages, 'page with foreign or stale content', 'pages with foreign or stale content'],
    [counts.lostSynced, 'loss of synced data', 'losses of synced data'],
  ]);
}

/**
 * Describes the losses. All lost pages are counted, as in the diagram; the pages of lost files are also given after the
 * number of these files.
 */
function losses({ counts, oldestLoss, files }: CrashSummary, damaged: boolean): string {
  const missing = rowsOf(files).filter(({ fate }) => fate === 'missing');
  const gone = totals(missing).lost;
  const theirs = gone > 0 ? ` (with ${count(gone)} of these pages)` : '';
  const lost = some([
    [counts.oldPages + gone, 'page', 'pages'],
    [counts.zeroPages, 'page that now reads as zeros', 'pages that now read as zeros'],
    [counts.missingObjects, `file or directory${theirs}`, `files or directories${theirs}`],
    [counts.oldNames, 'new name', 'new names'],
    [counts.resurrectedObjects, 'removal', 'removals'],
  ]);
  return lost
    ? `Lost: ${lost}; the oldest lost operation is from ${seconds(oldestLoss)} before the crash.`
    : damaged
      ? 'Nothing else is lost.'
      : 'No operation is lost.';
}

/** The order in which the engine compares crashes. */
export const severityOrder =
  'by damage to the structure, then by lost synced data, pages with foreign or stale content, the number of other losses, and the age of the oldest loss';

/** Describes a crash and its recovery in sentences. */
export function describeCrash(config: ExperimentConfig, summary: CrashSummary): string[] {
  const wrong = damage(summary.counts);
  return [
    recovery(config, summary.counts),
    ...[recognition(config, summary.counts)].filter(Boolean),
    wrong ? `Damage after recovery: ${wrong}.` : 'No damage after recovery.',
    losses(summary, wrong !== ''),
  ];
}

/** Titles and counts that describe a crash, in the order of a table. */
export const rows = (counts: CrashCounts): [string, number][] => [
  ['Problems in the structure before recovery', counts.problemsBefore],
  ['Blocks read by the recovery', counts.read],
  ['Blocks written by the recovery', counts.written],
  ['Images or records revoked because their block was freed', counts.revoked],
  ['Blocks that the power failure damaged', counts.damagedBlocks],
  ['Damaged log blocks that the recovery detected', counts.recognized],
  ['Problems in the structure after recovery', counts.problemsAfter],
  ['Files or names that never existed in this form', counts.phantomObjects],
  ['Pages with foreign or stale content', counts.stalePages],
  ['Losses of synced data', counts.lostSynced],
  ['Pages lost or with an older version', counts.oldPages],
  ['Lost pages that read as zeros', counts.zeroPages],
  ['Files or directories lost', counts.missingObjects],
  ['Removed files or directories that exist again', counts.resurrectedObjects],
  ['New names lost', counts.oldNames],
  ['Pages with their latest version', counts.intactPages],
];

/** Returns the last write of the previous or the next epoch; at either end, the first or the last write. */
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
