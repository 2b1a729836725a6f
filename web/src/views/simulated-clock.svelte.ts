/** Intervals between snapshots, and between changes of a description during playback, in milliseconds. */
const FRAME_MS = 33;
const DESCRIPTION_MS = 900;
/** The maximum time between two frames, in milliseconds: a longer one means that the page was suspended. */
const MAX_FRAME_MS = 200;

/**
 * The player of a simulation: in each frame, it requests the state at a simulated time, which advances at a given pace.
 */
export class SimulatedClock {
  playing = $state(false);
  /** Simulated seconds per second while `playing`. */
  pace = $state(1);
  #frame = 0;
  readonly #advance: (until: number, describe: boolean) => Promise<unknown>;
  readonly #ended: () => void;

  /**
   * `advance` simulates until a time; `describe` is true when a description is due. `advance` must not reject: if the
   * simulation fails, it stops the clock. `ended` is called when the end of a run is reached.
   */
  constructor(advance: (until: number, describe: boolean) => Promise<unknown>, ended: () => void) {
    this.#advance = advance;
    this.#ended = ended;
  }

  /** Plays from one simulated time to another. `pace` is read in each frame. */
  play(from: number, until: number, pace: () => number): void {
    if (this.playing) return;
    this.playing = true;
    this.pace = pace();
    let [clock, reached, asking] = [from, from, false];
    let [last, drawnAt, describedAt] = [performance.now(), 0, 0];
    const tick = (now: number): void => {
      if (!this.playing) return;
      if (reached >= until) {
        this.stop();
        this.#ended();
        return;
      }
      this.pace = pace();
      clock = Math.min(until, clock + (Math.min(now - last, MAX_FRAME_MS) / 1000) * this.pace);
      last = now;
      if (now - drawnAt >= FRAME_MS && !asking) {
        drawnAt = now;
        const isDue = now - describedAt >= DESCRIPTION_MS;
        if (isDue) describedAt = now;
        asking = true;
        const asked = clock;
        void this.#advance(asked, isDue).then(() => {
          asking = false;
          reached = asked;
        });
      }
      this.#frame = requestAnimationFrame(tick);
    };
    this.#frame = requestAnimationFrame(tick);
  }

  stop(): void {
    this.playing = false;
    cancelAnimationFrame(this.#frame);
  }
}
