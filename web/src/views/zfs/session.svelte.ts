import { errorText } from '../../engine/error-text';
import { engineWords, allDigits, type Words } from '../../language';
import {
  connect,
  formats,
  type PerFormat,
  type DamageView,
  type FillResult,
  type Format,
  type Operation,
  type Pages,
  type PageView,
  type Trace,
} from '../../engine/live';
import { count } from '../../charts/format';
import { Playback } from '../playback.svelte';
import { describeOutcome, kind, sceneAt, ticksFor, visibleSteps } from './steps';
import { describeFill, indexPages, pageName, pageNames } from './words';

/** Quotes a name for a sentence and shortens it to 60 characters. */
const quoted = (name: string): string => `“${name.length > 60 ? `${name.slice(0, 57)}…` : name}”` satisfies Words;

const doing: Readonly<Record<Operation, (object: string) => string>> = {
  lookup: (object) => `Looking up ${object}: watch both directories.`,
  create: (object) => `Adding ${object}: watch both directories.`,
  remove: (object) => `Removing ${object}: watch both directories.`,
};

/** The maximum size of a file of names, in bytes. */
export const MAX_FILE_BYTES = 200 * 1024 * 1024;

/** Intervals at which a running fill updates the pages and its progress, in milliseconds. */
const SNAPSHOT_INTERVAL_MS = 600;
const PROGRESS_INTERVAL_MS = 150;

/** Maximum durations at speed 1 of all steps of an operation, and of one tick, in milliseconds. */
const MAX_TRACE_MS = 3000;
const MAX_TICK_MS = 300;

