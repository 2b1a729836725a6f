// Tests whether a correct answer gets the feedback on a misconception, for combinations of a question's random numbers.
import { errorText } from '../../engine/error-text.ts';
import type { LessonTools } from '../../engine/lesson-tools.ts';
import { blocksOf } from '../blocks.ts';
import type { WrittenLab } from '../compile/index.ts';
import { top } from '../compile/problems.ts';
import type { Lab, Question } from '../types';
import { combinations, fixed, quantities, wordsOf, type Drawn } from './draws.ts';

/**
 * Returns the question with fixed random numbers, another correct answer, and one piece of feedback, to evaluate the
 * condition of this feedback.
 */
const asked = (question: Question, drawn: Drawn, at: number, right: string): Question => {
  const feedback = question.feedback[at];
  return {
    ...question,
    draws: fixed(drawn),
    answer:
      question.answer.kind === 'number'
        ? { ...question.answer, value: `(${right}) * 1000003`, tolerance: '0' }
        : question.answer,
    feedback: feedback ? [feedback] : [],
  };
};

/**
 * Tries the feedback of all questions with a numeric answer, and reports feedback on wrong answers that a correct
 * answer would get.
 */
export function* runQuestions(lab: Lab, written: WrittenLab, tools: LessonTools): Generator<string> {
  for (const block of blocksOf(lab)) {
    if (block.kind !== 'question' || block.answer.kind !== 'number') continue;
    const { value } = block.answer;
    const wrong = (message: string): undefined =>
      written.main.error(written.named.get(block.id)?.place ?? top, message);
    const reported = new Set<number>();
    for (const drawn of combinations(block.draws ?? [])) {
      try {
        const right = tools.calculate(lab, value, quantities(drawn));
        block.feedback.forEach(({ to }, at) => {
          if (to.kind !== 'when' || reported.has(at)) return;
          const text = `${right.value} ${right.unit}`.trim();
          const verdict = tools.judge(lab, asked(block, drawn, at, value), { kind: 'number', text });
          if (verdict.feedback !== 0) return;
          reported.add(at);
          wrong(
            `the feedback for ${to.condition} also fits the right answer${wordsOf(drawn)}, ${right.value}: ` +
              'draw different numbers or reduce the tolerance',
          );
        });
      } catch (error) {
        wrong(
          `the answer${wordsOf(drawn)} cannot be computed ` + `(${errorText(error)}): change the answer or the draws`,
        );
        break;
      }
      yield `question ${block.id}`;
    }
  }
}
