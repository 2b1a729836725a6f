// A teacher's class: the input, the grading, and the result.
import { readAssignment, NoAssignment } from '../classroom/assignment';
import type { Assignment } from '../classroom/format';
import { ruleSentences } from '../classroom/rules';
import { plural } from '../classroom/words';
import { isKeyFile, KeyError, readKey, type PrivateKey } from '../classroom/key';
import { save } from '../charts/save';
import type { DropLimits, NamedFile } from '../components/dropped-files';
import { linkedPath } from '../lab/pages';
import { decode, LinkError } from '../state/code';
import { keys, valueIn } from '../state/address';
import { ClassGrader, type GradebookFormat, type GradedClass } from './grader';
import type { OwnLab } from './own-lab';
import type { PredictionText, QuestionDetail } from './report';

/** The limits for dropped folders: no file of a class is left out silently. */
export const dropLimits: DropLimits = { files: 5000, depth: 8, visibleOnly: false };

/** The maximum size of a key file; a real one has a few hundred bytes. */
const MAX_KEY_BYTES = 8 << 10;

const reason = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/**
 * Returns the JSON of the assignment in a link, in a text with a link, or in the code of a link.
 *
 * @throws {LinkError | NoAssignment} If the text has no readable assignment.
 */
export function assignmentOf(text: string): string {
  const code = valueIn(text, keys.assignment) ?? text.trim();
  if (!/^\d+\./.test(code)) throw new NoAssignment('it contains no assignment');
  const value = decode(code);
  readAssignment(value);
  return JSON.stringify(value);
}

/** A form in which the gradebook can be saved. */
export interface Download {
  readonly format: GradebookFormat;
  readonly title: string;
  readonly name: string;
  readonly type: string;
  readonly about: string;
}

export const downloads: readonly Download[] = [
  {
    format: 'csv',
    title: 'Spreadsheet',
    name: 'gradebook.csv',
    type: 'text/csv',
    about: 'every file with its flags, like the command’s output',
  },
  {
    format: 'canvas',
    title: 'Canvas',
    name: 'gradebook-canvas.csv',
    type: 'text/csv',
    about: 'use the Canvas gradebook export as the roster: it contains the Canvas ids',
  },
  {
    format: 'moodle',
    title: 'Moodle',
    name: 'gradebook-moodle.csv',
    type: 'text/csv',
    about: 'map “ID number” or “Email address”, and the last column to your grade item',
  },
  {
    format: 'json',
    title: 'JSON',
    name: 'gradebook.json',
    type: 'application/json',
    about: 'all data, for programs',
  },
];

export class ClassState {
  files: readonly NamedFile[] = $state.raw([]);
  /** The keys that open encrypted submissions. */
  keys: readonly PrivateKey[] = $state.raw([]);
  link = $state('');
  /** The teacher's own lab. */
  own: OwnLab | undefined = $state.raw();
  /** The reason why the given files are not a lab; a sentence. */
  ownProblem = $state('');
  roster = $state('');
  /** The finished share while the class is being graded. */
  share: number | undefined = $state();
  result: GradedClass | undefined = $state.raw();
  /** The rules of the assignment by which the class was graded, in sentences. */
  rules: readonly string[] = $state.raw([]);
  /** The reason why there is no result; a sentence. */
  problem = $state('');
  /** A remark about the result; a sentence. */
  remark = $state('');
  /** For the live region. */
  status = $state('');
  /** Whether files, link, or roster changed after they were graded. */
  outdated = $state(false);

  #grader: ClassGrader | undefined;
  #abort: AbortController | undefined;

  /** Adds files; one with the path of an earlier one replaces it. A key file becomes a key. */
  async add(chosen: readonly NamedFile[]): Promise<void> {
    this.problem = '';
    const files: NamedFile[] = [];
    for (const one of chosen) if (!(await this.#addKey(one))) files.push(one);
    const kept = this.files.filter((file) => !files.some(({ path }) => path === file.path));
    this.files = [...kept, ...files];
    this.outdated = true;
    const keys = this.keys.map(({ id }) => `, key ${id}`).join('');
    this.status = `${plural(this.files.length, 'file')} chosen${keys}.`;
  }

  /** Adds the key in a file, and returns whether the file is a key file. */
  async #addKey({ path, file }: NamedFile): Promise<boolean> {
    if (file.size > MAX_KEY_BYTES) return false;
    try {
      const text = new TextDecoder().decode(await file.arrayBuffer());
      if (!isKeyFile(text)) return false;
      const key = await readKey(text);
      this.keys = [...this.keys.filter(({ point }) => point !== key.point), key];
    } catch (error) {
      // A file that the browser cannot read is named with the others.
      if (!(error instanceof KeyError)) return false;
      this.problem = `The key file ${path} cannot be used: ${error.message}.`;
    }
    return true;
  }

  /** Reads the teacher's own lab from its files. */
  async addLab(files: readonly NamedFile[]): Promise<void> {
    if (files.length === 0) return;
    this.ownProblem = '';
    this.status = 'Reading the lab …';
    try {
      const { readOwnLab } = await import('./own-lab');
      this.own = await readOwnLab(files);
      this.status = `Lab ${this.own.title} read.`;
      this.outdated = true;
    } catch (error) {
      this.ownProblem = `${reason(error)}.`;
      this.status = '';
    }
  }

  /** Returns the lab in the assignment's link; undefined if the site publishes it. */
  async #linkedLab(): Promise<OwnLab | undefined> {
    if (!this.link.includes(linkedPath)) return undefined;
    const { ownLabOf } = await import('./own-lab');
    return ownLabOf(this.link);
  }

