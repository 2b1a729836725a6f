// The class is graded in a separate worker, so that even many files do not block the page.
import { Connection, type CallOptions } from '../engine/client';
import { start } from '../engine/spawn';
import type { Lab } from '../lab/types';
import type { Submission } from '../classroom/format';
import type { PrivateKey } from '../classroom/key';
import type { OwnLab } from './own-lab';
import type { CourseTable, PredictionText, QuestionDetail, Report } from './report';
import type { NamedFile } from '../components/dropped-files';
import workerUrl from './worker?worker&url';

/** The formats in which a gradebook can be saved. */
export type GradebookFormat = 'csv' | 'json' | 'canvas' | 'moodle';

/** The formats in which the gradebook of a whole course can be saved. */
export type CourseFormat = Exclude<GradebookFormat, 'json'>;

/** A graded class. */
export interface GradedClass {
  /** The reason why nothing was graded; a sentence without its full stop. */
  undecided?: string;
  report: Report;
  /** The labs with which the class was graded. */
  labs: Lab[];
}

/** The rules by which a class is graded: those of an assignment, or of a course. */
export type GradingRules = { roster: string | undefined } & (
  { assignment: string | undefined; own: OwnLab | undefined } | { course: readonly CoursePart[] }
);

/** The worker. */
export interface Grader {
  /** Adds a file, or the files in an archive, to the class. */
  add(path: string, file: Blob): void;
  /** Opens encrypted files with these keys. */
  open(keys: readonly PrivateKey[]): void;
  /**
   * Grades all files against the assignment, whose JSON is given, or against those in the files; `own` is the teacher's
   * lab. Returns one class.
   */
  grade(
    assignment: string | undefined,
    roster: string | undefined,
    own: Pick<OwnLab, 'id' | 'file'> | undefined,
  ): GradedClass[];
  /** Grades the files of a course; returns a class for each assignment, and last the files that belong to none. */
  gradeCourse(course: readonly CoursePart[], roster: string | undefined): GradedClass[];
  /** Reads the submission with this name again, from the chosen file with this path, which may be an archive. */
  submission(name: string, path: string, file: Blob, keys: readonly PrivateKey[]): Submission;
  detail(part: number, at: number): QuestionDetail[];
  /** Returns the predictions with these ids in all files: the first one of each student, made before the reveal. */
  predictions(part: number, ids: readonly string[]): PredictionText[];
  gradebook(part: number, format: GradebookFormat): string;
  /** Returns one table for all assignments of the graded course. */
  courseTable(): CourseTable;
  courseGradebook(format: CourseFormat): string;
}

/** An assignment of a course: its title, its JSON, and its lab if the site does not publish it. */
export interface CoursePart {
  title: string;
  assignment: string;
  own: Pick<OwnLab, 'id' | 'file'> | undefined;
}

/** Grades one class in a worker. */
export class ClassGrader {
  #connection = new Connection<Grader>(start(workerUrl), () => undefined);

  /** Reads and grades all files. `progress` receives the finished share of both tasks. */
  async grade(
    files: readonly NamedFile[],
    keys: readonly PrivateKey[],
    rules: GradingRules,
    { signal, progress }: Required<CallOptions>,
  ): Promise<GradedClass[]> {
    // Reading is quick compared with replaying.
    const share = 0.3;
    for (const [at, { path, file }] of files.entries()) {
      await this.#connection.ask('add', [path, file as Blob], { signal });
      progress((share * (at + 1)) / files.length);
    }
    await this.#connection.ask('open', [keys], { signal });
    const options = { signal, progress: (done: number) => progress(share + (1 - share) * done) };
    if ('course' in rules) return this.#connection.ask('gradeCourse', [rules.course, rules.roster], options);
    const { assignment, roster, own } = rules;
    return this.#connection.ask('grade', [assignment, roster, own && { id: own.id, file: own.file }], options);
  }

  submission(name: string, { path, file }: NamedFile, keys: readonly PrivateKey[]): Promise<Submission> {
    return this.#connection.ask('submission', [name, path, file as Blob, keys]);
  }

  detail(part: number, at: number): Promise<QuestionDetail[]> {
    return this.#connection.ask('detail', [part, at]);
  }

  predictions(part: number, ids: readonly string[]): Promise<PredictionText[]> {
    return this.#connection.ask('predictions', [part, ids]);
  }

  gradebook(part: number, format: GradebookFormat): Promise<string> {
    return this.#connection.ask('gradebook', [part, format]);
  }

  courseTable(): Promise<CourseTable> {
    return this.#connection.ask('courseTable', []);
  }

  courseGradebook(format: CourseFormat): Promise<string> {
    return this.#connection.ask('courseGradebook', [format]);
  }

  /** Terminates the worker and its current work. */
  close(): void {
    this.#connection.close();
  }
}
