import { errorText } from '../engine/error-text';
import { inLanes } from '../engine/lanes';

/** The values to compute. Requests with the same key have the same results. */
export interface SweepRequest {
  key: string;
  /** The x values, from the cheapest to compute to the most expensive. */
  xs: readonly number[];
  /** The number of values at each x. */
  width: number;
  /** Whether the values are followed by the half-widths of their confidence intervals. */
  halves?: boolean;
  /** The maximum number of x values to request at a time; one by default. */
  lanes?: number | undefined;
  ask: (x: number, signal: AbortSignal) => Promise<Float64Array>;
}

interface SweepResult {
  columns: Float64Array[];
  /** For each x, whether its values have been computed. */
  known: boolean[];
  /** The number of x values with computed results. */
  done: number;
}

/**
 * The time for which a complete result stays visible while the next result at the same x values is computed, in
 * milliseconds.
 */
const holdMs = 300;

/** Calls `draw` in the next frame; outside a browser, where there are no frames, as soon as possible. */
const nextFrame = (draw: () => void): unknown =>
  typeof requestAnimationFrame === 'function' ? requestAnimationFrame(draw) : setTimeout(draw);

/**
 * Columns of values over x, computed from cheap to expensive, and several at a time if the work takes long enough.
 * Recent results are cached.
 */
export class Sweep {
  /** The values by column; NaN for pending values. */
  columns = $state.raw<Float64Array[]>([]);
  /** Half-widths of the confidence intervals of the same values; empty if they have none. */
  halves = $state.raw<Float64Array[]>([]);
  /** The number of x values with computed results, and the total number of x values. */
  done = $state(0);
  of = $state(0);
  running = $state(false);
  failure = $state('');
  /** Whether the displayed values are the previous complete result. */
  held = $state(false);

  /** The maximum number of cached results. */
  static readonly maxResults = 40;

  // Nothing renders from the cache: displayed values are copies.
  // eslint-disable-next-line svelte/prefer-svelte-reactivity
  readonly #cache = new Map<string, SweepResult>();
  #abort: AbortController | undefined;
  /** The x values of the displayed values. */
  #places = '';

  /** Computes a request and cancels the previous one. Returns whether the request was completed. */
  async draw({ key, xs, width, halves = false, lanes, ask }: SweepRequest): Promise<boolean> {
    this.stop();
    const { signal } = (this.#abort = new AbortController());
    const result = this.#take(key, () => ({
      columns: Array.from({ length: halves ? 2 * width : width }, () => new Float64Array(xs.length).fill(NaN)),
      known: xs.map(() => false),
      done: 0,
    }));
    const open = [...xs.keys()].filter((at) => !result.known[at]);
    this.failure = '';
    this.of = xs.length;

    let waiting = false;
    const show = (): void => {
      waiting = false;
      if (signal.aborted) return;
      clearTimeout(holding);
      holding = undefined;
      this.#places = places;
      this.held = false;
      const columns = result.columns.map((column) => column.slice());
      this.halves = columns.splice(width);
      this.columns = columns;
      this.done = result.done;
    };
    this.running = result.done < xs.length;
    // Values that will soon be replaced stay visible, so that the drawing can move to the new values.
    const places = xs.join();
    const isHeld = this.running && result.done === 0 && this.#places === places && this.done === xs.length;
    this.held = isHeld;
    let holding = isHeld ? setTimeout(show, holdMs) : undefined;
    if (!isHeld) show();
    const work = async (): Promise<void> => {
      while (open.length > 0 && !signal.aborted && this.failure === '') {
        const at = open.shift() ?? 0;
        try {
          const values = await ask(xs[at] ?? NaN, signal);
          result.columns.forEach((column, c) => (column[at] = values[c] ?? NaN));
          if (!result.known[at]) result.done++;
          result.known[at] = true;
          if (!waiting && holding === undefined) nextFrame(show);
          waiting ||= holding === undefined;
        } catch (error) {
          if (!signal.aborted) this.failure = errorText(error);
        }
      }
    };
    await inLanes(lanes, work);
    if (signal.aborted) {
      clearTimeout(holding);
      return false;
    }
    show();
    this.running = false;
    return this.failure === '';
  }

  stop(): void {
    this.#abort?.abort();
    this.running = false;
  }

  /**
   * Returns the cached result of a request and marks it as the newest; drops the oldest result if the cache is full.
   */
  #take(key: string, create: () => SweepResult): SweepResult {
    const result = this.#cache.get(key) ?? create();
    this.#cache.delete(key);
    const [oldest] = this.#cache.keys();
    if (oldest !== undefined && this.#cache.size >= Sweep.maxResults) this.#cache.delete(oldest);
    this.#cache.set(key, result);
    return result;
  }
}
