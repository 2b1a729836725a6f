import { errorText } from '../../../engine/error-text';
import { connect, type Plan, type PlanQuestion } from '../../../engine/live/aggregate';
import type { Lab } from '../../../lab/types';

/** The maximum size of a text, in bytes. */
export const MAX_TEXT_BYTES = 200 * 1024 * 1024;
/** Maximum number of rows on the page; the CSV contains all rows. */
export const MAX_ROWS = 100;

/** A plan from the reader's own listings. */
export class PlanSession {
  text = $state('');
  plex = $state<PlanQuestion['plex']>('monoplex');
  machine = $state<PlanQuestion['machine']>('z9');
  /** Names converted per second on the reader's system; undefined if unknown. */
  ownRate = $state<number>();
  /** The unit of the `df` output in bytes; undefined if not declared. */
  unitBytes = $state<PlanQuestion['unitBytes']>();
  plan = $state.raw<Plan>();
  /** The source of the plan. */
  of = $state('');
  failure = $state('');
  working = $state(false);
  done = $state(0);
  cancelled = $state(false);
  readonly #lab: Lab;
  #last: { text: Blob; of: string } | undefined;
  #abort: AbortController | undefined;
  #closed = false;
  readonly #engine = connect(() => {
    if (!this.#closed) this.failure = 'The engine stopped. Select Plan again';
  });

  constructor(lab: Lab) {
    this.#lab = lab;
  }

  /** Reads the pasted text. */
  read(): Promise<void> {
    return this.#make(new Blob([this.text]), 'the pasted text');
  }

  take(file: File): Promise<void> {
    if (file.size > MAX_TEXT_BYTES) {
      this.failure = `${file.name} is larger than 200 MB. Choose a smaller file`;
      return Promise.resolve();
    }
    return this.#make(file, file.name);
  }

  /** Recomputes the plan from the same text after a change of settings. */
  async repeat(): Promise<void> {
    if (this.#last) await this.#make(this.#last.text, this.#last.of);
  }

  csv(): Promise<string> {
    return this.#engine.ask('planCsv', []);
  }

  cancel(): void {
    if (!this.working) return;
    this.#abort?.abort();
    Object.assign(this, { working: false, cancelled: true });
  }

  close(): void {
    this.#closed = true;
    this.#abort?.abort();
    this.#engine.close();
  }

  async #make(text: Blob, of: string): Promise<void> {
    this.#abort?.abort();
    const { signal } = (this.#abort = new AbortController());
    this.#last = { text, of };
    Object.assign(this, { of, failure: '', working: true, cancelled: false, done: 0 });
    const { plex, machine, ownRate, unitBytes } = this;
    const own = ownRate !== undefined && ownRate > 0 ? { ownRate } : {};
    const declared = unitBytes === undefined ? {} : { unitBytes };
    try {
      const question = { lab: this.#lab, plex, machine, most: MAX_ROWS, ...own, ...declared };
      const plan = await this.#engine.ask('plan', [text, question], {
        signal,
        progress: (done) => {
          if (!signal.aborted) this.done = done;
        },
      });
      if (!signal.aborted) this.plan = plan;
    } catch (error) {
      if (signal.aborted) return;
      this.plan = undefined;
      this.failure = errorText(error);
    } finally {
      if (!signal.aborted) this.working = false;
    }
  }
}
