import { curveQuestion } from '../lab/curve-names';
import type { Block, Predict } from '../lab/types';
import type { Prediction, Session } from '../session/session.svelte';
import { outputWords } from '../lab/words';
import { judgeChoice } from './judge-choice';

/**
 * Returns the feedback on a prediction, or an empty list if the lab contains none. Predictions are never counted as
 * wrong.
 */
export async function replyTo(session: Session, predict: Predict, said: Prediction): Promise<readonly Block[]> {
  const { id, guess, feedback = [] } = predict;
  if (feedback.length === 0) return [];
  let found: number | null | undefined;
  if (guess.kind === 'choice' && said.kind === 'choice')
    found = judgeChoice(guess.choices, feedback, [said.id]).feedback;
  else if (guess.kind === 'number' && said.kind === 'number') {
    const { answer: value, unit, tolerance = '' } = guess;
    const question = { id, ask: [], answer: { kind: 'number' as const, value, unit, tolerance }, points: 0, feedback };
    const given = { kind: 'number' as const, text: String(said.value) };
    ({ feedback: found } = await session.engine.ask('judge', [question, given, session.seed]));
  } else if (guess.kind === 'curve' && said.kind === 'curve') {
    const { unit } = outputWords(session.lab, guess.y);
    const { question, given } = curveQuestion(id, guess, unit, said.values, [...feedback]);
    ({ feedback: found } = await session.engine.ask('judge', [question, given, session.seed]));
  }
  return feedback[found ?? -1]?.blocks ?? [];
}
