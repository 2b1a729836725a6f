// A teacher's class: the input, the grading, and the result.
import { errorText } from '../engine/error-text';
import { readAssignment, NoAssignment } from '../classroom/assignment';
import type { Assignment } from '../classroom/format';
import { answerReviews, publishedFolder, publishedPage, reviewLink, type Review } from '../classroom/review-channel';
import { ruleSentences } from '../classroom/rules';
import { plural } from '../classroom/words';
import { isKeyFile, KeyError, readKey, type PrivateKey } from '../classroom/key';
import { save } from '../charts/save';
import type { DropLimits, NamedFile } from '../components/dropped-files';
import { hostedLab } from '../lab/hosted';
import { coursePath, linkedPath } from '../lab/pages';
import { site } from '../lab/published';
import { resolveLinks } from '../lab/resolve-links';
import { decode, LinkError } from '../state/code';
import { keys, valueIn } from '../state/address';
import { ClassGrader, type CourseFormat, type GradebookFormat, type GradedClass, type GradingRules } from './grader';
import type { OwnLab } from './own-lab';
import type { CourseTable, PredictionText, QuestionDetail, Report } from './report';

/** The limits for dropped folders: no file of a class is left out silently. */
export const dropLimits: DropLimits = { files: 5000, depth: 8, visibleOnly: false };

/** The maximum size of a key file; real key files are a few hundred bytes long. */
const MAX_KEY_BYTES = 8 << 10;

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/**
 * Returns the JSON of the assignment in a link, in text with a link, or in the code of a link.
 *
 * @throws {LinkError | NoAssignment} If the text contains no readable assignment.
 */
export function assignmentOf(text: string): string {
  const code = valueIn(text, keys.assignment) ?? text.trim();
  if (!/^\d+\./.test(code)) throw new NoAssignment('it contains no assignment');
  const value = decode(code);
  readAssignment(value);
  return JSON.stringify(value);
}

/** The maximum length of a course file, which contains only a few lines for each lab. */
const MAX_COURSE_CHARS = 1_000_000;

/** Returns whether text is a course file rather than a link. */
const isCourse = (text: string): boolean => /^\s*\[\[lab\]\]/m.test(text);

/** Returns the address of the course file in a link to a course page; undefined for other text. */
function courseAddress(text: string): URL | undefined {
  const link = /https?:\/\/\S+/.exec(text)?.[0] ?? '';
  const url = URL.canParse(link) ? new URL(link) : undefined;
  const from = url?.pathname.endsWith(`/${coursePath}`) ? url.searchParams.get(keys.from) : null;
  return from === null ? undefined : hostedLab(from);
}

/** A format in which a gradebook can be saved. */
export interface Download<Format extends string> {
  readonly format: Format;
  readonly title: string;
  readonly name: string;
  readonly type: string;
  readonly about: string;
}

export const downloads: readonly Download<GradebookFormat>[] = [
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
    about: 'map “ID number” or “Email address” to the user, and the last column to your grade item',
  },
  {
    format: 'json',
    title: 'JSON',
    name: 'gradebook.json',
    type: 'application/json',
    about: 'all data, for programs',
  },
];

/** The formats in which the gradebook of a whole course can be saved. */
export const courseDownloads: readonly Download<CourseFormat>[] = [
  {
    format: 'csv',
    title: 'Spreadsheet',
    name: 'course.csv',
    type: 'text/csv',
    about: 'a row for each student, like the command’s output',
  },
  {
    format: 'canvas',
    title: 'Canvas',
    name: 'course-canvas.csv',
    type: 'text/csv',
    about: 'a column for each assignment; use the Canvas gradebook export as the roster',
  },
  {
    format: 'moodle',
    title: 'Moodle',
    name: 'course-moodle.csv',
    type: 'text/csv',
    about: 'map “ID number” or “Email address” to the user, and each further column to its grade item',
  },
];

/** A course with the classes of its assignments, in order. */
export interface GradedCourse {
  title: string;
  parts: readonly { title: string; assignment: Assignment; result: GradedClass }[];
  table: CourseTable;
  /** The files that belong to no assignment. */
  rest: Report;
}

export class ClassState {
  readonly #labs: readonly { id: string; title: string }[];
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
  /** The graded course; undefined for one assignment. */
  course: GradedCourse | undefined = $state.raw();
  /** The position of the shown assignment in a course. */
  part = $state(0);
  /** The rules of the assignment against which the class was graded, in sentences. */
  rules: readonly string[] = $state.raw([]);
  /** The reason why there is no result; a sentence. */
  problem = $state('');
  /** A remark about the result; a sentence. */
  remark = $state('');
  /** The text of the live region. */
  status = $state('');
  /** Whether the files, the link, or the roster changed after grading. */
  outdated = $state(false);

  /** `labs` are the labs of the site. */
  constructor(labs: readonly { id: string; title: string }[]) {
    this.#labs = labs;
  }

