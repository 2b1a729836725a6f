// A student's progress in a course, from the work that the browser stores for each assignment.
import type { Course, CourseLab } from '../classroom/course';
import type { Assignment } from '../classroom/format';
import { WorkStore, type SavedWork } from '../classroom/work-store';
import type { Storage } from '../components/storage';
import type { State } from '../state/state';

/** The progress in one lab. */
export interface LabProgress {
  lab: CourseLab;
  /** The number of counted items with an answer or a prediction. */
  answered: number;
  counted: number;
  /** The time at which the browser last saved the work, in ISO 8601; missing before the work is started. */
  saved?: string;
  /** The host of a lab on another site, whose storage this page cannot read. */
  elsewhere?: string;
}

/** Accepts any object as a state, because this page does not open states; undefined for other values. */
const anyState = (state: unknown): State | undefined =>
  typeof state === 'object' && state !== null ? (state as State) : undefined;

function isAnswered({ log }: SavedWork, id: string): boolean {
  return log.some((event) =>
    event.k === 'answer' ? event.question === id : event.k === 'predict' && event.block === id,
  );
}

function savedWork(assignment: Assignment, student: string, storage: Storage | undefined): SavedWork | undefined {
  return storage && new WorkStore(assignment, student, storage).read(anyState);
}

/** Returns a student's progress in each lab of a course, on the site with this root. */
export const progressOf = (
  { labs }: Course,
  student: string,
  storage: Storage | undefined,
  root: string,
): LabProgress[] =>
  labs.map((lab) => {
    if (!lab.address.startsWith(root)) return { lab, answered: 0, counted: 0, elsewhere: new URL(lab.address).host };
    const { assignment } = lab;
    const work = assignment && savedWork(assignment, student, storage);
    const questions = assignment?.questions ?? [];
    return {
      lab,
      answered: work ? questions.filter((id) => isAnswered(work, id)).length : 0,
      counted: questions.length,
      ...(work && { saved: work.saved }),
    };
  });

/** Returns the sums over all labs. */
export const total = (all: readonly LabProgress[]): { answered: number; counted: number } => ({
  answered: all.reduce((sum, { answered }) => sum + answered, 0),
  counted: all.reduce((sum, { counted }) => sum + counted, 0),
});
