import {
  connect,
  formats,
  type Both,
  type DamageView,
  type Filling,
  type Format,
  type Operation,
  type Pages,
  type PageView,
  type Trace,
} from '../../engine/live';
import { count } from '../../charts/format';
import { Playback } from '../playback.svelte';
import { kind, marks, sceneAt, sentence, shown } from './steps';
import { byName, filled, indexPages, pageName } from './words';

/** A name as it is quoted in a sentence. */
const quoted = (name: string): string => `“${name.length > 60 ? `${name.slice(0, 57)}…` : name}”`;

/** The largest file of names that is taken, in bytes. */
export const largestFile = 200 * 1024 * 1024;

/** Between two looks at directories that are being filled, and at how far they are, in milliseconds. */
const glance = 600;
const blink = 150;

/** The steps of one operation take so long at speed 1, at most, and each tick, in milliseconds. */
const longestTrace = 7000;
const slowestTick = 500;

/** Two directories, what was asked of them last, and how it went. */
export class Session {
  pages = $state.raw<Both<Pages>>();
  /** The pages before the last operation. */
  #before = $state.raw<Both<Pages>>();
  traces = $state.raw<Both<Trace>>();
  #shown: Both<Uint32Array> = { v4: new Uint32Array(), v5: new Uint32Array() };
  /** What the last operation came to. */
  told = $state('');
  /** Whether the directories refused it. */
  refused = $state(false);
  /** How many names of each pattern were made up. */
  #made: Record<string, number> = {};
  /** What takes a while, and how far it is. */
  work = $state<{ what: string; done: number }>();
  filling = $state.raw<Filling>();
  listing = $state.raw<{ names: Both<string[]>; next: Both<bigint | undefined> }>();
  damage = $state.raw<Both<DamageView[]>>();
  #opened = $state.raw<Partial<Both<number>>>({});
  /** Where bits were flipped. */
  flips = $state.raw<{ format: Format; block: number; offset: number }[]>([]);
  /** Rises whenever pages may have changed. */
  version = $state(0);
  example = $state('');
  /** How many steps are done at each tick. */
  #ticks = $state.raw<number[]>([]);
  readonly playback = new Playback((length) => Math.min(slowestTick, longestTrace / length));
  readonly #still: () => boolean;
  #abort: AbortController | undefined;
  readonly #engine = connect(() => {
    this.#lost = true;
  });
  #lost = false;

  /** `still` tells whether nothing may move by itself. */
  constructor(still: () => boolean) {
    this.#still = still;
  }

  readonly busy = $derived(this.work !== undefined);

  readonly steps = $derived(this.playback.at === 0 ? 0 : (this.#ticks[this.playback.at - 1] ?? 0));

  /** How each directory looks at the present tick. */
  readonly scenes = $derived.by(() => {
    const { traces, pages } = this;
    if (!traces || !pages) return undefined;
    const scene = (format: Format): ReturnType<typeof sceneAt> =>
      sceneAt(traces[format], this.#shown[format], this.steps, byName(format, pages[format]));
    return { v4: scene('v4'), v5: scene('v5') };
  });

  readonly passed = $derived(
    this.#ticks.length === 0 ? '' : `step ${count(this.steps)} of ${count(this.#ticks.at(-1) ?? 0)}`,
  );
  readonly said = $derived(
    this.scenes
      ? `${this.passed}: v4 ${this.scenes.v4.text || 'waits'}, v5 ${this.scenes.v5.text || 'waits'}`
      : 'no steps yet',
  );

  /** The pages as they were at the present tick, as far as whole pages go. */
  pagesOf(format: Format): Pages | undefined {
    return this.scenes && !this.scenes[format].changed && !this.scenes[format].done
      ? this.#before?.[format]
      : this.pages?.[format];
  }

  /** The page that is opened, by its place; at first the first one with names. */
  openedOf(format: Format): number {
    const pages = this.pages?.[format];
    return pages ? Math.max(0, Math.min(this.#opened[format] ?? indexPages(pages), pages.block.length - 1)) : 0;
  }

  open(format: Format, page: number): void {
    this.#opened = { ...this.#opened, [format]: page };
  }

  async start(): Promise<void> {
    await this.fill('Entering the first names', 'logs', 2000, 1);
    if (!this.pages || this.refused) return;
    this.#tell(`To begin with, both directories hold the same ${count(this.pages.v4.names)} made-up names.`);
  }

  apply(operation: Operation, name: string): Promise<void> {
    return this.#run(async () => {
      const traces = await this.#engine.ask('apply', [operation, name]);
      await this.#show(traces, sentence(operation, name ? quoted(name) : 'a name without bytes', traces));
    });
  }

  list(cookies: Both<bigint>): Promise<void> {
    return this.#run(async () => {
      const traces = await this.#engine.ask('list', [cookies, 20]);
      const { v4, v5 } = traces;
      const listing = { names: { v4: v4.names, v5: v5.names }, next: { v4: v4.next, v5: v5.next } };
      const most = Math.max(v4.names.length, v5.names.length);
      await this.#show(traces, sentence('list', most === 1 ? '1 name' : `${most} names`, traces));
      this.listing = listing;
    });
  }

  /** Enters so many more names of a pattern. */
  fill(what: string, pattern: string, count: number, seed: number): Promise<void> {
    const from = this.#made[pattern] ?? 0;
    this.#made[pattern] = from + count;
    return this.#fill(what, (options) => this.#engine.ask('generate', [pattern, from, count, seed], options));
  }

  read(file: File): Promise<void> {
    if (file.size > largestFile) {
      this.filling = undefined;
      this.#tell(`${quoted(file.name)} has more than 200 MB. Choose a smaller file, or a part of it.`, true);
      return Promise.resolve();
    }
    return this.#fill(`Reading ${quoted(file.name)}`, (options) => this.#engine.ask('load', [file], options));
  }

  /** Flips one bit in the middle of what a page has in use. */
  async flip(format: Format, page: number, offset: number, bit: number): Promise<void> {
    await this.#run(async () => {
      const block = this.pages?.[format].block[page];
      if (block === undefined) return;
      await this.#engine.ask('damage', [format, block, offset, bit]);
      this.flips = [...this.flips, { format, block, offset }];
      await this.#look();
      const where = pageName(format, this.pages?.[format], block);
      this.#tell(`One bit of ${where} of ${format} is flipped: bit ${bit} of byte ${offset.toLocaleString('en')}.`);
    });
  }

  check(): Promise<void> {
    return this.#run(async () => {
      this.damage = await this.#engine.ask('salvage', []);
      const found = this.damage.v4.length + this.damage.v5.length;
      const problems = found === 1 ? '1 problem' : `${count(found)} problems`;
      this.#tell(found ? `Checked every page: ${problems} found.` : 'Checked every page: all are sound.', found > 0);
    });
  }

  /** What one page holds. */
  page(format: Format, at: number): Promise<PageView> {
    return this.#engine.ask('page', [format, at]);
  }

  empty(): Promise<void> {
    this.#abort?.abort();
    return this.#run(async () => {
      await this.#engine.ask('reset', []);
      this.#made = {};
      this.filling = this.listing = undefined;
      this.flips = [];
      await this.#look();
      this.#tell('Both directories are empty.');
    });
  }

  cancel(): void {
    this.#abort?.abort();
  }

  /** Lets go of everything when the picture is taken away. */
  close(): void {
    this.playback.pause();
    this.cancel();
    this.#engine.close();
  }

  #tell(text: string, refused = false): void {
    this.told = text;
    this.refused = refused;
  }

  async #look(): Promise<void> {
    this.pages = await this.#engine.ask('picture', []);
    this.#forget();
    this.version++;
  }

  /** The last operation’s steps make no sense on pages that have changed since. */
  #forget(): void {
    this.#ticks = [];
    this.playback.open(0, 0);
    this.traces = undefined;
    this.damage = undefined;
  }

  async #show(traces: Both<Trace>, text: string): Promise<void> {
    const before = this.pages;
    const pages = await this.#engine.ask('picture', []);
    this.#before = before;
    this.#shown = { v4: shown(traces.v4), v5: shown(traces.v5) };
    this.damage = this.filling = this.listing = undefined;
    this.pages = pages;
    this.traces = traces;
    // The page a search ends in is the one worth a look.
    for (const format of formats) {
      const probed = traces[format].subjects[traces[format].kinds.lastIndexOf(kind.pageProbed)];
      const at = probed === undefined ? -1 : pages[format].block.indexOf(probed);
      if (at >= 0) this.open(format, at);
    }
    this.version++;
    this.#tell(text, traces.v4.failure !== '' || traces.v5.failure !== '');
    this.#ticks = marks(Math.max(this.#shown.v4.length, this.#shown.v5.length));
    const { length } = this.#ticks;
    this.playback.open(length, this.#still() ? length : 0);
    if (!this.#still()) this.playback.play();
  }

  async #fill(
    what: string,
    ask: (options: { signal: AbortSignal; progress: (done: number) => void }) => Promise<Filling>,
  ): Promise<void> {
    await this.#run(async () => {
      const { signal } = (this.#abort = new AbortController());
      this.#forget();
      this.filling = this.listing = undefined;
      this.#tell('');
      this.work = { what, done: 0 };
      let looked = performance.now();
      let shown = 0;
      const progress = (done: number): void => {
        const now = performance.now();
        if (now - shown < blink) return;
        shown = now;
        this.work = { what, done };
        if (now - looked < glance) return;
        // A look at very many pages takes long: the filling gets most of the time.
        looked = Infinity;
        this.#engine.ask('picture', []).then(
          (pages) => {
            const took = performance.now() - now;
            looked = now + 5 * took;
            if (!signal.aborted && this.busy) this.pages = pages;
          },
          () => undefined, // the filling meets the same failure, and tells it
        );
      };
      let outcome = 'Cancelled. Both directories keep the names they were given so far.';
      try {
        this.filling = await ask({ signal, progress });
        if (this.filling.example) this.example = this.filling.example;
        outcome = filled(this.filling);
      } catch (error) {
        if (!signal.aborted || this.#lost) throw error;
      } finally {
        this.work = undefined;
      }
      // What is told is true of what is shown: the last look may have been between the two directories.
      await this.#look();
      this.#tell(outcome);
    });
  }

  /** Runs one question after the other, and tells what went wrong. */
  #last: Promise<void> = Promise.resolve();
  #run(task: () => Promise<void>): Promise<void> {
    const next = this.#last.then(task).catch(async (error: unknown) => {
      const why = error instanceof Error ? error.message : String(error);
      this.#forget();
      if (this.#lost) {
        this.#lost = false;
        this.filling = this.listing = undefined;
        this.flips = [];
        this.#made = {};
        this.pages = await this.#engine.ask('picture', []).catch(() => undefined);
        this.#tell(`The directories were lost (${why}). They begin again, empty.`, true);
      } else this.#tell(`That did not work: ${why}`, true);
    });
    this.#last = next;
    return next;
  }
}
