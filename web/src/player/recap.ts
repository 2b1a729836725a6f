import { counted } from '../charts/format';
import type { Words } from '../language';
import type { Block } from '../lab/types';
import type { Session } from '../session/session.svelte';

/** Summarizes a reader's predictions and answers in sentences; empty before the first prediction or answer. */
export function summaryWords(session: Session, blocks: readonly Block[]): string[] {
  const predictions = blocks.filter((block) => block.kind === 'predict');
  const questions = blocks.filter((block) => block.kind === 'question');
  const said = predictions.filter(({ id }) => session.prediction(id));
  const tried = questions.filter(({ id }) => session.answers(id).length > 0);
  const right = tried.filter(({ id }) => session.solved(id));
  const first = right.filter(({ id }) => session.answers(id).length === 1);
  const points = right.reduce((sum, question) => sum + question.points, 0);
  const of = questions.reduce((sum, question) => sum + question.points, 0);
  return [
    ...(said.length > 0
      ? [`You made ${said.length} of ${counted(predictions.length, 'prediction', 'predictions')}.`]
      : []),
    ...(tried.length > 0
      ? [
          `You answered ${right.length} of ${counted(questions.length, 'question' satisfies Words, 'questions')} correctly, ${first.length} of them on the first try${session.rules.standing ? '' : `: ${points} of ${of} points`}.`,
        ]
      : []),
  ];
}
