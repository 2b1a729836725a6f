// A lab's model for checks with many runs: it runs every scenario once and returns errors as values.
import { errorText } from '../../engine/error-text.ts';
import type { OpenModel } from '../../engine/lesson-tools.ts';
import type { Scenario } from '../types';

/** A value, or the reason why the model has no value. */
export type Outcome = { readonly value: number } | { readonly problem: string };

/** A model that caches its results. */
export class RememberingModel {
  readonly #model: OpenModel;
  readonly #known = new Map<string, Outcome>();

  constructor(model: OpenModel) {
    this.#model = model;
  }

  /** Computes one output of a scenario. */
  outcome(scenario: Scenario, output: string): Outcome {
    const sorted = Object.entries(scenario).sort(([a], [b]) => (a < b ? -1 : 1));
    const key = JSON.stringify([output, sorted]);
    const known = this.#known.get(key) ?? this.#compute(scenario, output);
    this.#known.set(key, known);
    return known;
  }

  /** Returns the value of an output; NaN if the model has no value. */
  value(scenario: Scenario, output: string): number {
    const outcome = this.outcome(scenario, output);
    return 'value' in outcome ? outcome.value : NaN;
  }

  #compute(scenario: Scenario, output: string): Outcome {
    try {
      const value = this.#model.evaluate(scenario, [output])[0] ?? NaN;
      return Number.isFinite(value) ? { value } : { problem: `the model returns ${String(value)} for ${output}` };
    } catch (error) {
      return { problem: errorText(error) };
    }
  }
}

const isWithin = (a: number, b: number, share: number): boolean =>
  Math.abs(a - b) <= share * Math.max(Math.abs(a), Math.abs(b));

/** Returns whether two values are equal up to rounding errors. */
export const isSame = (a: number, b: number): boolean => isWithin(a, b, 1e-9);

/**
 * Returns whether two values look the same to a reader: a fitted number has fewer digits in the start settings of a lab
 * than in the fit.
 */
export const isAlike = (a: number, b: number): boolean => isWithin(a, b, 1e-3);
