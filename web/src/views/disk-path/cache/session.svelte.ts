import { connect, type CacheSettings, type Course, type Picture } from '../../../engine/live/cache';
import { count } from '../../../charts/format';
import { Playback } from '../../playback.svelte';
import { lessons } from './settings';
import { sentence, summary } from './words';

/** A request takes so long at speed 1, in milliseconds. */
const tick = 500;

/** A cache, how its run goes, and where in it the reader is. */
export class CacheSession {
  settings = $state.raw<CacheSettings>(lessons[0].settings);
  course = $state.raw<Course>();
  picture = $state.raw<Picture>();
  failure = $state('');
  readonly playback = new Playback(() => tick);
  readonly #engine = connect();
  #closed = false;
  #runs = 0;

  readonly passed = $derived(
    this.course ? `request ${count(this.playback.at)} of ${count(this.course.ends.at(-1) ?? 0)}` : '',
  );
  readonly sentence = $derived(
    this.course && this.picture ? sentence(this.picture, this.settings) + summary(this.course, this.picture) : '',
  );
  /** The present request in words; empty as long as the picture is of another one. */
  readonly description = $derived(
    this.picture && this.picture.at === this.playback.at
      ? `${this.passed}, ${this.picture.phase}: ${this.sentence}`
      : '',
  );

  /** Begins anew with these settings, after the writes: they leave nothing in the cache. */
  async run(settings: CacheSettings): Promise<void> {
    const run = ++this.#runs;
    this.playback.pause();
    try {
      const course = await this.#engine.ask('course', [settings]);
      const at = course.ends[1] ?? 0;
      const picture = await this.#engine.ask('picture', [settings, at]);
      if (run !== this.#runs) return;
      Object.assign(this, { settings, course, picture, failure: '' });
      this.playback.open(course.ends.at(-1) ?? 0, at);
    } catch (error) {
      if (run === this.#runs) this.#fail(error);
    }
  }

  #wanted: number | undefined;
  #asking = false;

  /** Shows the cache after `at` requests. One question is on its way at a time, and the newest one waits. */
  async show(at: number): Promise<void> {
    this.#wanted = at;
    if (this.#asking) return;
    this.#asking = true;
    while (this.#wanted !== undefined && this.#wanted !== this.picture?.at) {
      const wanted = this.#wanted;
      this.#wanted = undefined;
      const run = this.#runs;
      try {
        const picture = await this.#engine.ask('picture', [this.settings, wanted]);
        if (run !== this.#runs) continue;
        this.picture = picture;
        this.failure = '';
      } catch (error) {
        this.#fail(error);
      }
    }
    this.#asking = false;
  }

  #fail(error: unknown): void {
    this.playback.pause();
    if (!this.#closed)
      this.failure = `That did not work: ${error instanceof Error ? error.message : String(error)}. Choose a lesson to begin anew.`;
  }

  /** Lets go of everything when the picture is taken away. */
  close(): void {
    this.#closed = true;
    this.playback.pause();
    this.#engine.close();
  }
}
