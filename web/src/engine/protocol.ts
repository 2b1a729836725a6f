import type { Enquiry, IozoneOutput, Ranking } from './pkg/disk-path-rest/pathlength_web';
import type { Diagnosis, DiagnosisEnquiry, Plan, PlanningQuestion } from './pkg/file-pool-rest/pathlength_web';
import type { FileSystemChoice } from './pkg/journaling/pathlength_web';
import type { CodecChoice } from './pkg/tape-rest/pathlength_web';
import type {
  SubmittedAnswer,
  DrawRecord,
  Lab,
  ParsedMeasurement,
  Quantity,
  Question,
  Scenario,
  Verdict,
} from './types';

export type {
  Advice,
  Enquiry,
  Errors,
  IozoneOutput,
  IozoneReading,
  Limit,
  Ranking,
} from './pkg/disk-path-rest/pathlength_web';
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
export type { FileSystemAdvice, FileSystemChoice, Fit } from './pkg/journaling/pathlength_web';
export type { ChoiceQuestion, CodecChoice } from './pkg/tape-rest/pathlength_web';
export type { SubmittedAnswer, ParsedMeasurement, Quantity, Question, Verdict } from './types';

/** A reproduced table. Cells are in row order; missing values are NaN. */
export interface Reproduction {
  published: Float64Array;
  model: Float64Array;
  /** Half-widths of the 95 % confidence intervals of the model's values. */
  half_width: Float64Array;
  /** The relative error: 0.03 means 3 % too high. */
  error: Float64Array;
  /** Index into `roles`. */
  role: Uint8Array;
}

/** Scatter of published values around the model's values, in logarithms. */
export interface Scatter {
  /** Standard deviation. */
  deviation: number;
  /** Degrees of freedom of the estimated deviation. */
  freedom: number;
}

/** A term of an output, or of its reciprocal if the output is a rate. */
export interface Term {
  title: string;
  /** Location of the work. */
  place: string;
  /** Number of occurrences. */
  count: number;
  cost_us: number;
  time_us: number;
}

/** The terms of an output. */
export interface Explanation {
  terms: Term[];
}

/** The page's requests to the engine. */
export interface EngineApi {
  /** `gradingAddress` is the address of a file with the model's description, for a lab that does not contain it. */
  open(lab: Lab, gradingAddress?: string): void;
  reproduce(table: string): Reproduction;
  /** Returns the values of the outputs, scenario by scenario. */
  evaluate(scenarios: Scenario[], outputs: string[]): Float64Array;
  /** Returns the values of `evaluate` for each draw of the fitted parameters; NaN if the model refuses a draw. */
  evaluateDraws(scenarios: Scenario[], outputs: string[], draws: DrawRecord): Float64Array;
  /**
   * Returns the ends of the prediction intervals of published values, value by value; NaN for a value without an
   * interval. `drawn` contains the values draw by draw; if there are fewer scatters than values, the scatters repeat.
   */
  intervals(values: Float64Array, drawn: Float64Array, scatters: Scatter[]): Float64Array;
  explain(scenario: Scenario, output: string): Explanation;
  /** Ranks the I/O paths to a disk for a workload. */
  advise(enquiry: Enquiry): Ranking;
  /** Diagnoses measurements of a file pool server. */
  diagnose(enquiry: DiagnosisEnquiry): Diagnosis;
  /** Applies a rule of thumb for file pools. */
  plan(question: PlanningQuestion): Plan;
  /** Chooses a codec for a workload, from answers to the questions about it. */
  chooseCodec(answers: Record<string, string>): CodecChoice;
  /** Compares file systems for requirements: answers to the questions about them, and sizes. */
  chooseFileSystem(request: Scenario): FileSystemChoice;
  /**
   * Reads the throughputs in IOzone output; undefined for any other text, or if the lab's model cannot read such
   * output.
   */
  readIozone(text: string): IozoneOutput | undefined;
  /** Grades an answer. Without a seed, draws have their first values. */
  judge(question: Question, given: SubmittedAnswer, seed?: string): Verdict;
  /** Returns the values of expressions, which may refer to `draws`. */
  calculate(expressions: string[], draws?: Record<string, Quantity>): Quantity[];
  /** Returns a question's random numbers for a seed, each in its own unit. */
  draw(question: Question, seed?: string): Record<string, number>;
  /** Parses a number as readers write it ("12.5k", "1.2 ms"), in `unit`. */
  measure(text: string, unit: string): ParsedMeasurement;
}

/** Methods of a worker: functions whose arguments and values can be cloned. */
export type WorkerApi<E> = { [M in keyof E]: (...args: never[]) => unknown };
export type Call<E extends WorkerApi<E> = EngineApi> = {
  [M in keyof E]: { id: number; method: M; args: Parameters<E[M]> };
}[keyof E];
export type Request<E extends WorkerApi<E> = EngineApi> = Call<E> | { cancel: number };

export type Reply =
  | { id: number; value: unknown }
  | { id: number; progress: number }
  | { id: number; cancelled: true }
  /** After a fatal error, the worker must not be used again. */
  | { id: number; error: string; fatal: boolean };
