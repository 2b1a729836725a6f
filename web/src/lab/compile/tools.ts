// What the compiler asks of the engine. It is handed in, so that the compiler runs wherever a module can be had.
import type { Measured, Quantity } from '../../engine/protocol';
import type { Description } from '../../engine/types';
import type { Draw, Lab } from '../types.ts';

/** What an expression is, or why it is none. */
export type Checked =
  | { readonly kind: 'quantity'; readonly unit: string }
  | { readonly kind: 'condition' }
  | { readonly kind: 'error'; readonly offset: number; readonly message: string };

export interface LessonTools {
  /** What a model can be asked; undefined if there is no such model. */
  describeModel(model: string): Description | undefined;
  /** What in a lab's tables and parameters does not fit together or the model; undefined if everything fits. */
  checkLab(lab: Lab): string | undefined;
  /** What an expression of a lab is. `given` is the unit of the reader's answer where it may be named. */
  check(lab: Lab, expression: string, draws: readonly Draw[], given?: string): Checked;
  /**
   * The value of an expression without draws.
   *
   * @throws {Error} If it divides by zero, or the model does not know a scenario.
   */
  calculate(lab: Lab, expression: string): Quantity;
  /**
   * A number with its unit in another unit, or why it has none.
   *
   * @throws {Error} If the other unit is none.
   */
  measure(text: string, unit: string): Measured;
}
