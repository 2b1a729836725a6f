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

/** The pages of one directory in columns: index pages first, then the other pages in their order. */
export interface Pages {
  names: number;
  bytes: number;
  /** The number of pages visited to reach an entry, including its own. */
  levels: number;
  block: Uint32Array;
  used: Uint32Array;
  /** The number of names on each page, or of pointers on an index page. */
  held: Uint32Array;
  depth: Uint8Array;
  index: Uint8Array;
  /** 1 for a page that cannot be read. */
  damaged: Uint8Array;
  /** The prefix shared by the names of each of the first pages, stored once per page. */
  prefix: string[];
  /** The suffix shared by the names of each of the first pages, stored once per page. */
  suffix: string[];
  /** The reason why the pages cannot be listed and the columns are empty; empty if the pages can be listed. */
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
  /** The cookie to continue with; undefined at the end. */
  next?: bigint;
}

/** The result of adding names. The two directories take turns in adding the same names. */
export interface FillResult {
  report: PerFormat<LoadSummary>;
  /** Time taken by each directory, in milliseconds. */
  time: PerFormat<number>;
  /** One of the added names. */
  example: string;
}

/** Methods for the page. */
export interface DirectoryApi {
  /** Replaces both directories with empty directories. */
  reset(): void;
  picture(): PerFormat<Pages>;
  apply(operation: Operation, name: string): PerFormat<Trace>;
  list(cookies: PerFormat<bigint>, most: number): PerFormat<Listing>;
  /** Adds `count` generated names, starting with number `from` of their pattern. */
  generate(pattern: string, from: number, count: number, seed: number): FillResult;
  /** Adds a text of names, one per line. */
  load(text: Blob): FillResult;
  page(format: Format, at: number): PageView;
  damage(format: Format, block: number, offset: number, bit: number): void;
  salvage(): PerFormat<DamageView[]>;
}

/** Maximum number of pages listed with the shared prefixes of their names. */
export const maxPageRows = 200;
