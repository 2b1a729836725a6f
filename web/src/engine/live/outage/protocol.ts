/** The numbers of a question about a recovery, by the engine's names of settings. */
export type Sizes = Partial<Record<'size_gib' | 'log_mib' | 'filled_percent' | 'file_kib', number>>;

export interface Question {
  policy: string;
  sizes: Sizes;
}

/** What a recovery takes; `problem` says why there is no answer, and is empty otherwise. */
export interface Recovery {
  /** Blocks of 4 KB. */
  read: number;
  written: number;
  /** Seconds on fast disks and on slow ones. */
  least: number;
  most: number;
  parts: { title: string; least: number; most: number }[];
  problem: string;
}

/** What is written to a device that was used before. */
export interface Setup {
  policy: string;
  /** How often the device was filled and half emptied before. */
  rounds: number;
  /** Share of it that is full. */
  filled: number;
  /** Files that are written at the same time, pages that each gets in a turn, and pages of each. */
  writers: number;
  chunk: number;
  pages: number;
}

/** Whose a piece is: nobody's, the file system's own, an older file's, and from this number on the new files'. */
export const owners = { free: 0, own: 1, older: 2, first: 3 } as const;

export interface Device {
  /** Of each piece the first block, how many, and whose it is. */
  pieces: Uint32Array;
  /** Pieces of each new file. */
  extents: Uint32Array;
}

/** What the page may ask of the worker. Every question says all that it is about. */
export interface Live {
  /** In the order of the questions. `parameters` are the lab's. */
  outages(parameters: Record<string, number>, questions: Question[]): Recovery[];
  device(setup: Setup): Device;
  /** Shares of the space that are wasted: blocks of 512, 1,024, 2,048 and 4,096 bytes, and ends of files in a tree. */
  waste(median: number, sigma: number, leafFull: number): Float64Array;
}