  removeLab(): void {
    this.own = undefined;
    this.ownProblem = '';
    this.outdated = true;
    this.status = 'Your lab was removed.';
  }

  clear(): void {
    this.cancel();
    this.files = [];
    this.keys = [];
    this.result = undefined;
    this.problem = '';
    this.status = 'All files removed.';
  }

  cancel(): void {
    this.#abort?.abort(new DOMException('cancelled', 'AbortError'));
  }

  async grade(): Promise<void> {
    this.cancel();
    const abort = (this.#abort = new AbortController());
    this.problem = this.remark = '';
    let assignment: string | undefined;
    try {
      if (this.link.trim()) assignment = assignmentOf(this.link);
    } catch (error) {
      if (!(error instanceof NoAssignment || error instanceof LinkError)) throw error;
      const why = reason(error);
      this.problem = `The assignment’s link cannot be used: ${why[0]?.toLowerCase()}${why.slice(1)}. Copy all of it again.`;
      return;
    }
    let own: OwnLab | undefined;
    try {
      own = this.own ?? (await this.#linkedLab());
    } catch (error) {
      this.problem = `${reason(error)}.`;
      return;
    }
    assignment ??= own?.assignment;
    if (own && assignment !== undefined) {
      const { lab, lab_hash } = JSON.parse(assignment) as Assignment;
      if (lab !== own.id) {
        this.problem = `Your lab is “${own.id}”, and the assignment is for “${lab}”: add the lab of the assignment.`;
        return;
      }
      if (lab_hash !== own.hash)
        this.remark = `Your lab “${own.title}” is another version than the one that was assigned. All files are graded by your lab and flagged: add the HTML file that you saved with the assignment.`;
    }
    this.#grader?.close();
    const grader = (this.#grader = new ClassGrader());
    this.result = undefined;
    this.share = 0;
    this.status = 'Grading …';
    try {
      const roster = this.roster.trim() ? this.roster : undefined;
      const progress = (done: number): void => {
        if (!abort.signal.aborted) this.share = done;
      };
      const result = await grader.grade(
        this.files,
        this.keys,
        { assignment, roster, own },
        { signal: abort.signal, progress },
      );
      if (result.undecided !== undefined)
        this.problem = `There are ${result.undecided}. Paste your assignment’s link to grade all files by it. No file is graded yet.`;
      else {
        this.result = result;
        this.rules = assignment === undefined ? [] : ruleSentences(JSON.parse(assignment) as Assignment);
        this.outdated = false;
      }
      const review = result.report.submissions.filter(({ flags }) => flags.some((flag) => flag.review)).length;
      this.status = this.problem
        ? 'No file was graded.'
        : `Graded: ${plural(result.report.submissions.length, 'file')}, ${review} to review.`;
    } catch (error) {
      grader.close();
      if (abort.signal.aborted) this.status = 'Cancelled: no file was graded.';
      else {
        this.problem = `The class could not be graded: ${reason(error)}.`;
        this.status = 'No file was graded.';
      }
    } finally {
      if (this.#abort === abort) this.share = undefined;
    }
  }

  /** Returns each question of a file, with the student's numbers and answers. */
  async detail(at: number): Promise<QuestionDetail[]> {
    return (await this.#grader?.detail(at)) ?? [];
  }

  /** Returns the first predictions of all students. */
  async predictions(ids: readonly string[]): Promise<PredictionText[]> {
    return (await this.#grader?.predictions(ids)) ?? [];
  }

  async download({ format, name, type }: Download): Promise<void> {
    const text = await this.#grader?.gradebook(format);
    if (text === undefined) return;
    save(name, type, text);
    this.status = `${name} saved.`;
  }
}
