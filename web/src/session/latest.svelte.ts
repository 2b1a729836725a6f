import type { Client } from '../engine/client';
import type { Scenario } from '../lab/types';

/**
 * The answer to the newest question. One question is on its way at a time and the newest one waits, so that
 * a moving slider gets answers all along; only a question that takes long is given up for a newer one.
 */
export class Latest<K> {
  /** Which question `values` answers. */
  about = $state.raw<K>();
  values = $state.raw<Float64Array>();
  busy = $state(false);
  progress = $state(0);
  failure = $state('');

  static readonly patience = 250;

  #waiting: (() => void) | undefined;
  #running: { abort: AbortController; since: number } | undefined;

  ask(engine: Client, about: K, scenarios: Scenario[], outputs: string[]): void {
    this.#waiting = () => void this.#run(engine, about, scenarios, outputs);
    this.busy = true;
    if (!this.#running) this.#next();
    else if (performance.now() - this.#running.since > Latest.patience) this.#running.abort.abort();
  }

  stop(): void {
    this.#waiting = undefined;
    this.#running?.abort.abort();
  }

  #next(): void {
    const next = this.#waiting;
    this.#waiting = undefined;
    this.busy = next !== undefined;
    next?.();
  }

  async #run(engine: Client, about: K, scenarios: Scenario[], outputs: string[]): Promise<void> {
    const abort = new AbortController();
    this.#running = { abort, since: performance.now() };
    this.progress = 0;
    const progress = (done: number): void => {
      this.progress = done;
    };
    try {
      const values = await engine.ask('evaluate', [scenarios, outputs], { signal: abort.signal, progress });
      this.values = values;
      this.about = about;
      this.failure = '';
    } catch (error) {
      if (!abort.signal.aborted) this.failure = error instanceof Error ? error.message : String(error);
    }
    this.#running = undefined;
    this.#next();
  }
}
