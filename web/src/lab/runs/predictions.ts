// Computes the answers to all predictions, as a page does after the reader's prediction.
import { errorText } from '../../engine/error-text.ts';
import type { LessonTools } from '../../engine/lesson-tools.ts';
import { blocksOf } from '../blocks.ts';
import type { WrittenLab } from '../compile/index.ts';
import { top } from '../compile/problems.ts';
import { curveQuestion } from '../curve-names.ts';
import type { Curve, Lab, Predict } from '../types';
import type { RememberingModel } from './model.ts';

/** Returns why a curve has no value at one of its points; undefined if it has all values. */
function curveProblem(lab: Lab, { x, y, points, scenario }: Curve, model: RememberingModel): string | undefined {
  for (const point of points) {
    const outcome = model.outcome({ ...lab.start, ...scenario, [x]: point }, y);
    if ('problem' in outcome) return `at ${x} = ${point}: ${outcome.problem}`;
  }
  return undefined;
}

/** Returns the values of the model along a curve. */
const modelCurve = (lab: Lab, { x, y, points, scenario }: Curve, model: RememberingModel): number[] =>
  points.map((point) => model.value({ ...lab.start, ...scenario, [x]: point }, y));

/**
 * Returns the problem with the feedback on a curve: the model's curve must get the feedback on the right curve and no
 * other feedback. Undefined if there is no problem.
 */
function feedbackProblem(
  lab: Lab,
  { id, guess, feedback = [] }: Predict,
  model: RememberingModel,
  tools: LessonTools,
): string | undefined {
  if (guess.kind !== 'curve' || feedback.length === 0) return undefined;
  const values = modelCurve(lab, guess, model);
  try {
    const fits = feedback.map((each) => {
      const { question, given } = curveQuestion(id, guess, lab.outputs?.[guess.y]?.unit ?? '', values, [each]);
      return each.to.kind === 'when' && tools.judge(lab, question, given).feedback === 0;
    });
    if (!fits[0]) return 'the feedback for the right curve does not fit the model’s curve: check the conditions';
    const other = fits.lastIndexOf(true);
    const { to } = feedback[other] ?? {};
    return other > 0 && to?.kind === 'when'
      ? `the feedback for ${to.condition} also fits the model’s curve: change the condition`
      : undefined;
  } catch (error) {
    return `the feedback cannot be computed: ${errorText(error)}`;
  }
}

/** Returns why an expression has no value; undefined if it has one. */
function expressionProblem(lab: Lab, expression: string, tools: LessonTools): string | undefined {
  try {
    tools.calculate(lab, expression);
    return undefined;
  } catch (error) {
    return errorText(error);
  }
}

/** Computes the answer to each prediction and reports predictions without one. */
export function* runPredictions(
  lab: Lab,
  written: WrittenLab,
  model: RememberingModel,
  tools: LessonTools,
): Generator<string> {
  for (const block of blocksOf(lab)) {
    if (block.kind !== 'predict') continue;
    const { guess, id } = block;
    const problem =
      guess.kind === 'curve'
        ? (curveProblem(lab, guess, model) ??
          (guess.given === undefined ? undefined : expressionProblem(lab, guess.given, tools)))
        : guess.kind === 'number'
          ? expressionProblem(lab, guess.answer, tools)
          : undefined;
    yield `prediction ${id}`;
    const place = written.named.get(id)?.place ?? top;
    if (problem === undefined) {
      const wrong = feedbackProblem(lab, block, model, tools);
      if (wrong !== undefined) written.main.error(place, wrong);
    } else written.main.error(place, `the answer cannot be computed (${problem}): change the answer or its settings`);
  }
}