  #grader: ClassGrader | undefined;
  /** The teacher's own labs against which the parts of the course were graded, in order. */
  #owns: readonly (OwnLab | undefined)[] = [];
  /** A token that identifies the reviews of the current result. */
  #token = '';
  /** Whether this page answers the pages that show reviews. */
  #isAnswering = false;
  #abort: AbortController | undefined;

  /**
   * Adds files; a file replaces an earlier file with the same path. A course file replaces the link, and a key file
   * becomes a key.
   */
  async add(chosen: readonly NamedFile[]): Promise<void> {
    this.problem = '';
    const files: NamedFile[] = [];
    for (const one of chosen) if (!(await this.#addCourse(one)) && !(await this.#addKey(one))) files.push(one);
    const kept = this.files.filter((file) => !files.some(({ path }) => path === file.path));
    this.files = [...kept, ...files];
    this.outdated = true;
    const keys = this.keys.map(({ id }) => `, key ${id}`).join('');
    this.status = `${plural(this.files.length, 'file', 'files')} chosen${keys}.`;
  }

  /** Uses the course in a file and returns whether the file contains one. */
  async #addCourse({ path, file }: NamedFile): Promise<boolean> {
    if (!path.endsWith('.toml') || file.size > MAX_COURSE_CHARS) return false;
    const text = new TextDecoder().decode(await file.arrayBuffer());
    if (!isCourse(text)) return false;
    this.link = text;
    return true;
  }

  /** Adds the key in a file and returns whether the file is a key file. */
  async #addKey({ path, file }: NamedFile): Promise<boolean> {
    if (file.size > MAX_KEY_BYTES) return false;
    try {
      const text = new TextDecoder().decode(await file.arrayBuffer());
      if (!isKeyFile(text)) return false;
      const key = await readKey(text);
      this.keys = [...this.keys.filter(({ point }) => point !== key.point), key];
    } catch (error) {
      // A file that the browser cannot read is listed with the others.
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
      this.ownProblem = `${errorText(error)}.`;
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
    if (isCourse(this.link) || courseAddress(this.link)) return this.#gradeCourse(abort);
    let assignment: string | undefined;
    try {
      if (this.link.trim()) assignment = assignmentOf(this.link);
    } catch (error) {
      if (!(error instanceof NoAssignment || error instanceof LinkError)) throw error;
      const why = errorText(error);
      this.problem = `The assignment’s link cannot be used: ${why[0]?.toLowerCase()}${why.slice(1)}. Copy the whole link again.`;
      return;
    }
    let own: OwnLab | undefined;
    try {
      own = this.own ?? (await this.#linkedLab());
    } catch (error) {
      this.problem = `${errorText(error)}.`;
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
        this.remark = `Your lab “${own.title}” is not the version that was assigned. All files are graded against your lab and flagged: add the HTML file that you saved with the assignment.`;
    }
    const roster = this.roster.trim() ? this.roster : undefined;
    this.#owns = [own];
    const graded = await this.#run(abort, { assignment, roster, own });
    const result = graded?.[0];
    if (result === undefined) return;
    if (result.undecided !== undefined) {
      this.problem = `${result.undecided.replace(/^t/, 'T')}. Paste your assignment’s link to grade all files against that assignment. No file is graded yet.`;
      this.status = 'No file was graded.';
      return;
    }
    this.result = result;
    this.rules = assignment === undefined ? [] : ruleSentences(JSON.parse(assignment) as Assignment);
    this.#finish([result.report]);
  }

  /**
   * Reads and grades all files in a new worker; undefined if that failed, with the reason in `problem`, or was
   * canceled.
   */
  async #run(abort: AbortController, rules: GradingRules): Promise<GradedClass[] | undefined> {
    this.#grader?.close();
    const grader = (this.#grader = new ClassGrader());
    this.result = this.course = undefined;
    this.#token = Array.from(crypto.getRandomValues(new Uint32Array(4)), (n) => n.toString(36)).join('');
    this.part = 0;
    this.share = 0;
    this.status = 'Grading …';
    try {
      const progress = (done: number): void => {
        if (!abort.signal.aborted) this.share = done;
      };
      const graded = await grader.grade(this.files, this.keys, rules, { signal: abort.signal, progress });
      // Reading the worker's message and drawing its content are separate tasks: the page can respond between them.
      await pause();
      return graded;
    } catch (error) {
      grader.close();
      if (abort.signal.aborted) this.status = 'Canceled: no file was graded.';
      else {
        this.problem = `The class could not be graded: ${errorText(error)}.`;
        this.status = 'No file was graded.';
      }
      return undefined;
    } finally {
      if (this.#abort === abort) this.share = undefined;
    }
  }

  #finish(reports: readonly Report[]): void {
    this.outdated = false;
    const files = reports.flatMap(({ submissions }) => submissions);
    const review = files.filter(({ flags }) => flags.some((flag) => flag.review)).length;
    this.status = `Graded: ${plural(files.length, 'file', 'files')}, ${review} to review.`;
  }

  /** Grades the files against the assignments of the course that the link field contains or links to. */
  async #gradeCourse(abort: AbortController): Promise<void> {
    const { CourseError, fetchCourse, readCourse } = await import('../classroom/course');
    try {
      const address = courseAddress(this.link);
      const course = readCourse(address ? await fetchCourse(address) : this.link, this.#labs, site ?? location.href);
      const labs = course.labs.flatMap(({ title, address, assignment }) =>
        assignment ? { title, address, assignment } : [],
      );
      if (labs.length === 0)
        throw new CourseError('The course has no assignment: give at least one lab its assignment’s link');
      const { ownLabOf } = await import('./own-lab');
      const owns = await Promise.all(labs.map(({ address }) => ownLabOf(address)));
      const parts = labs.map(({ title, assignment }, at) => {
        const own = owns[at];
        return { title, assignment: JSON.stringify(assignment), own: own && { id: own.id, file: own.file } };
      });
      this.#owns = owns;
      const graded = await this.#run(abort, { course: parts, roster: this.roster.trim() ? this.roster : undefined });
      const rest = graded?.pop();
      const table = await this.#grader?.courseTable();
      if (!graded || !rest || !table) return;
      this.course = {
        title: course.title,
        rest: rest.report,
        table,
        parts: graded.flatMap((result, at) => {
          const lab = labs[at];
          return lab ? { title: lab.title, assignment: lab.assignment, result } : [];
        }),
      };
      this.show(0);
      this.#finish([...graded.map(({ report }) => report), rest.report]);
    } catch (error) {
      this.problem = `${errorText(error).replace(/\.$/, '')}.`;
    }
  }

  /** Shows the class of an assignment of the course. */
  show(part: number): void {
    const shown = this.course?.parts[part];
    if (!shown) return;
    this.part = part;
    this.result = shown.result;
    this.rules = ruleSentences(shown.assignment);
  }

  /** Returns each question of a file, with the student's numbers and answers. */
  async detail(at: number): Promise<QuestionDetail[]> {
    return (await this.#grader?.detail(this.part, at)) ?? [];
  }

  /** Returns the address of the page that shows a file in its lab. */
  reviewLink(at: number): string {
    if (!this.#isAnswering) answerReviews((name) => this.#review(name));
    this.#isAnswering = true;
    return reviewLink(site ?? location.href, `${this.#token}-${this.part}-${at}`);
  }

  /**
   * Returns the review with the given name; undefined if the review belongs to another page or to an earlier result.
   */
  #review(name: string): Promise<Review> | undefined {
    const [token, part, at] = name.split('-');
    return token === this.#token ? this.#reviewOf(Number(part), Number(at)) : undefined;
  }

  async #reviewOf(part: number, at: number): Promise<Review> {
    const { report, labs } = (this.course ? this.course.parts[part]?.result : this.result) ?? {};
    const graded = report?.submissions[at];
    const given = this.files.find(({ path }) => graded?.file === path || graded?.file.startsWith(`${path}/`));
    if (!graded || !given || !this.#grader) throw new Error('the file was removed, so grade again');
    const { assignment, student, seed, ended, events } = await this.#grader.submission(graded.file, given, this.keys);
    const lab = labs?.find(({ id }) => id === assignment.lab);
    if (!lab) throw new Error(`the class was not graded with the lab “${assignment.lab}”, so grade again`);
    const points = (graded.questions ?? []).map(({ id, points, max }) => [id, { points, max }] as const);
    const own = this.#owns[part];
    const isOwn = own?.id === lab.id;
    const { withPictures } = await import('../author/preview');
    return {
      lab: !isOwn
        ? resolveLinks(lab, publishedPage(site ?? location.href, lab.id))
        : own.base === undefined
          ? withPictures(lab, own.folder?.files ?? own.pictures ?? {})
          : lab,
      pictures: isOwn ? (own.base ?? '') : publishedFolder(site ?? location.href, lab.id),
      assignment,
      student,
      seed,
      ended,
      events,
      points: Object.fromEntries(points),
    };
  }

  /** Returns the first predictions of all students. */
  async predictions(ids: readonly string[]): Promise<PredictionText[]> {
    return (await this.#grader?.predictions(this.part, ids)) ?? [];
  }

  async downloadCourse({ format, name, type }: Download<CourseFormat>): Promise<void> {
    this.#save(name, type, await this.#grader?.courseGradebook(format));
  }

  async download({ format, name, type }: Download<GradebookFormat>): Promise<void> {
    this.#save(name, type, await this.#grader?.gradebook(this.part, format));
  }

  #save(name: string, type: string, text: string | undefined): void {
    if (text === undefined) return;
    save(name, type, text);
    this.status = `${name} saved.`;
  }
}
