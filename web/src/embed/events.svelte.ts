import type { Question } from '../lab/types';
import type { Attempt, Session } from '../session/session.svelte';
import { encodeState } from './page-link';

/** Events that a reader causes, with their details: plain data. */
export interface WidgetEvents {
  statechange: { state: string };
  answer: { question: string; given: Attempt['given']; right: boolean; tries: number };
  score: { score: number; points: number; of: number };
}

/** Time without changes before a state is reported, in milliseconds. */
const stateDelayMs = 300;

/** Reports events to the page: each answer, the score, and the state once it stops changing. */
export class EventReporter {
  readonly end: () => void;
  /** Skips a state that the page itself has set. */
  readonly skip: () => void;

  constructor(
    session: Session,
    questions: readonly Question[],
    emit: <K extends keyof WidgetEvents>(name: K, detail: WidgetEvents[K]) => void,
  ) {
    let known = session.state;
    let waiting: ReturnType<typeof setTimeout> | undefined;
    const of = questions.reduce((sum, { points }) => sum + points, 0);
    const emitAnswers = (before: typeof known): boolean => {
      let any = false;
      for (const { id } of questions) {
        const now = session.answers(id);
        for (let tries = (before.answers[id]?.length ?? 0) + 1; tries <= now.length; tries++) {
          const { given, right } = now[tries - 1] as Attempt;
          emit('answer', { question: id, given, right, tries });
          any = true;
        }
      }
      return any;
    };
    const stop = $effect.root(() => {
      $effect(() => {
        const { state } = session;
        if (state === known) return;
        const before = known;
        known = state;
        if (emitAnswers(before)) {
          const points = questions.reduce((sum, { id, points }) => sum + (session.solved(id) ? points : 0), 0);
          emit('score', { score: of > 0 ? points / of : 0, points, of });
        }
        clearTimeout(waiting);
        waiting = setTimeout(() => emit('statechange', { state: encodeState(session) }), stateDelayMs);
      });
    });
    this.skip = () => {
      known = session.state;
    };
    this.end = () => {
      clearTimeout(waiting);
      stop();
    };
  }
}
