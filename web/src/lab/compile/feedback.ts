// Feedback on the answers to a question or on the values of a prediction.
import type { Draw, Feedback, FeedbackTo } from '../types.ts';
import type { Parts } from './answer-parts.ts';
import type { BlockReader } from './blocks.ts';
import type { Content, Directive } from './directive.ts';
import type { BlockContext } from './lesson.ts';
import { hint } from './suggest.ts';

type Kind = 'number' | 'choice' | 'choices' | 'curve';

/** The subject of feedback: a question or prediction, its choices, its unit, and the names that conditions can use. */
interface Answered {
  readonly asks: 'question' | 'prediction';
  readonly kind: Kind;
  readonly parts: Parts;
  readonly unit: string;
  readonly draws: readonly Draw[];
  /** The condition that a right curve satisfies. */
  readonly right?: string;
}

/**
 * Returns the answer to which a piece of feedback applies; reports feedback without exactly one answer and returns
 * undefined.
 */
function readTo(
  directive: Directive,
  { asks, kind, parts, unit, draws, right: rightCurve }: Answered,
): FeedbackTo | undefined {
  const { choices } = parts;
  const [right, wrong] = [directive.flag('right'), directive.flag('wrong')];
  const [when, choice] = [directive.said('when'), directive.said('choice')];
  const said = [right, wrong, when, choice].filter(Boolean).length;
  if (said !== 1) return directive.error('feedback needs its answer: {right}, {wrong}, {when="…"}, or {choice=…}');
  if (right) return rightCurve === undefined ? { kind: 'right' } : { kind: 'when', condition: rightCurve };
  if (wrong) return { kind: 'wrong' };
  if (when) {
    if (kind !== 'number' && kind !== 'curve')
      directive.error('when= is for numbers and curves; for choices use choice=', when.place);
    return {
      kind: 'when',
      condition: directive.expression(when, {
        wanted: { kind: 'condition' },
        draws,
        ...(kind !== 'curve' && { given: unit }),
      }),
    };
  }
  const id = choice?.text ?? '';
  const ids = choices.map((each) => each.id);
  const chosen = choices.find((each) => each.id === id);
  if (kind === 'number' || kind === 'curve')
    directive.error('choice= is for choices; for numbers and curves use when=', choice?.place);
  else if (!chosen) directive.error(`the ${asks} has no choice "${id}"${hint(id, ids)}`, choice?.place);
  return { kind: 'choice', id };
}

/** Reports answers without feedback, and feedback that is never shown. */
function checkFeedback(
  directive: Directive,
  { asks, kind, parts, right }: Answered,
  feedback: readonly Feedback[],
): void {
  const { choices } = parts;
  const kindOf = (to: FeedbackTo): FeedbackTo['kind'] =>
    to.kind === 'when' && to.condition === right ? 'right' : to.kind;
  const has = (wanted: FeedbackTo['kind']): boolean => feedback.some(({ to }) => kindOf(to) === wanted);
  const answered = (id: string): boolean => feedback.some(({ to }) => to.kind === 'choice' && to.id === id);
  const rightOnes = choices.filter(({ right }) => right);
  if (!has('right') && !(kind === 'choice' && rightOnes.length > 0 && rightOnes.every(({ id }) => answered(id))))
    directive.error(`the ${asks} has no feedback for a right answer: add :::feedback{right}`);
  const silent = choices.filter(({ id, right }) => !right && !answered(id)).map(({ id }) => id);
  if (!has('wrong') && (kind !== 'choice' || silent.length > 0))
    directive.error(`the ${asks} has no feedback for a wrong answer: add :::feedback{wrong}`);
  else if (kind === 'choice' && silent.length > 0)
    directive.source.warning(
      directive.place,
      `there is no specific feedback for the choice ${silent.join(', ')}: add :::feedback{choice=${silent[0] ?? ''}}`,
    );
  const seen = new Set<string>();
  for (const { to } of feedback) {
    const key = JSON.stringify(to);
    if (seen.has(key))
      directive.error(`the second feedback for the same answer (${kindOf(to)}) is never shown: remove it`);
    seen.add(key);
  }
}

/** Reads the feedback among the parts of a question or prediction, and reports answers without feedback. */
export function readFeedback(
  directive: Directive,
  reader: BlockReader,
  inner: BlockContext,
  answered: Answered,
): Feedback[] {
  const feedback = answered.parts.feedback.flatMap((part): Feedback[] => {
    const to = readTo(part, answered);
    const blocks = reader.read(part.node.children as Content[], {
      ...inner,
      room: 'feedback',
      prose: false,
      hidden: true,
    });
    if (blocks.length === 0) part.error('the feedback is empty: write its text or remove it');
    part.finish();
    return to ? [{ to, blocks }] : [];
  });
  checkFeedback(directive, answered, feedback);
  return feedback;
}
