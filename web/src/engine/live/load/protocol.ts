import type { Scenario } from '../../../lab/types';

/** Runs of the load, side by side on one clock. */
export interface Demand {
  /** The lab's parameters by name. */
  parameters: Record<string, number>;
  /** One for each run. */
  scenarios: Scenario[];
  /** What is told of each. */
  outputs: string[];
}

/** All runs at one moment, in the order of their scenarios. */
export interface Moment {
  /** Runs by outputs: what the model says of the time that has passed. */
  values: Float64Array;
  /** Simulated seconds that have passed in each. */
  seconds: Float64Array;
  /** Share of its operations that each has begun, from 0 to 1. */
  progress: Float64Array;
  /** 1 for those that have come to their end. */
  ended: Uint8Array;
  /** How each came here: in turns simulated seconds, and the MB that were read and written until then. */
  courses: Float64Array[];
  /** Why a run cannot go on; empty for the others. */
  problems: string[];
}

/** What the page may ask. There is one set of runs at a time. */
export interface Live {
  /** Begins anew with other runs. */
  open(demand: Demand): Moment;
  /** Lets the runs go on for about so many milliseconds of the machine's time; what comes of them does not depend on it. */
  advance(milliseconds: number): Moment;
}
