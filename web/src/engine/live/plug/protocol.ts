import type { crashCountColumns, fileFates, pageFates, workloadScripts, writeKinds } from '../../generated/journaling';
import type { disks, losses } from '../../generated/power-failure';

export { disks, losses } from '../../generated/power-failure';
export { crashCountColumns, fileFates, pageFates, workloadScripts, writeKinds } from '../../generated/journaling';

/** A file system, named as in the lab's setting, its client's workload, and the disabled safeguards. */
export interface ExperimentConfig {
  policy: string;
  script: WorkloadScript;
  /** The number of the operation stream. */
  stream: number;
  noRevoke: boolean;
  noBarrier: boolean;
  earlyReuse: boolean;
  /** Whether the blocks of the log have checksums. */
  checksums: boolean;
  /** The lab's parameters. */
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

/** The last write submitted before the crash, and the lost writes. */
export interface CrashPoint {
  lastWrite: number;
  lostWrites: Uint32Array;
}

/** A disk, and the effect of the power failure on its unflushed writes. */
export interface PowerFailure {
  disk: (typeof disks)[number];
  loss: (typeof losses)[number];
}

/** The counts that describe a crash. */
export type CrashCounts = Record<(typeof crashCountColumns)[number], number>;

export type FileFate = (typeof fileFates)[number];
export type PageFate = (typeof pageFates)[number];

/** Every file that existed at the crash or exists after recovery, in columns. */
export interface RecoveredFiles {
  /** The number of each file, as in the descriptions of writes. */
  numbers: Uint32Array;
  /** Indexes into `fileFates`. */
  fates: Uint8Array;
  /** Number of pages of each file. */
  pages: Uint32Array;
  /** Indexes into `pageFates`, file by file. */
  pageFates: Uint8Array;
}

export interface CrashSummary {
  /** The time of the crash, in simulated seconds. */
  crashedAt: number;
  /** The age of the oldest lost operation, in simulated seconds. */
  oldestLoss: number;
  /** The first unflushed write. */
  firstUnflushed: number;
  lostWrites: Uint32Array;
  tornWrite: number | undefined;
  counts: CrashCounts;
  files: RecoveredFiles;
}

/** Methods for the page. Each call names its run; the worker keeps the last run. */
export interface CrashApi {
  run(config: ExperimentConfig): Writes;
  crash(config: ExperimentConfig, point: CrashPoint): CrashSummary;
  /** Simulates a crash after a write, with the given disk and losses. */
  fail(config: ExperimentConfig, lastWrite: number, failure: PowerFailure): CrashSummary;
  /** Returns the worst of the displayed crash state and all states that the search tried, and the number of states. */
  worst(config: ExperimentConfig, shown: CrashPoint): CrashPoint & { statesTried: number };
}
