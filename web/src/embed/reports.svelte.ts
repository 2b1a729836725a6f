import type { Question } from '../lab/types';
import type { Attempt, Session } from '../session/session.svelte';
import { stateOf } from './link-to';

/** What a page is told while a reader works: plain data. */
export interface Told {
  statechange: { state: string };
  answer: { question: string; given: Attempt['given']; right: boolean; tries: number };
  score: { score: number; points: number; of: number };
}

/** How long a state rests before it is told, in milliseconds. */
const rest = 300;

/** Tells a page what its reader does: each answer, what it came to, and the state when it has come to rest. */
export class Reports {
  readonly end: () => void;
  /** Lets what was just brought in pass: it is no news to the page. */
  readonly skip: () => void;

  constructor(
    session: Session,
    questions: readonly Question[],
    tell: <K extends keyof Told>(name: K, detail: Told[K]) => void,
  ) {
    let known = session.state;
    let waiting: ReturnType<typeof setTimeout> | undefined;
    const of = questions.reduce((sum, { points }) => sum + points, 0);
    const answered = (before: typeof known): boolean => {
      let any = false;
      for (const { id } of questions) {
        const now = session.answers(id);
        for (let tries = (before.answers[id]?.length ?? 0) + 1; tries <= now.length; tries++) {
          const { given, right } = now[tries - 1] as Attempt;
          tell('answer', { question: id, given, right, tries });
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
        if (answered(before)) {
          const points = questions.reduce((sum, { id, points }) => sum + (session.solved(id) ? points : 0), 0);
          tell('score', { score: of > 0 ? points / of : 0, points, of });
        }
        clearTimeout(waiting);
        waiting = setTimeout(() => tell('statechange', { state: stateOf(session) }), rest);
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
