import type { Lab } from '../lab/types';
import type { LogEvent } from '../session/log';
import type { Session } from '../session/session.svelte';
import { gradableItems, type GradableItem } from './items';
import type { Assignment, Student } from './format';
import type { SavedWork, WorkStore } from './work-store';
import { now } from './words';

/** Returns the number of predictions and answers in a log. */
const commitments = (log: readonly LogEvent[]): number =>
  log.filter(({ k }) => k === 'predict' || k === 'answer').length;

/** One student's work on one assignment: its progress, and whether it is saved. */
export class Work {
  readonly assignment: Assignment;
  readonly student: Student;
  readonly session: Session;
  /** The graded items, in the order of the lab. */
  readonly counted: readonly GradableItem[];
  /** The time at which the work was started, in ISO 8601. */
  readonly started: string;
  /** The time at which the work was last saved in the browser, in ISO 8601. */
  saved = $state<string>();
  /** Whether the last save succeeded. */
  keeps = $state(false);
  /** The time at which the work was last submitted, in ISO 8601. */
  submitted = $state<string>();

  readonly #keep: WorkStore;
  #kept = $state(0);
  #given = $state(0);

  constructor(lab: Lab, parts: Pick<Work, 'assignment' | 'student' | 'session' | 'started'>, keep: WorkStore) {
    this.assignment = parts.assignment;
    this.student = parts.student;
    this.session = parts.session;
    this.started = parts.started;
    this.#keep = keep;
    this.keeps = keep.isAvailable;
    this.counted = gradableItems(lab).filter(({ id }) => parts.assignment.questions.includes(id));
  }

  done(id: string): boolean {
    return this.session.answers(id).length > 0 || this.session.prediction(id) !== undefined;
  }

  /** The counted items that are not answered yet. */
  readonly open = $derived.by(() => this.counted.filter(({ id }) => !this.done(id)));

  /** The number of predictions and answers so far. */
  readonly made = $derived.by(() => {
    // The log is not reactive, but every prediction and answer also changes the state.
    void this.session.state;
    return commitments(this.session.log);
  });

  /** Whether a prediction or an answer was added after the last submission. */
  readonly changed = $derived.by(() => this.submitted !== undefined && this.made > this.#given);

  /** Whether a prediction or an answer would be lost if the page were closed. */
  readonly atRisk = $derived.by(() => this.made > Math.max(this.#kept, this.#given));

  /** Saves the work if the browser can store it. */
  save(saved = now()): void {
    const work = this.saveable(saved);
    this.keeps = this.#keep.write(work);
    if (!this.keeps) return;
    this.saved = saved;
    this.stored(work);
  }

  /** Returns the work in the form in which it is saved. */
  saveable(saved = now()): SavedWork {
    const { started, session, student } = this;
    return {
      format: 'pathlength-work/1',
      name: student.name,
      started,
      saved,
      state: session.state,
      log: [...session.log],
    };
  }

  /** Records that work with this log was saved, in the browser or elsewhere. */
  stored({ log }: Pick<SavedWork, 'log'>): void {
    this.#kept = Math.max(this.#kept, commitments(log));
  }

  /** Records that a file with these events was given to the student. */
  given(events: readonly LogEvent[], at: string): void {
    this.submitted = at;
    this.#given = commitments(events);
  }
}
