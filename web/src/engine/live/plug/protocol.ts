/** What is run: a file system by the name of the lab's setting, what its client does, and the rules it does without. */
export interface Demand {
  policy: string;
  story: Story;
  /** Which stream of operations. */
  stream: number;
  noRevoke: boolean;
  noBarrier: boolean;
  earlyReuse: boolean;
}

export const stories = ['mixed', 'used-again', 'at-once'] as const;
export type Story = (typeof stories)[number];

/** Why a block is written, by number. */
export const kinds = ['data', 'metadata', 'journal', 'journaled', 'home', 'start'] as const;
export type Kind = (typeof kinds)[number];

/** All writes of a run, in columns. */
export interface Writes {
  /** Simulated seconds. */
  times: Float64Array;
  /** Places in `kinds`. */
  kinds: Uint8Array;
  /** Flushes before each. */
  epochs: Uint32Array;
  blocks: Uint32Array;
  words: string[];
}

/** Where the power fails: the last write that was handed over, and those that got lost. */
export interface Place {
  after: number;
  lost: Uint32Array;
}

export const counted = [
  'read',
  'written',
  'replayed',
  'revoked',
  'before',
  'problems',
  'strange',
  'foreign',
  'holes',
  'pages',
  'missing',
  'returned',
  'renamed',
  'right',
  'promises',
] as const;
/** What a power cut leaves, in counts. */
export type Counts = Record<(typeof counted)[number], number>;

export interface Outcome {
  /** When the power failed, and the age of the oldest thing that is lost: simulated seconds. */
  at: number;
  lostSeconds: number;
  counts: Counts;
}

/** What the page may ask. Each call says which run it is about; the last one is kept. */
export interface Plug {
  run(demand: Demand): Writes;
  cut(demand: Demand, place: Place): Outcome;
  /** The worst of all cuts, and how many were tried. */
  worst(demand: Demand): Place & { tried: number };
}
