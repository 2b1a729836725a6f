// What the compiler asks of the engine. It is handed in, so that the compiler runs wherever a module can be had.
import type { Quantity } from '../../engine/protocol';
import type { Description } from '../../engine/pkg/pathlength_wasm';
import type { Lab } from '../types.ts';

/** Names that an expression may use besides the lab's own. */
export interface Names {
  /** Drawn numbers, each with its first value. */
  readonly draws: Record<string, Quantity>;
  /** The unit of the reader's answer where an expression may use it, as `given`. */
  readonly given?: string;
}

/** Why an expression cannot be understood, and where in it. */
export interface Misunderstood {
  /** In characters, from 0. */
  readonly offset: number;
  readonly message: string;
}

export interface LessonTools {
  /** What a model can be asked; undefined if there is no such model. */
  describeModel(model: string): Description | undefined;
  /** The unit of an expression, or what is wrong with it. */
  checkExpression(lab: Lab, expression: string, names: Names): { readonly unit: string } | Misunderstood;
  /** The value of an expression without draws. */
  calculate(lab: Lab, expression: string): Quantity;
  /** What in a lab's tables and parameters does not fit together or the model; undefined if everything fits. */
  checkLab(lab: Lab): string | undefined;
}
