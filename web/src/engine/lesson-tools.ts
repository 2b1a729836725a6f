// What a lab's compiler asks of the engine, in Node and in the browser. It is for where a moment's wait does no harm:
// models run here and now. Readers' pages ask the worker instead.
import type { LessonTools } from '../lab/compile/tools.ts';
import type { Lab } from '../lab/types.ts';
import startLesson, {
  checkLab,
  describeModel,
  Lesson,
  measure,
  type Lab as EngineLab,
} from './pkg/lesson/pathlength_lesson_wasm.js';
import startModels, { OpenLab } from './pkg/pathlength_wasm.js';

/** A module's bytes, as Node reads them from `pkg`, or its address in a page. */
type Module = BufferSource | URL;

/** The message of what `check` throws. */
function complaint(check: () => unknown): string | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Keeps what `open` makes of a lab until another lab comes. */
function kept<T extends { free(): void }>(open: (lab: EngineLab) => T): (lab: Lab) => T {
  let last: { lab: Lab; value: T } | undefined;
  return (lab) => {
    if (last?.lab !== lab) {
      last?.value.free();
      last = undefined;
      last = { lab, value: open(lab as EngineLab) };
    }
    return last.value;
  };
}

/** Starts both modules; to start them again does nothing. */
export async function startTools({ lesson, models }: { lesson: Module; models: Module }): Promise<LessonTools> {
  const page = globalThis as { reportPanic?: (message: string) => void };
  // Called by a module just before a panic traps: the trap itself says nothing.
  page.reportPanic ??= (message) => {
    console.error(message);
  };
  await startLesson({ module_or_path: lesson });
  await startModels({ module_or_path: models });

  const lessonOf = kept((lab) => new Lesson({ ...lab, introduction: [], steps: [] }));
  const modelOf = kept((lab) => new OpenLab(lab));
  return {
    describeModel: (model) => {
      let description: ReturnType<typeof describeModel> | undefined;
      complaint(() => (description = describeModel(model)));
      return description;
    },
    checkLab: (lab) =>
      complaint(() => {
        checkLab(lab);
      }),
    check: (lab, expression, draws, given) => lessonOf(lab).check(expression, [...draws], given),
    calculate: (lab, expression) => {
      const answers = lessonOf(lab)
        .requests([expression], {})
        .map(({ output, scenario }) => modelOf(lab).evaluate(scenario, [output])[0] ?? NaN);
      const [value] = lessonOf(lab).calculate([expression], {}, answers);
      if (!value) throw new Error('the engine gave no value');
      return value;
    },
    measure,
  };
}
