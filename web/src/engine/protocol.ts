import type { Lab, Scenario } from '../lab/types';
import type { Advice, Enquiry, Errors } from './pkg/disk-path-rest/pathlength_web';
import type { Diagnosis, DiagnosisEnquiry, Plan, PlanningQuestion } from './pkg/file-pool-rest/pathlength_web';
import type { CodecChoice } from './pkg/tape-rest/pathlength_web';
import type { Given, Measured, Quantity, Question, Verdict } from './types';

export type { Advice, Enquiry, Errors, Limit } from './pkg/disk-path-rest/pathlength_web';
export type {
  Application,
  Check,
  Comparison,
  Diagnosis,
  DiagnosisEnquiry,
  Finding,
  Measurement,
  Part,
  Plan,
  PlanningQuestion,
  ServerMeasurement,
  Symptom,
} from './pkg/file-pool-rest/pathlength_web';
export type { ChoiceQuestion, CodecChoice } from './pkg/tape-rest/pathlength_web';
export type { Given, Measured, Quantity, Question, Verdict } from './types';

/** What one table came to. Cells run row by row; NaN where there is nothing to say. */
export interface Reproduction {
  published: Float64Array;
  model: Float64Array;
  /** Halves of the 95 % confidence intervals of the model's values. */
  half_width: Float64Array;
  /** Relative: 0.03 is 3 % too high. */
  error: Float64Array;
  /** Index into `roles`. */
  role: Uint8Array;
  fitted_parameters: number;
  cells: number;
  median_error: number;
  max_error: number;
  held_out_median_error: number;
}

/** One summand of an output, or of its reciprocal if it is a rate. */
export interface Term {
  title: string;
  /** Where the work is done. */
  place: string;
  /** How often it happens. */
  count: number;
  cost_us: number;
  time_us: number;
}

/** What an output is made of. */
export interface Explanation {
  terms: Term[];
}

/** The ways to a disk, the best first, and how far the model of them is off. */
export interface Ranking {
  ways: Advice[];
  /** Missing if the lab has no table that tells. */
  errors?: Errors;
  /** How many published values tell. */
  cells: number;
}

/** What the page may ask of the engine; the worker implements exactly this. */
export interface EngineApi {
  open(lab: Lab): void;
  reproduce(table: string): Reproduction;
  /** Scenarios by outputs. */
  evaluate(scenarios: Scenario[], outputs: string[]): Float64Array;
  explain(scenario: Scenario, output: string): Explanation;
  /** Which ways to a disk suit some work. */
  advise(enquiry: Enquiry): Ranking;
  /** What measurements of a file pool server come to. */
  diagnose(enquiry: DiagnosisEnquiry): Diagnosis;
  /** What a rule of thumb for file pools says. */
  plan(question: PlanningQuestion): Plan;
  /** Which codec suits some work, by answers to the questions about it. */
  chooseCodec(answers: Record<string, string>): CodecChoice;
  /** Whether an answer is right, and what is said to it. Without a seed, draws have their first values. */
  judge(question: Question, given: Given, seed?: string): Verdict;
  /** The values of expressions, which may name `draws`. */
  calculate(expressions: string[], draws?: Record<string, Quantity>): Quantity[];
  /** The numbers that a question draws from a seed, in their own units. */
  draw(question: Question, seed?: string): Record<string, number>;
  /** A number as readers write it ("12.5k", "1.2 ms"), in `unit`. */
  measure(text: string, unit: string): Measured;
}

/** What a worker may offer: functions whose arguments and answers can be sent. */
export type WorkerApi<E> = { [M in keyof E]: (...args: never[]) => unknown };
export type Call<E extends WorkerApi<E> = EngineApi> = {
  [M in keyof E]: { id: number; method: M; args: Parameters<E[M]> };
}[keyof E];
export type Request<E extends WorkerApi<E> = EngineApi> = Call<E> | { cancel: number };

export type Reply =
  | { id: number; value: unknown }
  | { id: number; progress: number }
  | { id: number; cancelled: true }
  /** After a fatal error the worker must not be used again. */
  | { id: number; error: string; fatal: boolean };
