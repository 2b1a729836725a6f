/**
 * Hands pieces of work to somebody slow, the newest first and one at a time. Work that comes in quick succession is
 * waited out; work that was overtaken is never told.
 */
export class Newest<I, O> {
  readonly #work: (input: I, signal: AbortSignal) => Promise<O>;
  readonly #tell: (output: O) => void;
  readonly #fail: (error: unknown) => void;
  readonly #rest: number;
  /** How long work that was overtaken may go on, in milliseconds: most is done by then. */
  readonly #patience: number;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #waiting: { input: I } | undefined;
  #running: AbortController | undefined;

  constructor(
    work: (input: I, signal: AbortSignal) => Promise<O>,
    {
      tell,
      fail,
      rest,
      patience,
    }: { tell: (output: O) => void; fail: (error: unknown) => void } & Record<'rest' | 'patience', number>,
  ) {
    this.#work = work;
    this.#tell = tell;
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
    const overtaken = (): boolean => this.#waiting !== undefined;
    try {
      const output = await this.#work(next.input, abort.signal);
      if (!overtaken()) this.#tell(output);
    } catch (error) {
      if (!overtaken()) this.#fail(error);
    }
    this.#running = undefined;
    void this.#next();
  }
}
