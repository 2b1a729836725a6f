/**
 * A runner that completes only the latest of several tasks, one at a time. Tasks in quick succession are debounced;
 * the result of a replaced task is dropped.
 */
export class LatestTask<I, O> {
  readonly #work: (input: I, signal: AbortSignal) => Promise<O>;
  readonly #done: (output: O) => void;
  readonly #fail: (error: unknown) => void;
  readonly #rest: number;
  /** Time for a replaced task to finish, in milliseconds: most tasks need less. */
  readonly #patience: number;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #waiting: { input: I } | undefined;
  #running: AbortController | undefined;

  constructor(
    work: (input: I, signal: AbortSignal) => Promise<O>,
    {
      done,
      fail,
      rest,
      patience,
    }: { done: (output: O) => void; fail: (error: unknown) => void } & Record<'rest' | 'patience', number>,
  ) {
    this.#work = work;
    this.#done = done;
    this.#fail = fail;
    this.#rest = rest;
    this.#patience = patience;
  }

  give(input: I): void {
    this.#waiting = { input };
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      const running = this.#running;
      if (running) setTimeout(() => running.abort(), this.#patience);
      else void this.#next();
    }, this.#rest);
  }

  async #next(): Promise<void> {
    const next = this.#waiting;
    this.#waiting = undefined;
    if (!next) return;
    const abort = (this.#running = new AbortController());
    const replaced = (): boolean => this.#waiting !== undefined;
    try {
      const output = await this.#work(next.input, abort.signal);
      if (!replaced()) this.#done(output);
    } catch (error) {
      if (!replaced()) this.#fail(error);
    }
    this.#running = undefined;
    void this.#next();
  }
}
