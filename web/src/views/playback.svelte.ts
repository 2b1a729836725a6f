import { marks } from './steps';

/** Plays the steps of one operation, tick by tick. */
export class Playback {
  /** How many steps are done at each tick. */
  ticks = $state.raw<number[]>([]);
  /** Ticks passed: 0 is before the first step. */
  at = $state(0);
  playing = $state(false);
  speed = $state(1);
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** A whole trace at speed 1, at most, in milliseconds; and a tick. */
  static readonly longest = 7000;
  static readonly slowest = 500;

  readonly steps = $derived(this.at === 0 ? 0 : (this.ticks[this.at - 1] ?? 0));
  readonly total = $derived(this.ticks.at(-1) ?? 0);
  readonly ended = $derived(this.at >= this.ticks.length);

  /** Takes on a new operation with so many steps: at its beginning, or at its end where nothing may move. */
  open(total: number, still: boolean): void {
    this.pause();
    this.ticks = marks(total);
    this.at = still ? this.ticks.length : 0;
    if (!still) this.play();
  }

  play(): void {
    if (this.ended) this.at = 0;
    this.playing = this.ticks.length > 0;
    this.#wait();
  }

  pause(): void {
    this.playing = false;
    clearTimeout(this.#timer);
  }

  go(to: number): void {
    this.pause();
    this.at = Math.max(0, Math.min(this.ticks.length, to));
  }

  #wait(): void {
    clearTimeout(this.#timer);
    if (!this.playing) return;
    const tick = Math.min(Playback.slowest, Playback.longest / (this.ticks.length || 1)) / this.speed;
    this.#timer = setTimeout(() => {
      this.at++;
      if (this.ended) this.playing = false;
      else this.#wait();
    }, tick);
  }
}
