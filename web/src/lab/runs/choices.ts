// Compares choices that have a condition, and verdicts on claims, with the model and the published values.
import { errorText } from '../../engine/error-text.ts';
import type { LessonTools } from '../../engine/lesson-tools.ts';
import type { WrittenLab } from '../compile/index.ts';
import type { Lab, Question } from '../types';
import { combinations, fixed, wordsOf, type Drawn } from './draws.ts';

/** Returns whether a condition holds; the engine evaluates it like the condition of feedback on a wrong number. */
function holds(lab: Lab, condition: string, drawn: Drawn, tools: LessonTools): boolean {
  const question: Question = {
    id: 'condition',
    ask: [],
    points: 0,
    draws: fixed(drawn),
    answer: { kind: 'number', value: '1', unit: 'ratio', tolerance: '1 %' },
    feedback: [{ to: { kind: 'when', condition }, blocks: [] }],
  };
  return tools.judge(lab, question, { kind: 'number', text: '2' }).feedback === 0;
}

/** Computes the conditions of all choices one by one, and reports those that contradict the mark `right`. */
export function* runChoices(lab: Lab, { choices }: WrittenLab, tools: LessonTools): Generator<string> {
  for (const { source, place, condition, right, draws } of choices) {
    for (const drawn of combinations(draws)) {
      try {
        if (holds(lab, condition, drawn, tools) === right) continue;
        source.error(
          place,
          `the choice is ${right ? '' : 'not '}marked right, but its condition ${right ? 'does not hold' : 'holds'}${wordsOf(drawn)}: ` +
            'mark the choice that is right, or change the condition',
        );
      } catch (error) {
        source.error(place, `the condition${wordsOf(drawn)} cannot be computed: ${errorText(error)}`);
      }
      break;
    }
    yield `choice on line ${place.line}`;
  }
}

/** Computes the conditions of all claims in the inventory, and reports those that contradict their verdicts. */
export function* runClaims(lab: Lab, { claims }: WrittenLab, tools: LessonTools): Generator<string> {
  for (const { source, place, condition, isSatisfied } of claims) {
    try {
      if (holds(lab, condition, [], tools) !== isSatisfied)
        source.error(
          place,
          `the verdict is ${isSatisfied ? '' : 'not '}"satisfied", but the condition ${isSatisfied ? 'does not hold' : 'holds'}: ` +
            'change the verdict or the condition',
        );
    } catch (error) {
      source.error(place, `the condition cannot be computed: ${errorText(error)}`);
    }
    yield `claim on line ${place.line}`;
  }
}
