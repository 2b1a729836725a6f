// A learning platform as a lab sees it, whatever its standard: it names the student, stores their work, and takes the outcome.
import type { Student } from '../format';

/** The outcome of a student's work so far. */
export interface Outcome {
  points: number;
  /** Points of all counted questions; 0 if only predictions count. */
  maxPoints: number;
  /** Counted items that were answered, of all counted items. */
  answered: number;
  counted: number;
  /** Undefined without a passing score, and while it is open. */
  verdict: 'passed' | 'failed' | undefined;
  /** Time in the lab, in milliseconds, of this session and earlier ones. */
  spentMs: number;
}

/** What the next session continues with. */
export interface Bookmark {
  /** Saved work as text; undefined if nothing was stored. */
  work: string | undefined;
  /** The id of the place that the student was reading; empty at the beginning. */
  place: string;
}

/** One session with a learning platform. */
export interface Platform {
  readonly student: Student;
  /** False if the platform opened the lab for review: outcomes are not sent. */
  readonly records: boolean;
  /** The passing share by the platform's settings, which comes before the assignment's. */
  readonly pass?: number;
  readonly bookmark: Bookmark;
  readonly maxWorkChars: number;
  /** Sends and commits; rejects with a `PlatformError`. */
  send(outcome: Outcome, bookmark: Bookmark): Promise<void>;
  /** Ends the session. All requests begin before this returns, as a page that goes away needs. */
  end(outcome: Outcome | undefined, bookmark: Bookmark): Promise<void>;
  /** Where the platform wants the student after the end. */
  readonly returnAddress?: string;
}

/** Why a platform cannot be used, in sentences for the student. */
export class PlatformError extends Error {
  override name = 'PlatformError';
}

/** The score as a share of all points; undefined if no points can be had. */
export const shareOf = ({ points, maxPoints }: Outcome): number | undefined =>
  maxPoints > 0 ? points / maxPoints : undefined;

/** The share of the counted items that are answered. */
export const progressOf = ({ answered, counted }: Outcome): number => (counted > 0 ? answered / counted : 1);

/** Whether everything that counts is answered. */
export const isComplete = (outcome: Outcome): boolean => progressOf(outcome) === 1;

/** A share with the four decimals that all standards take. */
export const rounded = (share: number): number => Number(share.toFixed(4));

/** An id as the form for students tidies it. */
export const tidy = (id: string): string => id.normalize('NFC').trim().replace(/\s+/g, ' ');

/** A time as ISO 8601 has it. */
export const isoDuration = (ms: number): string => `PT${(Math.max(0, ms) / 1000).toFixed(2)}S`;
