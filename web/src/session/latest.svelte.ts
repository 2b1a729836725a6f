import { errorText } from '../engine/error-text';
import type { Client } from '../engine/client';
import type { Scenario } from '../lab/types';

/**
 * The result of the latest request. One request runs at a time and only the latest request waits, so a moving slider
 * keeps getting results. A running request is canceled for a newer request only if it takes long.
 */
export class Latest<K> {
  /** The request to which `values` belong. */
  about = $state.raw<K>();
  values = $state.raw<Float64Array>();
  busy = $state(false);
  progress = $state(0);
  failure = $state('');

  /** The time after which a running request is canceled for a newer request, in milliseconds. */
  static readonly maxRunMs = 250;

  #waiting: (() => void) | undefined;
  #running: { abort: AbortController; since: number } | undefined;

  ask(engine: Client, about: K, scenarios: Scenario[], outputs: string[]): void {
    this.#waiting = () => void this.#run(engine, about, scenarios, outputs);
    this.busy = true;
    if (!this.#running) this.#next();
    else if (performance.now() - this.#running.since > Latest.maxRunMs) this.#running.abort.abort();
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
      if (!abort.signal.aborted) this.failure = errorText(error);
    }
    this.#running = undefined;
    this.#next();
  }
}
