import { errorText } from '../../../engine/error-text';
import { connect, type CacheSettings, type CacheTimeline, type CacheSnapshot } from '../../../engine/live/cache';
import { count } from '../../../charts/format';
import { Playback } from '../../playback.svelte';
import { lessons, problemOf, type LimitedField } from './settings';
import { describeRequest, nextEnd, summarizePhase } from './words';

/** Duration of a request at speed 1, in milliseconds. */
const REQUEST_MS = 500;
/** Duration of a phase that is played as a whole, in milliseconds. */
const PHASE_MS = 2400;

/** A cache, the timeline of its run, and the reader's position in it. */
export class CacheSession {
  /** The prefix for the ids of the view's elements. */
  readonly id: string;
  settings = $state.raw<CacheSettings>(lessons[0].settings);
  course = $state.raw<CacheTimeline>();
  picture = $state.raw<CacheSnapshot>();
  failure = $state('');
  /** The problems with fields that the reader has changed. */
  problems = $state<Partial<Record<LimitedField, string>>>({});
  readonly playback = new Playback(() => REQUEST_MS);
  readonly #engine = connect();
  #closed = false;
  #runs = 0;

  readonly passed = $derived(
    this.course ? `request ${count(this.playback.at)} of ${count(this.course.ends.at(-1) ?? 0)}` : '',
  );
  readonly sentence = $derived(
    this.course && this.picture
      ? describeRequest(this.picture, this.settings) + summarizePhase(this.course, this.picture)
      : '',
  );
  /** Describes the current request; empty while the snapshot of another one is shown. */
  readonly description = $derived(
    this.picture && this.picture.at === this.playback.at
      ? `${this.passed}, ${this.picture.phase}: ${this.sentence}`
      : '',
  );

  constructor(id: string) {
    this.id = id;
  }

  /** Starts a run with these settings at the end of the write phases, which leave nothing in the cache. */
  async run(settings: CacheSettings): Promise<void> {
    const run = ++this.#runs;
    this.playback.pause();
    try {
      const course = await this.#engine.ask('course', [settings]);
      const at = course.ends[1] ?? 0;
      const picture = await this.#engine.ask('picture', [settings, at]);
      if (run !== this.#runs) return;
      Object.assign(this, { settings, course, picture, failure: '', problems: {} });
      this.playback.open(course.ends.at(-1) ?? 0, at);
    } catch (error) {
      if (run === this.#runs) this.#fail(error);
    }
  }

  /** Sets the value of a field: a valid one starts a new run, an invalid one does not. */
  take(field: LimitedField, value: number | null | undefined): void {
    const problem = problemOf(field, value);
    this.problems[field] = problem;
    if (!problem) void this.run({ ...this.settings, [field]: value });
  }

  /**
   * Runs the rest of the current phase, or the next phase; after the last phase, runs the read phases again. With
   * `still`, shows the end at once.
   */
  runPhase(still: boolean): void {
    const { course, playback } = this;
    if (!course) return;
    if (playback.ended) playback.go(course.ends[1] ?? 0);
    const end = nextEnd(course, playback.at);
    if (still) playback.go(end);
    else playback.run(end, PHASE_MS);
  }

  #next: number | undefined;
  #asking = false;

  /** Shows the cache after `at` requests. One call is pending at a time, and only the newest one waits. */
  async show(at: number): Promise<void> {
    this.#next = at;
    if (this.#asking) return;
    this.#asking = true;
    while (this.#next !== undefined && this.#next !== this.picture?.at) {
      const next = this.#next;
      this.#next = undefined;
      const run = this.#runs;
      try {
        const picture = await this.#engine.ask('picture', [this.settings, next]);
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
    if (!this.#closed) this.failure = `The cache run failed: ${errorText(error)}. Choose a lesson to start over.`;
  }

  /** Stops all work and closes the worker. */
  close(): void {
    this.#closed = true;
    this.playback.pause();
    this.#engine.close();
  }
}
