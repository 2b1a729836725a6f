// Expressions, drawn numbers and answers, on top of their WebAssembly module. It says what the model must answer first;
// that is done in slices.
import init, { draw, Lesson, measure, type Lab, type Request } from './pkg/lesson/pathlength_lesson_wasm';
import type { Engine } from './protocol';
import type { Sliced } from './serve';

/** A lab that can be asked. */
export interface OpenLesson {
  judge(...args: Parameters<Engine['judge']>): Sliced<ReturnType<Engine['judge']>>;
  calculate(...args: Parameters<Engine['calculate']>): Sliced<ReturnType<Engine['calculate']>>;
  draw: Engine['draw'];
  measure: Engine['measure'];
  close(): void;
}

/** Fetches and starts the module. */
export async function load(module: URL): Promise<void> {
  await init({ module_or_path: module });
}

/** Opens a lab; `model` answers requests in their order. */
export function openLesson(lab: Lab, model: (requests: Request[]) => Sliced<Float64Array>): OpenLesson {
  const lesson = new Lesson({ ...lab, introduction: [], steps: [] });
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
