import type { crashCountColumns, fileFates, pageFates, workloadScripts, writeKinds } from '../../generated/journaling';
import type { disks, losses } from '../../generated/power-failure';

export { disks, losses } from '../../generated/power-failure';
export { crashCountColumns, fileFates, pageFates, workloadScripts, writeKinds } from '../../generated/journaling';

/** A file system by the name of the lab's setting, the work of its client, and the disabled safeguards. */
export interface ExperimentConfig {
  policy: string;
  script: WorkloadScript;
  /** Number of the stream of operations. */
  stream: number;
  noRevoke: boolean;
  noBarrier: boolean;
  earlyReuse: boolean;
  /** Whether the blocks of the log have checksums. */
  checksums: boolean;
  /** Those of the lab. */
  parameters: Readonly<Record<string, number>>;
}

export type WorkloadScript = (typeof workloadScripts)[number];

export type WriteKind = (typeof writeKinds)[number];

/** All writes of a run, in columns. */
export interface Writes {
  /** Simulated seconds. */
  times: Float64Array;
  /** Indexes into `writeKinds`. */
  kinds: Uint8Array;
  /** Number of flushes before each write. */
  epochs: Uint32Array;
  blocks: Uint32Array;
  descriptions: string[];
}

/** The last write that was submitted before the crash, and the writes that are lost. */
export interface CrashPoint {
  lastWrite: number;
  lostWrites: Uint32Array;
}

/** A disk, and what the power failure does to the writes that no flush has secured. */
export interface PowerFailure {
  disk: (typeof disks)[number];
  loss: (typeof losses)[number];
}

/** A crash in counts. */
export type CrashCounts = Record<(typeof crashCountColumns)[number], number>;

export type FileFate = (typeof fileFates)[number];
export type PageFate = (typeof pageFates)[number];

/** Every file that existed at the crash or exists again, in columns. */
export interface RecoveredFiles {
  /** The numbers that write descriptions use. */
  numbers: Uint32Array;
  /** Indexes into `fileFates`. */
  fates: Uint8Array;
  /** Number of pages of each file. */
  pages: Uint32Array;
  /** Indexes into `pageFates`, file by file. */
  pageFates: Uint8Array;
}

export interface CrashSummary {
  /** Time of the crash, and age of the oldest lost operation: simulated seconds. */
  crashedAt: number;
  oldestLoss: number;
  /** The first write that no flush has secured, the lost writes, and the torn one. */
  firstUnflushed: number;
  lostWrites: Uint32Array;
  tornWrite: number | undefined;
  counts: CrashCounts;
  files: RecoveredFiles;
}

/** Calls of the page. Each names its run; the worker keeps the last one. */
export interface CrashApi {
  run(config: ExperimentConfig): Writes;
  crash(config: ExperimentConfig, point: CrashPoint): CrashSummary;
  /** A crash after a write, with a disk and its losses. */
  fail(config: ExperimentConfig, lastWrite: number, failure: PowerFailure): CrashSummary;
  /** The worst of the crash states that the search tried and the one that is shown, and how many these are. */
  worst(config: ExperimentConfig, shown: CrashPoint): CrashPoint & { statesTried: number };
}
