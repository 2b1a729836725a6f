// Evaluates expressions, draws random numbers, and grades answers. The module first lists the model runs that it needs,
// which are performed in chunks.
import { fetchJson } from './fetch';
import type { EngineApi } from './protocol';
import { startRest } from './rest';
import type { ChunkedTask } from './serve';
import type { Lab, Request } from './types';

/** A lab whose questions can be evaluated. */
export interface OpenLesson {
  judge(...args: Parameters<EngineApi['judge']>): ChunkedTask<ReturnType<EngineApi['judge']>>;
  calculate(...args: Parameters<EngineApi['calculate']>): ChunkedTask<ReturnType<EngineApi['calculate']>>;
  draw: EngineApi['draw'];
  measure: EngineApi['measure'];
  close(): void;
}

/**
 * Opens a lab; `model` returns the results of requests, in the same order. The model's description is fetched from
 * `gradingAddress`; without it, the lab contains the description.
 */
export async function openLesson(
  lab: Lab,
  model: (requests: Request[]) => ChunkedTask<Float64Array>,
  gradingAddress?: string,
): Promise<OpenLesson> {
  const [{ Lesson, draw, measure }, described] = await Promise.all([
    startRest(lab.model),
    gradingAddress === undefined ? lab : fetchJson<Pick<Lab, 'description'>>(gradingAddress),
  ]);
  const lesson = new Lesson({ ...lab, ...(described.description && { description: described.description }) });
  return {
    *judge(question, given, seed) {
      return lesson.judge(question, given, seed, yield* model(lesson.questionRequests(question, seed)));
    },
    *calculate(expressions, draws = {}) {
      return lesson.calculate(expressions, draws, yield* model(lesson.requests(expressions, draws)));
    },
    draw,
    measure,
    close: () => {
      lesson.free();
    },
  };
}
