// The only way to the models: everything else in the page asks `engine` and waits for the answer.
import { Client } from './client';
import { start } from './spawn';
import workerUrl from './worker?worker&url';

export const engine = new Client(start(workerUrl));
export type { CallOptions } from './client';
export type {
  Advice,
  Application,
  Check,
  Comparison,
  Diagnosis,
  DiagnosisEnquiry,
  Enquiry,
  Explanation,
  Finding,
  Given,
  Limit,
  Measured,
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
