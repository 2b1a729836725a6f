// The engine's functions that the compiler needs. They are passed in, so that it runs in Node, pages and workers.
import type { Measured, Quantity } from '../../engine/protocol';
import type { Description } from '../../engine/types';
import type { Draw, Lab } from '../types.ts';

/** The kind of an expression, or its error. */
export type ExpressionCheck =
  | { readonly kind: 'quantity'; readonly unit: string }
  | { readonly kind: 'condition' }
  | { readonly kind: 'error'; readonly offset: number; readonly message: string };

export interface LessonTools {
  /** Describes a model; undefined if there is no such model. */
  describeModel(model: string): Description | undefined;
  /** The first contradiction in a lab's tables and parameters; undefined if all agree. */
  checkLab(lab: Lab): string | undefined;
  /** What an expression of a lab is. `given` is the unit of the reader's answer where it may be named. */
  check(lab: Lab, expression: string, draws: readonly Draw[], given?: string): ExpressionCheck;
  /**
   * The value of an expression without draws.
   *
   * @throws {Error} If it divides by zero, or the model does not know a scenario.
   */
  calculate(lab: Lab, expression: string): Quantity;
  /**
   * A number with its unit in another unit, or why it has none.
   *
   * @throws {Error} If the other unit is unknown.
   */
  measure(text: string, unit: string): Measured;
}
