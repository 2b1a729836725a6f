// The format `pathlength-submission/1`. `pathlength check` reads it and refuses fields that are not listed here.
import type { LabVersion } from '../lab/version';
import type { Scenario } from '../lab/types';
import type { LogEvent } from '../session/log';

/** A teacher's assignment. */
export interface Assignment extends LabVersion {
  /** The lab's id. */
  lab: string;
  /** The questions that count, and the predictions that must be made. */
  questions: string[];
  /** Settings that students cannot change. */
  locked?: Scenario;
  /** Whether a reveal may be opened without a prediction; by default, it may. */
  skip?: boolean;
  /** Whether drawn numbers are the same for all students or differ by student. */
  seed: 'same' | 'student';
  /** The teacher's name for the assignment. */
  title?: string;
  /** The passing share of the points: 0.6 is 60 %. */
  pass?: number;
  /** The time after which a submission is late, as ISO 8601 in UTC; it is shown but not enforced. */
  due?: string;
  /**
   * Points of questions and predictions, by id. Other items have the lab's points; in the lab, predictions have none.
   */
  points?: Record<string, number>;
  /** The maximum number of answers to a question that count; by default, all answers count. */
  attempts?: number;
  /** The share of a question's points that each wrong answer costs, a whole percentage: 0.25 is 25 %. */
  cost?: number;
  /** The time from which the assignment is open, as ISO 8601 in UTC; it is shown but not enforced. */
  opens?: string;
  /** The teacher's public key, with which submissions are encrypted: an uncompressed point of P-256 as base64url. */
  key?: string;
}

/** A student, as the teacher knows them. */
export interface Student {
  id: string;
  name: string;
}

/** The result of a question or prediction according to the page. */
export interface ClaimedQuestion {
  /** Whether any counted answer to the question was right. */
  right: boolean;
  points: number;
}

/** A submission before it is sealed. */
export interface UnsealedSubmission {
  format: 'pathlength-submission/1';
  assignment: Assignment;
  student: Student;
  /** The source of the questions' drawn numbers. */
  seed: string;
  /** The time of the start, by the reader's clock. */
  started: string;
  /** The time of the submission, by the reader's clock. */
  ended: string;
  /** The log, in order. */
  events: readonly LogEvent[];
  /** The scores according to the page; `pathlength check` computes them itself. */
  claimed: {
    /** The student's share of all points; 0 if the assignment has no points. */
    score: number;
    points: number;
    questions: Record<string, ClaimedQuestion>;
  };
}

/** A sealed submission. */
export interface Submission extends UnsealedSubmission {
  /** Four hexadecimal digits of each event's chain hash: they show where the chain is broken. */
  links: string;
  /** The last hash of the chain. */
  chain: string;
}
