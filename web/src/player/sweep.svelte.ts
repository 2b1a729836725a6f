/** What a sweep asks. Questions with the same key have the same answers. */
export interface Question {
  key: string;
  /** From cheap to dear. */
  xs: readonly number[];
  /** How many values there are at each x. */
  wide: number;
  /** Whether the halves of their confidence intervals follow. */
  halves?: boolean;
  ask: (x: number, signal: AbortSignal) => Promise<Float64Array>;
}

interface Kept {
  columns: Float64Array[];
  done: number;
}

/** At most one drawing a frame; what runs outside a browser need not wait for one. */
const nextFrame = (draw: () => void): unknown =>
  typeof requestAnimationFrame === 'function' ? requestAnimationFrame(draw) : setTimeout(draw);

/** Columns of values over x, growing from cheap to dear. What was computed is kept for the next time. */
export class Sweep {
  /** NaN where values are still to come. */
  columns = $state.raw<Float64Array[]>([]);
  /** Halves of the confidence intervals of the same values; no columns if they have none. */
  halves = $state.raw<Float64Array[]>([]);
  /** How many places are computed, of how many. */
  done = $state(0);
  of = $state(0);
  running = $state(false);
  failure = $state('');

  /** Questions whose answers are kept. */
  static readonly most = 40;

  // Nothing is drawn from it: what is shown is copied out.
  // eslint-disable-next-line svelte/prefer-svelte-reactivity
  readonly #kept = new Map<string, Kept>();
  #abort: AbortController | undefined;

  /** Answers a question, and gives up the one before. Tells whether all of it was answered. */
  async draw({ key, xs, wide, halves = false, ask }: Question): Promise<boolean> {
    this.stop();
    const { signal } = (this.#abort = new AbortController());
    const kept = this.#take(key, () => ({
      columns: Array.from({ length: halves ? 2 * wide : wide }, () => new Float64Array(xs.length).fill(NaN)),
      done: 0,
    }));
    this.failure = '';
    this.of = xs.length;

    let waiting = false;
    const show = (): void => {
      waiting = false;
      if (signal.aborted) return;
      const columns = kept.columns.map((column) => column.slice());
      this.halves = columns.splice(wide);
      this.columns = columns;
      this.done = kept.done;
    };
    this.running = kept.done < xs.length;
    show();
    try {
      while (kept.done < xs.length) {
        const values = await ask(xs[kept.done] as number, signal);
        kept.columns.forEach((column, c) => (column[kept.done] = values[c] ?? NaN));
        kept.done++;
        if (!waiting) nextFrame(show);
        waiting = true;
      }
    } catch (error) {
      if (!signal.aborted) this.failure = error instanceof Error ? error.message : String(error);
    }
    if (signal.aborted) return false;
    show();
    this.running = false;
    return this.failure === '';
  }

  stop(): void {
    this.#abort?.abort();
    this.running = false;
  }

  /** What is kept of a question, from now on as the newest; the oldest goes when there are too many. */
  #take(key: string, fresh: () => Kept): Kept {
    const kept = this.#kept.get(key) ?? fresh();
    this.#kept.delete(key);
    const [oldest] = this.#kept.keys();
    if (oldest !== undefined && this.#kept.size >= Sweep.most) this.#kept.delete(oldest);
    this.#kept.set(key, kept);
    return kept;
  }
}
