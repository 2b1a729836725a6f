// Requests of the network page to its worker, and the responses. Names with underscores are those of the engine's JSON.
import type { Lab, Scenario } from '../lab/types';

/** A declared network: the parts of a lab from which the engine makes its model. */
export type DeclaredNetwork = Pick<Lab, 'model' | 'declaration' | 'parameters'>;

/** The numbers of a lab's network in one scenario, in the order of its declaration. Times are in milliseconds. */
export interface NetworkNumbers {
  /** The number of servers of each station; 0 for a delay center. */
  servers: number[];
  /** One population per class; NaN for an open class. */
  populations: number[];
  think: number[];
  /** One rate per class, per second; NaN for a closed class. */
  rates: number[];
  /** One entry for each demand. */
  demands: { service: number; visits: number; variation: number }[];
}

/** A row of an explanation: a device or a job, in one report or averaged over several. */
export interface ReportRow {
  subject: string;
  what: string;
  rate_per_s: number;
  response_ms: number | null;
  in_system: number | null;
  utilization_percent: number | null;
}

/** The data that the engine reads from the report of a measurement tool: the JSON of `pathlength explain`. */
export interface Explanation {
  format: string;
  program?: string;
  plausible: boolean;
  conclusion: { text: string } | null;
  rows: ReportRow[];
  checks: { text: string }[];
  taken: string[];
  notes: string[];
}

export interface NetworkWorker {
  /**
   * Returns the outputs of each scenario, one scenario after the other. The values of a scenario without a solution are
   * NaN.
   */
  solve(network: DeclaredNetwork, scenarios: Scenario[], outputs: string[]): { values: Float64Array; reason: string };
  /** Returns the numbers of a lab's network. */
  numbers(network: DeclaredNetwork, scenario: Scenario): NetworkNumbers;
  /** Reads a report; a CSV file needs the mapping of its columns. */
  explain(text: string, mapping: object | undefined): Explanation;
}
