import { extentOwners, spaceOverheadColumns } from '../../generated/journaling';
import { indexesOf } from '../../tables';

export { spaceOverheadColumns };

/** Numeric settings of a recovery estimate, by the engine's setting names. */
export type Sizes = Partial<Record<'size_gib' | 'log_mib' | 'filled_percent' | 'file_kib', number>>;

export interface RecoveryRequest {
  policy: string;
  sizes: Sizes;
}

/** I/O and time of a recovery; `problem` is the reason why there is no estimate, or empty. */
export interface Recovery {
  /** Number of blocks of 4 KB. */
  read: number;
  written: number;
  /** Seconds on fast disks. */
  fastS: number;
  /** Seconds on slow disks. */
  slowS: number;
  components: { title: string; fastS: number; slowS: number }[];
  problem: string;
}

/** A history of writes to an aging device. */
export interface AgingSetup {
  policy: string;
  /** The number of times that the device was filled and half emptied. */
  rounds: number;
  /** Share of the device that is full. */
  filled: number;
  /** Number of files written concurrently. */
  writers: number;
  /** Number of pages of each file per turn. */
  chunk: number;
  /** Number of pages of each file in total. */
  pages: number;
}

/** The number of each owner of extents; the new files have the numbers from `first` onward. */
export const owners = indexesOf(extentOwners);

/** The extents of a device as columns. */
export interface Extents {
  starts: Uint32Array;
  /** Number of blocks in each extent. */
  lengths: Uint32Array;
  owners: Uint32Array;
}

export interface Device {
  extents: Extents;
  /** Number of extents of each new file. */
  extentCounts: Uint32Array;
}

export type SpaceOverhead = Record<(typeof spaceOverheadColumns)[number], number>;

/** Methods for the page. Each call carries all of its input. */
export interface RecoveryApi {
  /** Returns estimates in the order of the requests. `parameters` contains the lab's parameters. */
  recoveries(parameters: Record<string, number>, requests: RecoveryRequest[]): Recovery[];
  /** Returns the aged device. `parameters` contains the lab's parameters. */
  device(parameters: Record<string, number>, setup: AgingSetup): Device;
  /** Returns the wasted share of space for each block size, and for tail packing in a tree. */
  overhead(median: number, sigma: number, leafFillFactor: number): SpaceOverhead;
}
