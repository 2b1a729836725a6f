import { errorText } from '../engine/error-text';
import { modelWords } from '../language';
import type { Client } from '../engine/client';
import type { Scenario } from '../lab/types';
import type { ValueBreakdown } from './breakdown';

/** A value to break down into terms. */
export interface ExplainTarget {
  title: string;
  scenario: Scenario;
  output: string;
}

/**
 * The breakdowns of values, recomputed when the values change; the previous breakdowns stay until the new ones arrive.
 */
export class Explanation {
  breakdowns = $state.raw<ValueBreakdown[]>();
  /** The values themselves, if they are requested. */
  values = $state.raw<number[]>();
  failure = $state('');
  readonly #withValues: boolean;

  constructor({ withValues = false }: { withValues?: boolean } = {}) {
    this.#withValues = withValues;
  }

  /** Computes the breakdowns. Call it in an effect. */
  follow(engine: Client, targets: readonly ExplainTarget[]): () => void {
    const abort = new AbortController();
    const { signal } = abort;
    const ask = async ({ title, scenario, output }: ExplainTarget): Promise<ValueBreakdown> => {
      const { terms } = await engine.ask('explain', [scenario, output], { signal });
      const named = terms.map((term) => ({ ...term, title: modelWords(term.title), place: modelWords(term.place) }));
      return { title, terms: named };
    };
    const evaluate = async ({ scenario, output }: ExplainTarget): Promise<number> =>
      (await engine.ask('evaluate', [[scenario], [output]], { signal }))[0] ?? NaN;
    Promise.all([Promise.all(targets.map(ask)), Promise.all(this.#withValues ? targets.map(evaluate) : [])]).then(
      ([breakdowns, values]) => {
        if (signal.aborted) return;
        this.values = values;
        this.breakdowns = breakdowns;
        this.failure = '';
      },
      (error: unknown) => {
        if (!signal.aborted) this.failure = errorText(error);
      },
    );
    return () => abort.abort();
  }
}
