/** Time between two steps of a timed run, in milliseconds. */
const FRAME_MS = 16;

/** A position in a sequence of ticks, moved by a timer or by the reader. */
export class Playback {
  /** The number of ticks. */
  length = $state(0);
  /** The number of ticks passed; 0 is before the first. */
  at = $state(0);
  playing = $state(false);
  speed = $state(1);
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #tickMs: (length: number) => number;

  /** `tickMs` returns the duration of each of `length` ticks at speed 1, in milliseconds. */
  constructor(tickMs: (length: number) => number) {
    this.#tickMs = tickMs;
  }

  readonly ended = $derived(this.at >= this.length);

  /** Starts over with a sequence of `length` ticks, `at` of which have passed. */
  open(length: number, at: number): void {
    this.length = length;
    this.go(at);
  }

  play(): void {
    if (this.ended) this.at = 0;
    this.playing = this.length > 0;
    this.#wait();
  }

  /** Plays up to a tick within a time in milliseconds, regardless of the number of ticks. */
  run(to: number, ms: number): void {
    this.pause();
    const [from, begin] = [this.at, performance.now()];
    this.playing = true;
    const step = (): void => {
      const share = Math.min(1, (performance.now() - begin) / ms);
      this.at = from + Math.floor(share * (to - from));
      if (share < 1) this.#timer = setTimeout(step, FRAME_MS);
      else this.playing = false;
    };
    step();
  }

  pause(): void {
    this.playing = false;
    clearTimeout(this.#timer);
  }

  go(to: number): void {
    this.pause();
    this.at = Math.max(0, Math.min(this.length, to));
  }

  #wait(): void {
    clearTimeout(this.#timer);
    if (!this.playing) return;
    this.#timer = setTimeout(
      () => {
        this.at++;
        if (this.ended) this.playing = false;
        else this.#wait();
      },
      this.#tickMs(this.length) / this.speed,
    );
  }
}
