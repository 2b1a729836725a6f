import type { Verdict } from '../engine/protocol';
import type { Choice, Feedback, FeedbackTo } from '../lab/types';

/**
 * Grades selected choices as the engine does (`engine/lab/src/grade.rs`), so that the page need not wait for the
 * engine.
 */
export function judgeChoice(
  choices: readonly Choice[],
  feedback: readonly Feedback[],
  ids: readonly string[],
): Pick<Verdict, 'right'> & { feedback?: number } {
  const right = choices.every((choice) => choice.right === ids.includes(choice.id));
  const first = (fits: (to: FeedbackTo) => boolean): number => feedback.findIndex(({ to }) => fits(to));
  const whole = first(({ kind }) => kind === (right ? 'right' : 'wrong'));
  const own = first((to) => to.kind === 'choice' && ids.includes(to.id));
  const found = [right ? whole : own, right ? own : whole].find((at) => at >= 0);
  return { right, ...(found !== undefined && { feedback: found }) };
}

const count = (n: number, one: string, many: string): string => (n === 1 ? `one ${one}` : `${n} ${many}`);

/**
 * Describes how far a set of choices is correct, if it is only partly correct; empty if no selected choice is correct.
 */
export function partWords(choices: readonly Choice[], ids: readonly string[]): string {
  const chosen = choices.filter(({ id }) => ids.includes(id));
  const right = chosen.filter((choice) => choice.right).length;
  const missing = choices.filter((choice) => choice.right).length - right;
  const wrong = chosen.length - right;
  if (right === 0) return '';
  const rest = [
    ...(missing > 0 ? [`${count(missing, 'right choice is', 'right choices are')} not chosen yet`] : []),
    ...(wrong > 0 ? [`${count(wrong, 'choice does', 'choices do')} not belong`] : []),
  ];
  return `Partly right: ${count(right, 'choice is', 'choices are')} right, and ${rest.join(', and ')}.`;
}
