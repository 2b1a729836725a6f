// The class is graded in a separate worker: no number of files blocks the page.
import { Connection, type CallOptions } from '../engine/client';
import { start } from '../engine/spawn';
import type { Lab } from '../lab/types';
import type { PrivateKey } from '../classroom/key';
import type { OwnLab } from './own-lab';
import type { PredictionText, QuestionDetail, Report } from './report';
import type { NamedFile } from '../components/dropped-files';
import workerUrl from './worker?worker&url';

/** The programs that a gradebook can be saved for. */
export type GradebookFormat = 'csv' | 'json' | 'canvas' | 'moodle';

/** A graded class. */
export interface GradedClass {
  /** The reason why nothing was graded; a sentence without its full stop. */
  undecided?: string;
  report: Report;
  /** The labs with which the class was graded. */
  labs: Lab[];
}

/** The rules by which a class is graded. */
export interface GradingRules {
  assignment: string | undefined;
  roster: string | undefined;
  own: OwnLab | undefined;
}

/** The worker. */
export interface Grader {
  /** Adds the files in a file to the class. */
  add(path: string, file: Blob): void;
  /** Opens encrypted files with these keys. */
  open(keys: readonly PrivateKey[]): void;
  /** Grades all files by the assignment, whose JSON is given, or by those in the files; `own` is the teacher's lab. */
  grade(
    assignment: string | undefined,
    roster: string | undefined,
    own: Pick<OwnLab, 'id' | 'file'> | undefined,
  ): GradedClass;
  detail(at: number): QuestionDetail[];
  /** Returns the predictions with these ids in all files: the first one of each student, made before the reveal. */
  predictions(ids: readonly string[]): PredictionText[];
  gradebook(format: GradebookFormat): string;
}

/** One class in a worker. */
export class ClassGrader {
  #connection = new Connection<Grader>(start(workerUrl), () => undefined);

  /** Reads and grades all files. `progress` gets the finished share of both. */
  async grade(
    files: readonly NamedFile[],
    keys: readonly PrivateKey[],
    { assignment, roster, own }: GradingRules,
    { signal, progress }: Required<CallOptions>,
  ): Promise<GradedClass> {
    // Reading is quick compared with replaying.
    const share = 0.3;
    for (const [at, { path, file }] of files.entries()) {
      await this.#connection.ask('add', [path, file as Blob], { signal });
      progress((share * (at + 1)) / files.length);
    }
    await this.#connection.ask('open', [keys], { signal });
    return this.#connection.ask('grade', [assignment, roster, own && { id: own.id, file: own.file }], {
      signal,
      progress: (done) => progress(share + (1 - share) * done),
    });
  }

  detail(at: number): Promise<QuestionDetail[]> {
    return this.#connection.ask('detail', [at]);
  }

  predictions(ids: readonly string[]): Promise<PredictionText[]> {
    return this.#connection.ask('predictions', [ids]);
  }

  gradebook(format: GradebookFormat): Promise<string> {
    return this.#connection.ask('gradebook', [format]);
  }

  /** Terminates the worker and its current work. */
  close(): void {
    this.#connection.close();
  }
}
