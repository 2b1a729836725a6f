import type { Scenario } from '../../types';

/** Runs of the load, in parallel on one clock. */
export interface RaceConfig {
  /** The lab's parameters by name. */
  parameters: Record<string, number>;
  /** One scenario for each run. */
  scenarios: Scenario[];
  /** Names of the outputs of each run. */
  outputs: string[];
}

/** All runs at one point in time, in the order of their scenarios. */
export interface RaceSnapshot {
  /** Outputs for the time so far, by run and then by output. */
  values: Float64Array;
  /** Elapsed simulated seconds of each run. */
  seconds: Float64Array;
  /** Share of its operations that each run has started, from 0 to 1. */
  progress: Float64Array;
  /** 1 for finished runs. */
  ended: Uint8Array;
  /** Timeline of each run: simulated seconds alternate with the total MB read and written by that time. */
  timelines: Float64Array[];
  /** Reason why a run cannot continue; empty for other runs. */
  problems: string[];
}

/** Methods for the page. There is one set of runs at a time. */
export interface LoadApi {
  /** Replaces the runs. */
  open(config: RaceConfig): RaceSnapshot;
  /** Advances the runs for about the given real time, which does not affect their results. */
  advance(milliseconds: number): RaceSnapshot;
}
