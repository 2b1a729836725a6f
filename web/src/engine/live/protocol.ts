import type { formats } from '../generated/zfs';
import type { Counts, DamageView, LoadSummary, PageView } from '../pkg/zfs-directories-rest/pathlength_web';

export { directoryEvents, formats } from '../generated/zfs';
export type {
  Counts,
  DamageView,
  EntryView,
  LoadSummary,
  PageView,
  Rejection,
} from '../pkg/zfs-directories-rest/pathlength_web';

export type Format = (typeof formats)[number];

/** A value for each format. */
export type PerFormat<T> = Record<Format, T>;

export type Operation = 'create' | 'lookup' | 'remove';

/** The pages of one directory in columns: index pages first, then the others in their order. */
export interface Pages {
  names: number;
  bytes: number;
  /** Pages passed to reach an entry, its own included. */
  levels: number;
  block: Uint32Array;
  used: Uint32Array;
  /** Names of each page; pointers of an index page. */
  held: Uint32Array;
  depth: Uint8Array;
  index: Uint8Array;
  /** 1 for a page that cannot be read. */
  damaged: Uint8Array;
  /** What the names of the first pages share, kept once a page. */
  prefix: string[];
  suffix: string[];
  /** Why the pages cannot be listed; empty if they can. Then the columns are empty. */
  failure: string;
}

/** The steps of an operation, in order. Kinds are indexes into `directoryEvents`. */
export interface Trace {
  kinds: Uint8Array;
  subjects: Uint32Array;
  objects: Uint32Array;
  counts: Counts;
  failure: string;
}

export interface Listing extends Trace {
  names: string[];
  /** Where to go on; undefined at the end. */
  next?: bigint;
}

/** The result of entering names. Both directories get the same ones in turns. */
export interface FillResult {
  report: PerFormat<LoadSummary>;
  /** Time each directory took, in milliseconds. */
  time: PerFormat<number>;
  /** One of the names. */
  example: string;
}

/** Calls of the page. */
export interface DirectoryApi {
  /** Two empty directories. */
  reset(): void;
  picture(): PerFormat<Pages>;
  apply(operation: Operation, name: string): PerFormat<Trace>;
  list(cookies: PerFormat<bigint>, most: number): PerFormat<Listing>;
  /** `count` made-up names, from number `from` of their pattern on. */
  generate(pattern: string, from: number, count: number, seed: number): FillResult;
  /** A text of names, one a line. */
  load(text: Blob): FillResult;
  page(format: Format, at: number): PageView;
  damage(format: Format, block: number, offset: number, bit: number): void;
  salvage(): PerFormat<DamageView[]>;
}

/** Maximum number of pages with the shared parts of their names. */
export const maxPageRows = 200;
