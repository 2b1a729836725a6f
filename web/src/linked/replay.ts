// The state in which a student left a lab, from the log in a submission. The log is untrusted.
import { lockedSettings } from '../classroom/assignment';
import { gradableItems } from '../classroom/items';
import type { Review } from '../classroom/review-channel';
import { plural } from '../classroom/words';
import type { Client } from '../engine/client';
import type { Lab, Question } from '../lab/types';
import { judgeChoice } from '../player/judge-choice';
import { checkState } from '../player/link/check';
import { Session, type Attempt, type LogEvent, type SubmittedAnswer } from '../session/session.svelte';

/** A session in which predictions and answers cannot be changed, but settings can. */
class ReviewSession extends Session {
  override commit(): void {}
  override answer(): void {}
  override write(): void {}
  override hint(): void {}
  override resetStep(): void {}
  override reset(): void {}
  override isTouched(): boolean {
    return false;
  }
}

/** Grades an entry as the page did; undefined if the entry was not a valid answer. */
async function attempt(
  engine: Client,
  question: Question,
  given: SubmittedAnswer,
  seed: string,
): Promise<Attempt | undefined> {
  const { answer, feedback } = question;
  if (answer.kind !== given.kind) return undefined;
  if (answer.kind === 'choice' && given.kind === 'choice')
    return { given, ...judgeChoice(answer.choices, feedback, given.ids) };
  const verdict = await engine.ask('judge', [question, given, seed]);
  if (verdict.problem !== undefined) return undefined;
  const { right, feedback: said, value } = verdict;
  return { given, right, ...(said !== undefined && { feedback: said }), ...(value !== undefined && { value }) };
}

/** Repeats an event of the log. */
async function repeat(session: Session, event: LogEvent, questions: ReadonlyMap<string, Question>): Promise<void> {
  const now = (id: string): string => session.lab.aliases?.[id] ?? id;
  switch (event.k) {
    case 'set':
      session.set(event.setting, event.value);
      break;
    case 'predict':
      session.commit(now(event.block), event.prediction);
      break;
    case 'reveal':
    case 'skip':
      session.reveal(now(event.block));
      break;
    case 'hint':
      session.hint(now(event.block));
      break;
    case 'answer': {
      const question = questions.get(now(event.question));
      const checked = question && (await attempt(session.engine, question, event.given, session.seed ?? ''));
      if (checked) session.answer(now(event.question), checked);
      break;
    }
    case 'reset':
      if (event.step === undefined) session.reset();
      else session.resetStep(event.step);
      break;
    default:
  }
}

/** Returns the lab as a student left it. */
export async function reviewSession(
  lab: Lab,
  { assignment, seed, events, points }: Review,
  engine: Client,
): Promise<Session> {
  const locked = lockedSettings(lab, assignment);
  const set: Lab = { ...lab, start: { ...lab.start, ...locked } };
  const options = { engine, seed };
  const rules = { locked: Object.keys(locked), skip: true };
  const questions = new Map(
    gradableItems(lab).flatMap((item) => (item.kind === 'question' ? [[item.id, item.block] as const] : [])),
  );
  const repeated = new Session(set, { ...options, rules, now: () => 0 });
  for (const event of events) await repeat(repeated, event, questions);
  const { state } = checkState(set, repeated.state);
  /** No further answer counts, so questions are closed. */
  const standing = (id: string): { words: string; over: boolean } => {
    const got = points[id];
    const words = got ? `${got.points} of ${plural(got.max, 'point', 'points')}` : 'not counted';
    return { words, over: true };
  };
  return new ReviewSession(set, {
    ...options,
    rules: { ...rules, skip: false, standing },
    resumed: { state, log: events },
  });
}
