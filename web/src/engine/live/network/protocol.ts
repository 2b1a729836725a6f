import type { Lab, Scenario } from '../../types';

/** The parts of a lab from which its network is made. */
export type NetworkLab = Pick<Lab, 'model' | 'declaration' | 'parameters'>;

/** Maximum number of samples in the history of a network. */
export const maxSamples = 150;

/** A network. Stations and classes are in the order of the lab's declaration. Times are in seconds. */
export interface NetworkInfo {
  /** Number of servers of each station; 0 for a delay center. */
  servers: Uint32Array;
  /** Simulated time in which many requests are completed: the length of the history. */
  span: number;
  /** The exact means, if the network has an exact solution. */
  exact: { busy: Float64Array; present: Float64Array; throughput: Float64Array; response: Float64Array } | undefined;
}

/** The network at a point in time. */
export interface NetworkSnapshot {
  now: number;
  /** Number of requests at each station, by station and then by class. */
  present: Uint32Array;
  /** Number of requests of each class in their think time. */
  thinking: Uint32Array;
  /** Number of busy servers of each station. */
  busy: Uint32Array;
  /** Mean number of busy servers of each station since the start. */
  meanBusy: Float64Array;
  /** Mean number of requests at each station since the start. */
  meanPresent: Float64Array;
  /** Number of completed requests of each class. */
  completions: Float64Array;
  /** Mean response time of the completed requests of each class; NaN before the first completion. */
  meanResponse: Float64Array;
  /** Times of the last samples. */
  times: number[];
  /** The number of requests at each station at the times of the samples. */
  history: number[][];
}

/** Methods for the page. There is one network at a time. */
export interface NetworkApi {
  /** Replaces the network and simulates the given number of its spans. */
  open(lab: NetworkLab, scenario: Scenario, spans: number): { info: NetworkInfo; snapshot: NetworkSnapshot };
  /** Simulates until the given time. */
  advance(until: number): NetworkSnapshot;
}
