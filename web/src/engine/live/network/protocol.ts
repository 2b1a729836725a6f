import type { Lab, Scenario } from '../../types';

/** The parts of a lab from which its network is made. */
export type NetworkLab = Pick<Lab, 'model' | 'declaration' | 'parameters'>;

/** Samples in the history of a network. */
export const maxSamples = 150;

/** A network. Stations and classes have the order of the lab's declaration. Times are seconds. */
export interface NetworkInfo {
  /** Servers of each station; 0 for a delay center. */
  servers: Uint32Array;
  /** Simulated time in which many requests are completed: the length of the history. */
  span: number;
  /** The exact means, if the network has an exact solution. */
  exact: { busy: Float64Array; present: Float64Array; throughput: Float64Array; response: Float64Array } | undefined;
}

/** The network at a point in time. */
export interface NetworkSnapshot {
  now: number;
  /** Requests at each station, by station and then by class. */
  present: Uint32Array;
  /** Requests of each class in their think time. */
  thinking: Uint32Array;
  /** Busy servers of each station. */
  busy: Uint32Array;
  /** Means since the start: busy servers and requests of each station. */
  meanBusy: Float64Array;
  meanPresent: Float64Array;
  /** Completed requests of each class, and their mean response time, NaN before the first completion. */
  completions: Float64Array;
  meanResponse: Float64Array;
  /** Times of the last samples, and the number of requests at each station at those times. */
  times: number[];
  history: number[][];
}

/** Methods for the page. There is one network at a time. */
export interface NetworkApi {
  /** Replaces the network and simulates the given number of its spans. */
  open(lab: NetworkLab, scenario: Scenario, spans: number): { info: NetworkInfo; snapshot: NetworkSnapshot };
  /** Simulates until the given time. */
  advance(until: number): NetworkSnapshot;
}
