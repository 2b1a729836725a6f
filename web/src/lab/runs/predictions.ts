// Computes the answers to all predictions, as a page does after the reader's prediction.
import type { LessonTools } from '../../engine/lesson-tools.ts';
import { blocksOf } from '../blocks.ts';
import type { WrittenLab } from '../compile/index.ts';
import { top } from '../compile/problems.ts';
import type { Curve, Lab } from '../types';
import type { RememberingModel } from './model.ts';

/** Returns why a curve has no value at one of its points; undefined if it has all values. */
function curveProblem(lab: Lab, { x, y, points, scenario }: Curve, model: RememberingModel): string | undefined {
  for (const point of points) {
    const outcome = model.outcome({ ...lab.start, ...scenario, [x]: point }, y);
    if ('problem' in outcome) return `at ${x} = ${point}: ${outcome.problem}`;
  }
  return undefined;
}

/** Returns why an expression has no value; undefined if it has one. */
function expressionProblem(lab: Lab, expression: string, tools: LessonTools): string | undefined {
  try {
    tools.calculate(lab, expression);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Computes the answer to each prediction, and reports predictions without one. */
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
    if (problem !== undefined)
      written.main.error(
        written.named.get(id)?.place ?? top,
        `the answer cannot be computed: ${problem}: change the answer or its settings`,
      );
  }
}
