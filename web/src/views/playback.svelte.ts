/** Goes through ticks, by itself or as it is told. */
export class Playback {
  /** How many ticks there are. */
  length = $state(0);
  /** Ticks passed: 0 is before the first. */
  at = $state(0);
  playing = $state(false);
  speed = $state(1);
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #tick: (length: number) => number;

  /** `tick` tells how long each of so many ticks takes at speed 1, in milliseconds. */
  constructor(tick: (length: number) => number) {
    this.#tick = tick;
  }

  readonly ended = $derived(this.at >= this.length);

  /** Takes on something new with so many ticks, of which `at` are passed. */
  open(length: number, at: number): void {
    this.length = length;
    this.go(at);
  }

  play(): void {
    if (this.ended) this.at = 0;
    this.playing = this.length > 0;
    this.#wait();
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
      this.#tick(this.length) / this.speed,
    );
  }
}
