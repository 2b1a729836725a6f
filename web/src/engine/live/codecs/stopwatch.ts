/** A browser compiles what runs often once more, and better: until then its speed says little. In milliseconds. */
export const warmUp = 500;

/** Times calls, and knows how long each kind of work has been going on in all. */
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

  /** Whether work of this kind has gone on long enough to be measured. */
  warm(kind: string): boolean {
    return (this.#spent.get(kind) ?? 0) >= warmUp;
  }
}
