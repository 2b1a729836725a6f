// Opens a lab's page from the link to an assignment.
import { mount, unmount, type ComponentProps } from 'svelte';
import { findStorage } from '../components/storage';
import { engine } from '../engine';
import type { Lab } from '../lab/types';
import type { Notice } from '../player/notice';
import { Session } from '../session/session.svelte';
import type { State } from '../state/state';
import { checkState } from '../player/link/check';
import { LinkError } from '../player/link/link';
import { assignmentProblems, lockedSettings, NoAssignment } from './assignment';
import Banner from './Banner.svelte';
import { isEncrypted } from './encrypted';
import type { Assignment, Student } from './format';
import { gradableItems } from './items';
import type { PlatformReport } from './platform/report.svelte';
import { readSavedWork, WorkStore, type SavedWork } from './work-store';
import { assignmentIn } from './link';
import { autosave } from './autosave.svelte';
import { fetchLabVersion } from './lab-version';
import { pointsOf, standings } from './rules';
import { seedOf } from './seal';
import type { LabSource } from './source';
import StudentForm from './StudentForm.svelte';
import { now, plural } from './words';
import { Work } from './work.svelte';

/** Returns the assignment in the page's address, or a sentence with the reason why it cannot be used. */
function read(lab: Lab): Assignment | string {
  try {
    const assignment = assignmentIn(location.href);
    return assignment.lab === lab.id ? assignment : `This assignment belongs to another lab, ${assignment.lab}.`;
  } catch (error) {
    if (error instanceof NoAssignment) return `This assignment’s link cannot be used: ${error.message}.`;
    if (error instanceof LinkError) return `${error.message}.`;
    throw error;
  }
}

interface StudentStart {
  student: Student;
  seed: string;
  kept: SavedWork | undefined;
}

/** Asks for the student's identity, above the lab's text. */
function askStudent(form: Omit<ComponentProps<typeof StudentForm>, 'begin'>): Promise<StudentStart> {
  return new Promise((resolve) => {
    const begin = async (student: Student, kept?: SavedWork): Promise<void> => {
      const seed = seedOf(form.assignment, student.id);
      await unmount(mounted);
      resolve({ student, seed, kept });
    };
    const main = document.querySelector('main') ?? document.body;
    const anchor = main.querySelector('.opening')?.nextSibling;
    const mounted = mount(StudentForm, { target: main, ...(anchor && { anchor }), props: { ...form, begin } });
  });
}

/** Marks the parts of the page that do not count in the assignment, and shows the points for predictions. */
function markParts({ assignment, counted }: Work): void {
  for (const part of document.querySelectorAll<HTMLElement>('.asked')) {
    const item = counted.find(({ id }) => id === part.id);
    const points = item?.kind === 'predict' ? pointsOf(assignment, item) : 0;
    const words = item
      ? points > 0
        ? ` · ${plural(points, 'point', 'points')} for making it`
        : ''
      : ' · practice, not counted';
    part.querySelector('.asked-kind')?.append(words);
  }
}

/**
 * Opens the assignment in the page's address. Returns `undefined` if the link cannot be used; the page then shows a
 * notice and is an ordinary lab.
 */
export async function beginAssignment(
  lab: Lab,
  notice: Notice,
  whole?: LabSource['whole'],
): Promise<Session | undefined> {
  const assignment = read(lab);
  if (typeof assignment === 'string') {
    const help =
      'Copy the whole link, or ask your teacher for it again. Until then, the lab is for practice: nothing is counted. Work saved in this browser is not lost.';
    notice(`${assignment} ${help}`, 'alert');
    return undefined;
  }
  return beginWork(lab, assignment, notice, { whole });
}

/** A learning platform that opened the page. */
export interface PlatformLink {
  /** The student; if the id is missing, the page asks for it. */
  student: Student;
  /** The work that the platform stored, which has not been checked. */
  saved: unknown;
  /** Starts sending the work to the platform. */
  follow(work: Work): PlatformReport;
}

/** Returns the later of two records of one student's work; undefined if there is neither. */
const later = (one?: SavedWork, other?: SavedWork): SavedWork | undefined =>
  one && other ? (Date.parse(one.saved) > Date.parse(other.saved) ? one : other) : (one ?? other);

/**
 * Returns sentences with the reasons why submissions cannot be encrypted here, so that a student learns of them before
 * the work, not after it.
 */
async function encryptionProblems(assignment: Assignment): Promise<string[]> {
  if (!isEncrypted(assignment)) return [];
  const { encryptionProblem } = await import('./envelope');
  const problem = await encryptionProblem(assignment);
  return problem === undefined ? [] : [problem];
}

interface WorkOptions {
  /** The recipient of reports about the work; by default, none. */
  platform?: PlatformLink | undefined;
  /** The lab with all its text; by default, the published one. */
  whole?: LabSource['whole'] | undefined;
}

/** Begins an assignment: draws the student's numbers and returns the session with the student's work. */
export async function beginWork(
  lab: Lab,
  assignment: Assignment,
  notice: Notice,
  { platform, whole = fetchLabVersion(lab.id) }: WorkOptions = {},
): Promise<Session> {
  const page = document.documentElement.dataset;
  page['assignment'] = 'asked';
  const locked = lockedSettings(lab, assignment);
  // An assignment starts with its locked settings. The engine keeps the lab's own initial settings, from which answers
  // are computed.
  const set: Lab = { ...lab, start: { ...lab.start, ...locked } };
  const storage = findStorage();
  const keep = (id: string): WorkStore => new WorkStore(assignment, id, storage);

  const problems = whole.then(async ({ version }) => [
    ...assignmentProblems(assignment, lab, version),
    ...(await encryptionProblems(assignment)),
  ]);
  const check = (state: unknown): State => checkState(set, state).state;
  const find = (id: string): SavedWork | undefined =>
    later(keep(id).read(check), readSavedWork(platform?.saved, check));
  const resume = async ({ student }: PlatformLink): Promise<StudentStart> => {
    for (const problem of await problems) notice(problem, 'alert');
    return { student, seed: seedOf(assignment, student.id), kept: find(student.id) };
  };
  const { student, seed, kept } = await (platform?.student.id
    ? resume(platform)
    : askStudent({ assignment, problems, sends: platform !== undefined, keeps: storage !== undefined, find }));

  const { lab: text } = await whole;
  const standing = standings(
    assignment,
    gradableItems(text).filter(({ id }) => assignment.questions.includes(id)),
  );
  const rules = { locked: Object.keys(locked), skip: assignment.skip ?? true, ...(standing && { standing }) };
  const session = new Session(set, { engine, rules, seed, ...(kept && { resumed: kept }) });
  const started = kept?.started ?? now();
  const work = new Work(text, { assignment, student, session, started }, keep(student.id));
  if (kept) work.saved = kept.saved;
  const report = platform?.follow(work);
  autosave(work, () => {
    work.save();
    report?.follow();
  });
  markParts(work);
  const main = document.querySelector('main');
  // The banner is before the sheet rather than inside it, so that the banner stays visible at every scroll position.
  mount(Banner, {
    target: main?.parentElement ?? document.body,
    ...(main && { anchor: main }),
    props: { work, report },
  });
  page['assignment'] = 'begun';
  return session;
}
