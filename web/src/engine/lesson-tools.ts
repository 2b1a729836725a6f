// The engine's functions for the lab compiler, in Node and in the browser. The functions block while models run;
// readers' pages call the worker instead.
import { errorText } from './error-text.ts';
import type { FirstModule } from './modules.ts';
import type { RestModule } from './rest.ts';
import type { DeclaredModel } from './pkg/formula/pathlength_web';
import type {
  Declaration,
  Description,
  Draw,
  ExpressionCheck,
  Lab,
  ParsedMeasurement,
  Quantity,
  Question,
  Request,
  SubmittedAnswer,
  Verdict,
} from './types.ts';

/** The model of an open lab. */
export type OpenModel = Pick<
  InstanceType<FirstModule['OpenLab']>,
  'prepare' | 'evaluate' | 'cells' | 'prepareCell' | 'reproduce' | 'free'
>;

/** Functions of the engine for the lab compiler. */
export interface LessonTools {
  /** Describes a model; undefined for an unknown model. */
  describeModel(model: string): Description | undefined;
  /**
   * Returns the model that a lab declares, the first mistake in the declaration, or a message if it cannot be read.
   * Only the module of declared models has this function. `parameters` contains the units of the parameters by name.
   */
  declareModel?(
    declaration: Declaration,
    parameters: Readonly<Record<string, string>>,
    kind: string,
  ): DeclaredModel | string;
  /** Returns the first contradiction in a lab's tables and parameters; undefined if they agree. */
  checkLab(lab: Lab): string | undefined;
  /** Checks an expression of a lab. `given` is the unit of the reader's answer, if the expression may refer to it. */
  check(lab: Lab, expression: string, draws: readonly Draw[], given?: string): ExpressionCheck;
  /**
   * Returns the value of an expression, with a question's random numbers.
   *
   * @throws {Error} If the expression divides by zero, or the model does not know a scenario.
   */
  calculate(lab: Lab, expression: string, draws?: Readonly<Record<string, Quantity>>): Quantity;
  /**
   * Returns the verdict on an answer to a question.
   *
   * @throws {Error} If the right answer cannot be computed.
   */
  judge(lab: Lab, question: Question, given: SubmittedAnswer): Verdict;
  /**
   * Returns the lab's model.
   *
   * @throws {Error} If the lab does not fit the model.
   */
  open(lab: Lab): OpenModel;
  /**
   * Converts a number with its unit to another unit, or returns the reason why it cannot be converted.
   *
   * @throws {Error} If the other unit is unknown.
   */
  measure(text: string, unit: string): ParsedMeasurement;
}

/** Returns the message of the error that `check` throws; undefined if it throws none. */
function complaint(check: () => unknown): string | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    return errorText(error);
  }
}

/** Caches the result of `open` for the last lab. */
function cached<T extends { free(): void }>(open: (lab: Lab) => T): (lab: Lab) => T {
  let last: { lab: Lab; value: T } | undefined;
  return (lab) => {
    if (last?.lab !== lab) {
      last?.value.free();
      last = undefined;
      last = { lab, value: open(lab) };
    }
    return last.value;
  };
}

/** Creates the tools for the labs of one model, from its two modules. */
export function createTools({ OpenLab }: FirstModule, rest: RestModule): LessonTools {
  const lessonOf = cached((lab) => new rest.Lesson(lab));
  const modelOf = cached((lab) => new OpenLab(lab));
  const answersTo = (lab: Lab, requests: readonly Request[]): Float64Array =>
    Float64Array.from(requests, ({ output, scenario }) => modelOf(lab).evaluate(scenario, [output])[0] ?? NaN);
  const { declareModel } = rest;
  return {
    describeModel: (model) => {
      let description: ReturnType<RestModule['describeModel']> | undefined;
      complaint(() => (description = rest.describeModel(model)));
      return description;
    },
    ...(declareModel && {
      declareModel: (declaration, parameters, kind) => {
        let model: DeclaredModel | undefined;
        const problem = complaint(() => (model = declareModel(declaration, parameters, kind)));
        return model ?? problem ?? '';
      },
    }),
    checkLab: (lab) =>
      complaint(() => {
        rest.checkLab(lab);
        new OpenLab(lab).free();
      }),
    check: (lab, expression, draws, given) => lessonOf(lab).check(expression, [...draws], given),
    calculate: (lab, expression, draws = {}) => {
      const answers = answersTo(lab, lessonOf(lab).requests([expression], draws));
      const [value] = lessonOf(lab).calculate([expression], draws, answers);
      if (!value) throw new Error('the engine returned no value');
      return value;
    },
    judge: (lab, question, given) => {
      const answers = answersTo(lab, lessonOf(lab).questionRequests(question));
      return lessonOf(lab).judge(question, given, undefined, answers);
    },
    open: (lab) => new OpenLab(lab),
    measure: rest.measure,
  };
}