/** Two directories, and the trace and status of the last operation on them. */
export class DirectorySession {
  pages = $state.raw<PerFormat<Pages>>();
  /** The pages before the last operation. */
  #before = $state.raw<PerFormat<Pages>>();
  traces = $state.raw<PerFormat<Trace>>();
  #shown: PerFormat<Uint32Array> = { v4: new Uint32Array(), v5: new Uint32Array() };
  #outcome = $state('');
  #wasRefused = $state(false);
  /** A description of the last operation on names, while its steps are played. */
  #doing = $state('');
  /** The number of generated names for each pattern. */
  #generated: Record<string, number> = {};
  /** A long task and its progress, from 0 to 1. */
  work = $state<{ title: string; done: number }>();
  filling = $state.raw<FillResult>();
  listing = $state.raw<{ names: PerFormat<string[]>; next: PerFormat<bigint | undefined> }>();
  damage = $state.raw<PerFormat<DamageView[]>>();
  #opened = $state.raw<Partial<PerFormat<number>>>({});
  /** The page at which the last search ended; it opens at the end of the playback. */
  #found = $state.raw<Partial<PerFormat<number | undefined>>>({});
  /** The positions of flipped bits. */
  flips = $state.raw<{ format: Format; block: number; offset: number }[]>([]);
  /** Increases whenever pages may have changed. */
  version = $state(0);
  example = $state('');
  /** The number of finished steps at each tick. */
  #ticks = $state.raw<number[]>([]);
  readonly playback = new Playback((length) => Math.min(MAX_TICK_MS, MAX_TRACE_MS / length));
  readonly #still: () => boolean;
  #abort: AbortController | undefined;
  readonly #engine = connect(() => {
    this.#lost = true;
  });
  #lost = false;

  /** `still` returns whether the reader prefers reduced motion. */
  constructor(still: () => boolean) {
    this.#still = still;
  }

  readonly busy = $derived(this.work !== undefined);

  /** Whether the steps of an operation are still being played; its outcome is withheld until the end. */
  readonly #isOpen = $derived(this.#doing !== '' && !this.playback.ended);
  /** The outcome of the last operation. */
  readonly status = $derived(this.#isOpen ? this.#doing : this.#outcome);
  /** Whether the last operation failed. */
  readonly refused = $derived(this.#wasRefused && !this.#isOpen);

  readonly steps = $derived(this.playback.at === 0 ? 0 : (this.#ticks[this.playback.at - 1] ?? 0));

  /** The scene of each directory at the current tick. */
  readonly scenes = $derived.by(() => {
    const { traces, pages } = this;
    if (!traces || !pages) return undefined;
    const scene = (format: Format): ReturnType<typeof sceneAt> =>
      sceneAt(traces[format], this.#shown[format], this.steps, pageNames(format, pages[format]));
    return { v4: scene('v4'), v5: scene('v5') };
  });

  readonly passed = $derived(
    this.#ticks.length === 0 ? '' : `step ${count(this.steps)} of ${count(this.#ticks.at(-1) ?? 0)}`,
  );
  readonly description = $derived(
    this.scenes
      ? `${this.passed}: v4 ${this.scenes.v4.text || 'waits'}, v5 ${this.scenes.v5.text || 'waits'}`
      : 'no steps yet',
  );

  /**
   * Returns the pages at the current tick: those before the operation, until its first step that changes pages. Returns
   * undefined before the first snapshot.
   */
  pagesOf(format: Format): Pages | undefined {
    return this.scenes && !this.scenes[format].changed && !this.scenes[format].done
      ? this.#before?.[format]
      : this.pages?.[format];
  }

  /** Returns the index of the open page in `pages`; initially the first page with names. */
  openedOf(format: Format): number {
    const pages = this.pages?.[format];
    const chosen = (this.playback.ended ? this.#found[format] : undefined) ?? this.#opened[format];
    return pages ? Math.max(0, Math.min(chosen ?? indexPages(pages), pages.block.length - 1)) : 0;
  }

  open(format: Format, page: number): void {
    this.#opened = { ...this.#opened, [format]: page };
    this.#found = { ...this.#found, [format]: undefined };
  }

  async start(): Promise<void> {
    await this.fill('Adding the initial names', 'logs', 2000, 1);
    if (!this.pages || this.refused) return;
    this.#report(`Both directories start with the same ${count(this.pages.v4.names)} made-up names.`);
  }

  apply(operation: Operation, name: string): Promise<void> {
    return this.#run(async () => {
      const traces = await this.#engine.ask('apply', [operation, name]);
      const object = name ? quoted(name) : 'an empty name';
      await this.#show(traces, doing[operation](object), describeOutcome(operation, object, traces));
    });
  }

  list(cookies: PerFormat<bigint>): Promise<void> {
    return this.#run(async () => {
      const traces = await this.#engine.ask('list', [cookies, 20]);
      const { v4, v5 } = traces;
      const listing = { names: { v4: v4.names, v5: v5.names }, next: { v4: v4.next, v5: v5.next } };
      const listed = Math.max(v4.names.length, v5.names.length);
      const object = listed === 1 ? '1 name' : `${listed} names`;
      await this.#show(traces, 'Listing names: watch both directories.', describeOutcome('list', object, traces));
      this.listing = listing;
    });
  }

  /** Adds the next `count` names of a pattern. */
  fill(title: string, pattern: string, count: number, seed: number): Promise<void> {
    const from = this.#generated[pattern] ?? 0;
    this.#generated[pattern] = from + count;
    return this.#fill(title, (options) => this.#engine.ask('generate', [pattern, from, count, seed], options));
  }

  read(file: File): Promise<void> {
    if (file.size > MAX_FILE_BYTES) {
      this.filling = undefined;
      this.#report(`${quoted(file.name)} is larger than 200 MB. Choose a smaller file.`, true);
      return Promise.resolve();
    }
    return this.#fill(`Reading ${quoted(file.name)}`, (options) => this.#engine.ask('load', [file], options));
  }

  /** Flips one bit of a page. */
  async flip(format: Format, page: number, offset: number, bit: number): Promise<void> {
    await this.#run(async () => {
      const block = this.pages?.[format].block[page];
      if (block === undefined) return;
      await this.#engine.ask('damage', [format, block, offset, bit]);
      this.flips = [...this.flips, { format, block, offset }];
      await this.#refresh();
      const where = pageName(format, this.pages?.[format], block);
      this.#report(`Flipped one bit of ${where} of ${format}: bit ${bit} of byte ${allDigits(offset)}.`);
    });
  }

  check(): Promise<void> {
    return this.#run(async () => {
      this.damage = await this.#engine.ask('salvage', []);
      const problemCount = this.damage.v4.length + this.damage.v5.length;
      const problems = problemCount === 1 ? '1 problem' : `${count(problemCount)} problems`;
      this.#report(
        problemCount ? `Checked every page: ${problems} found.` : 'Checked every page: no problems found.',
        problemCount > 0,
      );
    });
  }

  /** Returns the contents of one page. */
  page(format: Format, at: number): Promise<PageView> {
    return this.#engine.ask('page', [format, at]);
  }

  empty(): Promise<void> {
    this.#abort?.abort();
    return this.#run(async () => {
      await this.#engine.ask('reset', []);
      this.#generated = {};
      this.filling = this.listing = undefined;
      this.flips = [];
      await this.#refresh();
      this.#report('Both directories are empty.');
    });
  }

  cancel(): void {
    this.#abort?.abort();
  }

  /** Stops all work and closes the worker. */
  close(): void {
    this.playback.pause();
    this.cancel();
    this.#engine.close();
  }

  #report(text: string, refused = false): void {
    this.#doing = '';
    this.#outcome = text;
    this.#wasRefused = refused;
  }

  async #refresh(): Promise<void> {
    this.pages = await this.#engine.ask('picture', []);
    this.#clearTrace();
    this.version++;
  }

  /** Clears the trace: its steps do not apply to pages that have changed since then. */
  #clearTrace(): void {
    this.#ticks = [];
    this.playback.open(0, 0);
    this.traces = undefined;
    this.damage = undefined;
  }

  async #show(traces: PerFormat<Trace>, doing: string, outcome: string): Promise<void> {
    const before = this.pages;
    const pages = await this.#engine.ask('picture', []);
    this.#before = before;
    this.#shown = { v4: visibleSteps(traces.v4), v5: visibleSteps(traces.v5) };
    this.damage = this.filling = this.listing = undefined;
    this.pages = pages;
    this.traces = traces;
    const found = (format: Format): number | undefined => {
      const probed = traces[format].subjects[traces[format].kinds.lastIndexOf(kind.pageProbed)];
      const at = probed === undefined ? -1 : pages[format].block.indexOf(probed);
      return at < 0 ? undefined : at;
    };
    this.#found = Object.fromEntries(formats.map((format) => [format, found(format)]));
    this.version++;
    this.#report(outcome, traces.v4.failure !== '' || traces.v5.failure !== '');
    this.#doing = doing;
    this.#ticks = ticksFor(Math.max(this.#shown.v4.length, this.#shown.v5.length));
    const { length } = this.#ticks;
    this.playback.open(length, this.#still() ? length : 0);
    if (!this.#still()) this.playback.play();
  }

  async #fill(
    title: string,
    ask: (options: { signal: AbortSignal; progress: (done: number) => void }) => Promise<FillResult>,
  ): Promise<void> {
    await this.#run(async () => {
      const { signal } = (this.#abort = new AbortController());
      this.#clearTrace();
      this.filling = this.listing = undefined;
      this.#report('');
      this.work = { title, done: 0 };
      let refreshedAt = performance.now();
      let shownAt = 0;
      const progress = (done: number): void => {
        const now = performance.now();
        if (now - shownAt < PROGRESS_INTERVAL_MS) return;
        shownAt = now;
        this.work = { title, done };
        if (now - refreshedAt < SNAPSHOT_INTERVAL_MS) return;
        // Listing many pages takes a long time: a pause after each refresh leaves most of the time for the fill.
        refreshedAt = Infinity;
        this.#engine.ask('picture', []).then(
          (pages) => {
            const took = performance.now() - now;
            refreshedAt = now + 5 * took;
            if (!signal.aborted && this.busy) this.pages = pages;
          },
          () => undefined, // the fill fails in the same way and reports it
        );
      };
      let outcome = 'Canceled. Both directories keep the names added so far.';
      try {
        this.filling = await ask({ signal, progress });
        if (this.filling.example) this.example = this.filling.example;
        outcome = describeFill(this.filling);
      } catch (error) {
        if (!signal.aborted || this.#lost) throw error;
      } finally {
        this.work = undefined;
      }
      // The status must match the pages: the last refresh may have happened between the fills of the two directories.
      await this.#refresh();
      this.#report(outcome);
    });
  }

  /** Runs tasks one after the other and reports failures. */
  #last: Promise<void> = Promise.resolve();
  #run(task: () => Promise<void>): Promise<void> {
    const next = this.#last.then(task).catch(async (error: unknown) => {
      const why = engineWords(errorText(error));
      this.#clearTrace();
      if (this.#lost) {
        this.#lost = false;
        this.filling = this.listing = undefined;
        this.flips = [];
        this.#generated = {};
        this.pages = await this.#engine.ask('picture', []).catch(() => undefined);
        this.#report(`The engine stopped (${why}). Both directories are now empty.`, true);
      } else this.#report(`The operation failed: ${why}.`, true);
    });
    this.#last = next;
    return next;
  }
}
