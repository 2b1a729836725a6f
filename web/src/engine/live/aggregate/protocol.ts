import type { disks, losses } from '../../generated/power-failure';
import type { blockOwners, formats, planMachines, plexes, versions, writePurposes } from '../../generated/zfs';
import type { PageSummary, Report } from '../../pkg/zfs-migration/pathlength_web';
import type { Lab } from '../../types';

export { disks, losses } from '../../generated/power-failure';
export { blockOwners, writePurposes } from '../../generated/zfs';
export type { FileSystemRow, OperationRow, Rate, Row, Totals } from '../../pkg/zfs-migration/pathlength_web';

export type Format = (typeof formats)[number];
export type Version = (typeof versions)[number];

/** Inputs of a plan, in addition to the text. */
export interface PlanQuestion {
  /** The lab with the parameters and the published lookups. */
  lab: Lab;
  /** The zFS configuration in which the tasks run: a monoplex, or a client of a sysplex. */
  plex: (typeof plexes)[number];
  /** The machine whose lookups are predicted. */
  machine: (typeof planMachines)[number];
  /** Number of names that the reader's system converts per second. */
  ownRate?: number;
  /** Number of bytes in the unit of the `df` output. */
  unitBytes?: 512 | 1024;
  /** Maximum number of directories in the answer; the CSV contains all of them. */
  most: number;
}

export type Plan = Report;

/** Sizes in kilobytes. The aggregate grows by `growBy` at a time up to `growTo`, or not at all if `growBy` is 0. */
export interface AggregateOptions {
  kilobytes: number;
  version: Version;
  growBy: number;
  growTo: number;
}

/** A directory and its pages, index pages first. */
export interface Pages {
  format: Format;
  names: number;
  bytes: number;
  pages: PageSummary[];
}

export type BlockOwner = (typeof blockOwners)[number];
export type WritePurpose = (typeof writePurposes)[number];

/** An aggregate at a point in time. */
export interface AggregateSnapshot {
  version: Version;
  total_kilobytes: number;
  free_kilobytes: number;
  free_blocks: number;
  free_fragments: number;
  log_kilobytes: number;
  /** For each block that was ever in use, a byte whose bits mark the KBs in use. All other blocks are free. */
  inUse: Uint8Array;
  /** The owner number of each block that was ever in use. */
  owner: Uint8Array;
  /** The requested directory. */
  directory: Pages | undefined;
}

export interface ConversionResult {
  names: number;
  blocks_before: number;
  blocks_after: number;
  grown: number;
  /** Number of blocks written to the medium. */
  writes: number;
  /** For each write, an index into `writePurposes`. */
  purposes: Uint8Array;
  /** For each write, the number of the written block among the blocks of the same purpose. */
  blocks: Uint32Array;
}

/** A disk, and the effect of a power failure on its unflushed writes. */
export interface PowerFailure {
  disk: (typeof disks)[number];
  loss: (typeof losses)[number];
}

/** An aggregate after a power failure and recovery. */
export interface CrashResult {
  /** The format of the converted directory; empty if it cannot be read. */
  format: Format | '';
  names: number;
  /** Number of names that existed before and are no longer found. */
  missing: number;
  /** Number of unflushed writes. */
  unflushed: number;
  /** Number of complete transactions that were replayed. */
  replayed: number;
  /** Inconsistencies. */
  troubles: string[];
  picture: AggregateSnapshot;
}

export type Command =
  | { do: 'make_directory' | 'remove_directory' | 'remove' | 'lookup'; path: string }
  | { do: 'create'; path: string; kilobytes: number }
  | { do: 'rename'; path: string; to: string };

/** The result of adding names. */
export interface FillResult {
  entered: number;
  rejected: number;
  /** The reason for the first rejection; empty if no line was rejected. */
  first: string;
}

/** A line of a console answer: a message or report as in the source, or the console's own text. */
export interface Answer {
  kind: 'message' | 'report' | 'done' | 'refused' | 'remark';
  text: string;
}

/** Methods for the page. There is one plan and one aggregate at a time. */
export interface AggregateApi {
  /** Reads a text and makes a plan. */
  plan(text: Blob, question: PlanQuestion): Plan;
  /** Returns the whole last plan as CSV, as the command prints it. */
  planCsv(): string;
  /** Formats another aggregate and mounts it for reading and writing. */
  open(options: AggregateOptions): AggregateSnapshot;
  /** Executes a command; returns the reason for a refusal, or an empty text. */
  apply(command: Command): string;
  /** Creates empty files with these names, one per line. */
  fill(path: string, names: Blob): FillResult;
  /** Removes all files of a directory; returns their number. */
  empty(path: string): number;
  /** Returns the aggregate, with the directory at a path. */
  picture(path?: string): AggregateSnapshot;
  /** Converts a directory and records each write; returns the reason for a refusal, or the result. */
  convert(path: string, to: Format): string | ConversionResult;
  /**
   * Cuts power after the first `writes` writes of the last conversion, and recovers. The open aggregate does not
   * change. The snapshot contains the directory of `path`.
   */
  crash(writes: number, failure: PowerFailure, path?: string): CrashResult;
  /** Answers a line entered at the console, which has separate aggregates. */
  command(line: string): Answer[];
}
