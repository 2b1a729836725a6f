// A reader's work in a lab as plain data, from which links and submissions are made.
import type { SubmittedAnswer } from '../engine/protocol';
import type { Scenario, Setting } from '../engine/types';

export type { SubmittedAnswer } from '../engine/protocol';

/** A reader's expectation before the result is revealed. */
export type Prediction =
  | { kind: 'choice'; id: string }
  /** A number in the requested unit, and its text as written. */
  | { kind: 'number'; value: number; text: string }
  /** The y values at the requested points. */
  | { kind: 'curve'; values: number[] };

/** An answer that was checked. */
export interface Attempt {
  given: SubmittedAnswer;
  right: boolean;
  /** The index of the feedback that the question gave, if one applied. */
  feedback?: number;
  /** A number in the requested unit. */
  value?: number;
}

/** The y values of an unfinished curve: `null` at points without a value. */
export type CurveDraft = (number | null)[];

/** Input that is not yet committed or checked. */
export type Draft = SubmittedAnswer | { kind: 'curve'; values: CurveDraft };

/** The content of a link. Values are replaced, never changed, so that undo can restore an older state. */
export interface State {
  /** The settings of the lab: configuration A. */
  settings: Scenario;
  /** For each setting of a scene that the reader has set: the step in which the reader's value applies. */
  mine: Record<string, string>;
  /** Configuration B during a comparison. */
  other: Scenario | undefined;
  /** The chart of the comparison; undefined in old links, which compare in all charts. */
  compared: string | undefined;
  /** Keyed by prediction. */
  predictions: Record<string, Prediction>;
  /** Predictions with an open reveal, committed or skipped, and questions whose answer was shown. */
  opened: Record<string, 'committed' | 'skipped'>;
  /** Keyed by question. */
  answers: Record<string, Attempt[]>;
  /** Keyed by prediction or question. */
  drafts: Record<string, Draft>;
  /** The number of displayed hints, by prediction or question. */
  hints: Record<string, number>;
  /** View settings of parts: which cell is open, which view a chart has. */
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
