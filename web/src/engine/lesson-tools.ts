// What a lab's compiler asks of the engine, in Node and in the browser. It is for where a moment's wait does no harm:
// models run here and now. Readers' pages ask the worker instead.
import type { LessonTools } from '../lab/compile/tools.ts';
import type { Lab } from '../lab/types.ts';
import type { FirstModule } from './modules.ts';
import type { RestModule } from './rest.ts';
import type { Lab as EngineLab } from './types.ts';

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

/** Tools for the labs of one model, from its two modules. */
export function createTools({ OpenLab }: FirstModule, rest: RestModule): LessonTools {
  const lessonOf = kept((lab) => new rest.Lesson(lab));
  const modelOf = kept((lab) => new OpenLab(lab));
  return {
    describeModel: (model) => {
      let description: ReturnType<RestModule['describeModel']> | undefined;
      complaint(() => (description = rest.describeModel(model)));
      return description;
    },
    checkLab: (lab) =>
      complaint(() => {
        rest.checkLab(lab);
        new OpenLab(lab as EngineLab).free();
      }),
    check: (lab, expression, draws, given) => lessonOf(lab).check(expression, [...draws], given),
    calculate: (lab, expression) => {
      const answers = lessonOf(lab)
        .requests([expression], {})
        .map(({ output, scenario }) => modelOf(lab).evaluate(scenario, [output])[0] ?? NaN);
      const [value] = lessonOf(lab).calculate([expression], {}, Float64Array.from(answers));
      if (!value) throw new Error('the engine gave no value');
      return value;
    },
    measure: rest.measure,
  };
}
