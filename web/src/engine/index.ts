// The only interface to the models, which run in a worker.
import type { Client } from './client';
import { Pool } from './pool';
import type { EngineApi } from './protocol';
import { start } from './spawn';
import workerUrl from './worker?worker&url';

/** More workers would save little time for the memory that they need. */
const maxLanes = 4;

export const engine: Client = new Pool<EngineApi>(
  start(workerUrl),
  Math.min(maxLanes, globalThis.navigator?.hardwareConcurrency ?? 1),
  ['evaluate', 'reproduce'],
);
export type { CallOptions } from './client';
export type {
  Advice,
  Application,
  Check,
  ChoiceQuestion,
  CodecChoice,
  Comparison,
  Diagnosis,
  DiagnosisEnquiry,
  Enquiry,
  Explanation,
  FileSystemAdvice,
  FileSystemChoice,
  Finding,
  Fit,
  IozoneReading,
  SubmittedAnswer,
  Limit,
  ParsedMeasurement,
  Measurement,
  Part,
  Plan,
  PlanningQuestion,
  Quantity,
  Question,
  Ranking,
  Reproduction,
  ServerMeasurement,
  Symptom,
  Term,
  Verdict,
} from './protocol';
