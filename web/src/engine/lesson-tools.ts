/**
 * What a lab's compiler asks of the engine, in Node and in the browser: what a model can be asked, whether an expression
 * fits a lab, what it comes to, and whether tables and parameters fit together.
 *
 * Start it once, with the modules' bytes in Node or their addresses in a page. Values need the models' module as well:
 *
 *     await startTools({ lesson: readFileSync(`${pkg}/lesson/pathlength_lesson_wasm_bg.wasm`),
 *                        models: readFileSync(`${pkg}/pathlength_wasm_bg.wasm`) });
 *     const checker = openChecker(lab);
 *     checker.check('near(published("t", 2000, "c"), n)', { draws, given: 'operations/s' });
 *     calculate(lab, ['1 - 3 %']);
 */
import startLesson, {
  checkLab,
  describeModel,
  Lesson,
  type Checked,
  type Description,
  type Draw,
  type Quantity,
} from './pkg/lesson/pathlength_lesson_wasm.js';
import startModels, { OpenLab, type Lab } from './pkg/pathlength_wasm.js';

export { checkLab, describeModel };
export type { Checked, Description, Draw, Quantity };

/** What an expression may name beside the lab's own. */
export interface Names {
  /** Numbers that the question draws. */
  draws?: Draw[];
  /** The unit of the reader's answer, where there is one. */
  given?: string;
}

/** Checks expressions of one lab, whose tables, parameters and start must be there; its text need not. */
export interface Checker {
  check(expression: string, names?: Names): Checked;
  close(): void;
}

/** A module's bytes, or its address. */
type Module = BufferSource | URL;

/** Starts the lesson's module, and the models' for `calculate`. To start again does nothing. */
export async function startTools({ lesson, models }: { lesson: Module; models?: Module }): Promise<void> {
  const told = globalThis as { reportPanic?: (message: string) => void };
  told.reportPanic ??= (message) => {
    console.error(message);
  };
  await startLesson({ module_or_path: lesson });
  if (models) await startModels({ module_or_path: models });
}

const withoutText = (lab: Lab): Lab => ({ ...lab, introduction: [], steps: [] });

export function openChecker(lab: Lab): Checker {
  const lesson = new Lesson(withoutText(lab));
  return {
    check: (expression, { draws = [], given } = {}) => lesson.check(expression, draws, given),
    close: () => {
      lesson.free();
    },
  };
}

/** The values of expressions, which may name `draws`. Runs the model: it may take seconds. */
export function calculate(lab: Lab, expressions: string[], draws: Record<string, Quantity> = {}): Quantity[] {
  const lesson = new Lesson(withoutText(lab));
  const open = new OpenLab(lab);
  try {
    const answers = lesson
      .requests(expressions, draws)
      .map(({ output, scenario }) => open.evaluate(scenario, [output])[0] ?? NaN);
    return lesson.calculate(expressions, draws, answers);
  } finally {
    lesson.free();
    open.free();
  }
}
