/**
 * Warm-up time, in milliseconds. Browsers recompile and optimize code that runs frequently: until then, a measured
 * speed means little.
 */
export const warmUp = 500;

/** A stopwatch for calls, which records the total time of each kind of work. */
export class Stopwatch {
  readonly #spent = new Map<string, number>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Runs some work and returns its value and duration in milliseconds. */
  time<T>(kind: string, work: () => T): { value: T; ms: number } {
    const from = this.#now();
    const value = work();
    const ms = this.#now() - from;
    this.#spent.set(kind, (this.#spent.get(kind) ?? 0) + ms);
    return { value, ms };
  }

  /** Returns whether work of this kind has run long enough to be measured. */
  warm(kind: string): boolean {
    return (this.#spent.get(kind) ?? 0) >= warmUp;
  }
}
