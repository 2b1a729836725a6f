// A reader's work in a lab as plain data: links and records of assignments are made from it.
import type { SubmittedAnswer } from '../engine/protocol';
import type { Scenario, Setting } from '../engine/types';

export type { SubmittedAnswer } from '../engine/protocol';

/** A reader's expectation before the result is shown. */
export type Prediction =
  | { kind: 'choice'; id: string }
  /** A number in the unit that was asked for, and as it was written. */
  | { kind: 'number'; value: number; text: string }
  /** The y values at the points that were asked for. */
  | { kind: 'curve'; values: number[] };

/** An answer that was checked. */
export interface Attempt {
  given: SubmittedAnswer;
  right: boolean;
  /** Which of the question's feedbacks was given, if one applied. */
  feedback?: number;
  /** A number in the unit that was asked for. */
  value?: number;
}

/** The y values of a curve while it is being written: `null` at points that have none yet. */
export type CurveDraft = (number | null)[];

/** Input that is not yet committed or checked. */
export type Draft = SubmittedAnswer | { kind: 'curve'; values: CurveDraft };

/** Everything that a link keeps. Values are replaced, never changed, so that undo can restore an older state. */
export interface State {
  /** The settings of the lab: configuration A. */
  settings: Scenario;
  /** The step in which the reader set a setting that a scene sets too, by setting: there the reader's value holds. */
  mine: Record<string, string>;
  /** Configuration B, while two are compared. */
  other: Scenario | undefined;
  /** The chart in which they are compared; undefined in links from when it was all charts. */
  compared: string | undefined;
  /** By prediction. */
  predictions: Record<string, Prediction>;
  /** Predictions whose reveal was opened, before or after they were committed, and questions whose answer was shown. */
  opened: Record<string, 'committed' | 'skipped'>;
  /** By question. */
  answers: Record<string, Attempt[]>;
  /** By prediction or question. */
  drafts: Record<string, Draft>;
  /** How many hints were shown, by prediction or question. */
  hints: Record<string, number>;
  /** How parts are looked at: which cell is open, which form a chart has. */
  looks: Record<string, Setting>;
}

export const initialState = (start: Scenario): State => ({
  settings: { ...start },
  mine: {},
  other: undefined,
  compared: undefined,
  predictions: {},
  opened: {},
  answers: {},
  drafts: {},
  hints: {},
  looks: {},
});
