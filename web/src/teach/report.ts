// The gradebook as `pathlength check --format json` prints it: docs/submissions.md describes it.

export interface Flag {
  name: string;
  text: string;
  /** Whether a teacher should look at the file. */
  review: boolean;
}

export interface GradedQuestion {
  id: string;
  right: boolean;
  first_right: boolean;
  points: number;
  max: number;
  attempts: number;
}

export interface GradedFile {
  file: string;
  flags: Flag[];
  /** All the following fields are missing if the file cannot be read. */
  student?: { id: string; name: string };
  assignment?: { id: string; lab: string; title: string | null };
  started?: string;
  ended?: string;
  late?: boolean | null;
  score?: number;
  points?: number;
  max?: number;
  passed?: boolean | null;
  attempts?: number;
  questions?: GradedQuestion[];
  receipt?: string;
  /** Whether the student is on the roster, if there is one. */
  listed?: boolean;
}

export interface WrongAnswer {
  answer: string;
  feedback: string | null;
  files: number;
}

export interface QuestionStatistics {
  id: string;
  prediction: boolean;
  files: number;
  answered: number;
  right: number;
  first_right: number;
  attempts: number;
  wrong: WrongAnswer[];
}

export interface Report {
  engine: string;
  assignment: string | null;
  title: string;
  submissions: GradedFile[];
  questions: QuestionStatistics[];
  skipped: { file: string; reason: string }[];
  missing?: { id: string; name: string; number: string; login: string; email: string }[];
}

/** A question of one student. */
export interface QuestionDetail {
  id: string;
  right: boolean;
  points: number;
  max: number;
  /** The student's numbers by name. */
  drawn: Record<string, number>;
  answers: {
    /** Milliseconds since the lab was opened. */
    t: number;
    text: string;
    /** Whether the answer is right; missing for a prediction. */
    right?: boolean;
    /** The reason why the answer could not be graded and does not count. */
    problem?: string | null;
    /** Index of the feedback that the student saw. */
    feedback?: number | null;
  }[];
}

/** A student's first prediction for a prompt, as text. */
export interface PredictionText {
  /** The position of the file. */
  at: number;
  id: string;
  text: string;
}

/** One table for all assignments of a course. */
export interface CourseTable {
  assignments: { title: string; max: number }[];
  max: number;
  /** The students by id: those with a file, and those on the roster. */
  students: {
    id: string;
    name: string;
    score: number;
    points: number;
    /** The position of the student's last file in the report of each assignment. */
    files: (number | null)[];
  }[];
}
