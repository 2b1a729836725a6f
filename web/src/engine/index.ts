// The only access to the models, which run in a worker.
import { Connection, type Client } from './client';
import { start } from './spawn';
import workerUrl from './worker?worker&url';

export const engine: Client = new Connection(start(workerUrl));
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
