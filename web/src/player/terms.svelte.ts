import type { Client } from '../engine/client';
import type { Scenario } from '../lab/types';
import type { Made } from './breakdown';

/** Something to be taken apart. */
export interface Whole {
  title: string;
  scenario: Scenario;
  output: string;
}

/** What values are made of, asked anew whenever they are others; the former answer stays until then. */
export class Terms {
  made = $state.raw<Made[]>();
  failure = $state('');

  /** Asks: to be called in an effect. */
  follow(engine: Client, wholes: readonly Whole[]): () => void {
    const abort = new AbortController();
    const { signal } = abort;
    const ask = async ({ title, scenario, output }: Whole): Promise<Made> => {
      const { terms } = await engine.ask('explain', [scenario, output], { signal });
      return { title, terms };
    };
    Promise.all(wholes.map(ask)).then(
      (made) => {
        if (signal.aborted) return;
        this.made = made;
        this.failure = '';
      },
      (error: unknown) => {
        if (!signal.aborted) this.failure = error instanceof Error ? error.message : String(error);
      },
    );
    return () => abort.abort();
  }
}
