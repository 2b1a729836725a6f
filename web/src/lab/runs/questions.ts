// Feedback that names a misconception, tried with the right answer to every question that can be drawn.
import type { LessonTools } from '../../engine/lesson-tools.ts';
import { blocksOf } from '../blocks.ts';
import type { WrittenLab } from '../compile/index.ts';
import { top } from '../compile/problems.ts';
import type { Draw, Lab, Question } from '../types';

/** More combinations of drawn numbers are not tried. */
const MAX_COMBINATIONS = 64;

type Drawn = readonly { readonly draw: Draw; readonly value: number }[];

/** All combinations of the numbers that a question draws. */
function combinations(draws: readonly Draw[]): Drawn[] {
  let all: Drawn[] = [[]];
  for (const draw of draws) all = all.flatMap((drawn) => draw.values.map((value) => [...drawn, { draw, value }]));
  return all.slice(0, MAX_COMBINATIONS);
}

/** The question with the drawn numbers fixed, another right answer, and one feedback, so that a condition can be tried. */
const asked = (question: Question, drawn: Drawn, at: number, right: string): Question => {
  const feedback = question.feedback[at];
  return {
    ...question,
    draws: drawn.map(({ draw, value }) => ({ ...draw, values: [value] })),
    answer: question.answer.kind === 'number' ? { ...question.answer, value: `(${right}) * 1000003` } : question.answer,
    feedback: feedback ? [feedback] : [],
  };
};

/** Tries the feedback of all questions, a question at a time, and reports what would be said to a right answer. */
export function* runQuestions(lab: Lab, written: WrittenLab, tools: LessonTools): Generator<string> {
  for (const block of blocksOf(lab)) {
    if (block.kind !== 'question' || block.answer.kind !== 'number') continue;
    const { value } = block.answer;
    const wrong = (message: string): undefined =>
      written.main.error(written.named.get(block.id)?.place ?? top, message);
    const reported = new Set<number>();
    for (const drawn of combinations(block.draws ?? [])) {
      const words = drawn.map(({ draw, value }) => `${draw.name} = ${value}`).join(', ');
      const draws = Object.fromEntries(drawn.map(({ draw, value }) => [draw.name, { value, unit: draw.unit }]));
      try {
        const right = tools.calculate(lab, value, draws);
        block.feedback.forEach(({ to }, at) => {
          if (to.kind !== 'when' || reported.has(at)) return;
          const text = `${right.value} ${right.unit}`.trim();
          const verdict = tools.judge(lab, asked(block, drawn, at, value), { kind: 'number', text });
          if (verdict.feedback !== 0) return;
          reported.add(at);
          wrong(
            `the feedback for ${to.condition} also fits the right answer${words && ` with ${words}`}, ${right.value}: ` +
              'draw other numbers or make the tolerance smaller',
          );
        });
      } catch (error) {
        wrong(
          `the answer${words && ` with ${words}`} cannot be computed: ` +
            `${error instanceof Error ? error.message : String(error)}: change the answer or what is drawn`,
        );
        break;
      }
      yield `question ${block.id}`;
    }
  }
}
