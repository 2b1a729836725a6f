import type { disks, losses } from '../../generated/power-failure';
import type { blockOwners, formats, planMachines, plexes, versions, writePurposes } from '../../generated/zfs';
import type { PageSummary, Report } from '../../pkg/zfs-migration/pathlength_web';
import type { Lab } from '../../types';

export { disks, losses } from '../../generated/power-failure';
export { blockOwners, writePurposes } from '../../generated/zfs';
export type { FileSystemRow, OperationRow, Rate, Row, Totals } from '../../pkg/zfs-migration/pathlength_web';

export type Format = (typeof formats)[number];
export type Version = (typeof versions)[number];

/** Inputs of a plan besides the text. */
export interface PlanQuestion {
  /** The lab with the parameters and the published lookups. */
  lab: Lab;
  /** Where the tasks run. */
  plex: (typeof plexes)[number];
  /** The machine whose lookups are predicted. */
  machine: (typeof planMachines)[number];
  /** Names that your own machine converts per second. */
  ownRate?: number;
  /** Bytes of the unit in which `df` printed space. */
  unitBytes?: 512 | 1024;
  /** The most directories in the answer; the CSV has all. */
  most: number;
}

export type Plan = Report;

/** Sizes in kilobytes. It grows by `growBy` at a time up to `growTo`, or not at all if `growBy` is 0. */
export interface AggregateOptions {
  kilobytes: number;
  version: Version;
  growBy: number;
  growTo: number;
}

/** A directory and its pages, those of the index first. */
export interface Pages {
  format: Format;
  names: number;
  bytes: number;
  pages: PageSummary[];
}

export type BlockOwner = (typeof blockOwners)[number];
export type WritePurpose = (typeof writePurposes)[number];

/** An aggregate at a time. */
export interface AggregateSnapshot {
  version: Version;
  total_kilobytes: number;
  free_kilobytes: number;
  free_blocks: number;
  free_fragments: number;
  log_kilobytes: number;
  /** For each block that was ever in use, one bit for each KB of it in use. All others are free. */
  inUse: Uint8Array;
  /** The number of each of these blocks' owner. */
  owner: Uint8Array;
  /** The directory that was asked for. */
  directory: Pages | undefined;
}

export interface ConversionResult {
  names: number;
  blocks_before: number;
  blocks_after: number;
  grown: number;
  /** Blocks written to the medium. */
  writes: number;
  /** For each of them, an index into `writePurposes`, and its number among the blocks of that purpose. */
  purposes: Uint8Array;
  blocks: Uint32Array;
}

/** A disk, and what a power failure does to the writes that no flush of it has secured. */
export interface PowerFailure {
  disk: (typeof disks)[number];
  loss: (typeof losses)[number];
}

/** An aggregate after a power failure and recovery. */
export interface CrashResult {
  /** The directory that was being converted; empty if it cannot be read. */
  format: Format | '';
  names: number;
  /** Names that were there before and are not found. */
  missing: number;
  /** Writes that no flush had secured. */
  unflushed: number;
  /** Complete transactions that were replayed. */
  replayed: number;
  /** Inconsistencies. */
  troubles: string[];
  picture: AggregateSnapshot;
}

export type Command =
  | { do: 'make_directory' | 'remove_directory' | 'remove' | 'lookup'; path: string }
  | { do: 'create'; path: string; kilobytes: number }
  | { do: 'rename'; path: string; to: string };

/** The result of entering names. */
export interface FillResult {
  entered: number;
  rejected: number;
  /** Why the first line was rejected; empty if none was. */
  first: string;
}

/** A line of an answer of the console: a message or a report as it was seen, or the console's own words. */
export interface Answer {
  kind: 'message' | 'report' | 'done' | 'refused' | 'remark';
  text: string;
}

/** Calls of the page. There is one plan and one aggregate at a time. */
export interface AggregateApi {
  /** Reads a text and makes a plan. */
  plan(text: Blob, question: PlanQuestion): Plan;
  /** All of the last plan, as the command prints it. */
  planCsv(): string;
  /** Formats another aggregate and mounts it for reading and writing. */
  open(options: AggregateOptions): AggregateSnapshot;
  /** Does something; returns why it was refused, or nothing. */
  apply(command: Command): string;
  /** Enters empty files with these names, one a line. */
  fill(path: string, names: Blob): FillResult;
  /** Removes all files of a directory; returns how many that were. */
  empty(path: string): number;
  /** The aggregate, with the directory of a path. */
  picture(path?: string): AggregateSnapshot;
  /** Converts a directory and keeps each write; returns why it was refused, or what it did. */
  convert(path: string, to: Format): string | ConversionResult;
  /**
   * Cuts power after the first `writes` writes of the last conversion, and recovers. The open aggregate does not change.
   * The snapshot has the directory of `path`.
   */
  crash(writes: number, failure: PowerFailure, path?: string): CrashResult;
  /** Answers a line that was entered at the console, which has aggregates of its own. */
  command(line: string): Answer[];
}
