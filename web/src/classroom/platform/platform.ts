// The interface of a learning platform for labs, regardless of its standard: it identifies the student, stores the
// work, and receives the outcome.
import type { Student } from '../format';

/** The outcome of a student's work so far. */
export interface Outcome {
  points: number;
  /** The sum of the points of all counted items; 0 if none has points. */
  maxPoints: number;
  /** The number of counted items with an answer; `counted` is the number of all counted items. */
  answered: number;
  counted: number;
  /** The verdict; undefined if there is no passing share, and while the verdict is open. */
  verdict: 'passed' | 'failed' | undefined;
  /** The time in the lab in this session and earlier sessions, in milliseconds. */
  spentMs: number;
}

/** The data from which the next session continues. */
export interface Bookmark {
  /** Saved work as text; undefined if nothing was stored. */
  work: string | undefined;
  /** The id of the part of the lab that the student was reading; empty at the beginning. */
  place: string;
}

/** One session with a learning platform. */
export interface Platform {
  readonly student: Student;
  /** False if the platform opened the lab for review, in which outcomes are not sent. */
  readonly records: boolean;
  /** The passing share in the platform's settings, which overrides the assignment's. */
  readonly pass?: number;
  readonly bookmark: Bookmark;
  readonly maxWorkChars: number;
  /** Sends and commits the data; rejects with a `PlatformError`. */
  send(outcome: Outcome, bookmark: Bookmark): Promise<void>;
  /**
   * Ends the session. All requests begin before this method returns, because a page that is being closed cannot wait.
   */
  end(outcome: Outcome | undefined, bookmark: Bookmark): Promise<void>;
  /** The page to which the platform sends the student after the session. */
  readonly returnAddress?: string;
}

/** The reason why a platform cannot be used, in sentences for the student. */
export class PlatformError extends Error {
  override name = 'PlatformError';
}

/** Returns the score as a share of all points; undefined if there are no points. */
export const shareOf = ({ points, maxPoints }: Outcome): number | undefined =>
  maxPoints > 0 ? points / maxPoints : undefined;

/** Returns the share of the counted items that are answered. */
export const progressOf = ({ answered, counted }: Outcome): number => (counted > 0 ? answered / counted : 1);

/** Returns whether all counted items are answered. */
export const isComplete = (outcome: Outcome): boolean => progressOf(outcome) === 1;

/** Rounds a share to the four decimals that all standards accept. */
export const rounded = (share: number): number => Number(share.toFixed(4));

/** Normalizes an id as the form for students does. */
export const tidy = (id: string): string => id.normalize('NFC').trim().replace(/\s+/g, ' ');

/** Returns a duration in the format of ISO 8601. */
export const isoDuration = (ms: number): string => `PT${(Math.max(0, ms) / 1000).toFixed(2)}S`;
