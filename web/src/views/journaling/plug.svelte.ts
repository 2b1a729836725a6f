import { errorText } from '../../engine/error-text';
import {
  connect,
  workloadScripts,
  type CrashSummary,
  type ExperimentConfig,
  type PowerFailure,
  type Writes,
} from '../../engine/live/plug';
import { Playback } from '../playback.svelte';
import { hasLog, rules, type Rule } from './plug-words';

/** Time in which the writes up to the first crash point are played, in milliseconds. */
const PLAY_MS = 2400;
/** Delay between selecting a configuration and running it, in milliseconds. */
const REST_MS = 150;

/** A crash experiment: a short run, a crash point, and the summary of the crash. */
export class CrashSession {
  policy = $state('ordered');
  script = $state<ExperimentConfig['script']>('mixed');
  stream = $state(1);
  noRevoke = $state(false);
  noBarrier = $state(false);
  earlyReuse = $state(false);
  checksums = $state(false);

  writes = $state.raw<Writes>();
  /** The last write before the crash. */
  lastWrite = $state(0);
  /** Whether the power is on: until the writes have been played once. */
  on = $state(true);
  /** The first playback of the writes. */
  readonly playback = new Playback(() => PLAY_MS);
  /** The disk, and the effect of the crash on unflushed writes. */
  failed = $state.raw<PowerFailure>({ disk: 'cached', loss: 'all' });
  /** Whether the lost writes are those of the worst crash. */
  found = $state(false);
  summary = $state.raw<CrashSummary>();
  /** The configuration of the run with these `writes`. */
  shown = $state.raw<ExperimentConfig>();
  failure = $state('');
  /** Progress of the search, from 0 to 1. */
  searching = $state<number>();
  /** Number of crash states that the finished search compared. */
  statesTried = $state(0);

  readonly #parameters: Readonly<Record<string, number>>;
  readonly #engine = connect();
  /** A selected configuration that has not been run yet. */
  #chosen: { config: ExperimentConfig; timer: ReturnType<typeof setTimeout> } | undefined;
  #abort: AbortController | undefined;
  #asked = 0;
  /** The newest run, and the number of runs so far. */
  #ran: Promise<void> = Promise.resolve();
  #runs = 0;
  #closed = false;

  /** `options` are those that the lab sets for this view. */
  constructor(options: Readonly<Record<string, string>>, parameters: Readonly<Record<string, number>>) {
    this.policy = options['policy'] ?? 'ordered';
    this.script = workloadScripts.find((script) => script === options['script']) ?? 'mixed';
    const broken = rules.find(({ name }) => name === options['rule']);
    if (broken) this.breakRule(broken, true);
    this.#parameters = parameters;
  }

  /** Disables or enables a safeguard; disabling also selects the script that shows the damage. */
  breakRule({ name, script }: Rule, isBroken: boolean): void {
    this[name] = isBroken;
    if (isBroken) this.script = script;
  }

  /** The selected configuration. A file system without a log has no safeguards to disable. */
  readonly config = $derived.by((): ExperimentConfig => {
    const log = hasLog(this.policy);
    return {
      policy: this.policy,
      script: this.script,
      stream: this.stream,
      noRevoke: log && this.noRevoke,
      noBarrier: log && this.noBarrier,
      earlyReuse: log && this.earlyReuse,
      checksums: log && this.checksums,
      parameters: this.#parameters,
    };
  });

  /**
   * Selects a configuration, runs it, and crashes after two thirds of its writes. The first configuration runs at once,
   * a later one after a delay or when a crash or a search needs it.
   */
  choose(config: ExperimentConfig): void {
    clearTimeout(this.#chosen?.timer);
    const timer = setTimeout(() => void this.#run(), this.writes ? REST_MS : 0);
    this.#chosen = { config, timer };
  }

  /** Runs the selected configuration now, unless it has been run. */
  #run(): Promise<void> {
    if (!this.#chosen) return this.#ran;
    const { config, timer } = this.#chosen;
    clearTimeout(timer);
    this.#chosen = undefined;
    this.cancel();
    const run = ++this.#runs;
    return (this.#ran = this.#ask(async (current) => {
      const writes = await this.#engine.ask('run', [config]);
      // Only a newer run replaces this one: a power failure selected in the meantime applies to this run.
      if (run !== this.#runs || this.#closed) return;
      this.writes = writes;
      this.shown = config;
      if (current()) await this.#crash(Math.floor((2 * writes.times.length) / 3), current);
    }));
  }

  /** Plays the writes up to the crash point, once; with `still`, shows the end. */
  play(still: boolean): void {
    const { writes, playback } = this;
    if (!writes || !this.on || playback.playing) return;
    playback.open(writes.times.length, 0);
    if (still) this.on = false;
    else playback.run(this.lastWrite + 1, PLAY_MS);
  }

  /** Moves the crash point to another write. */
  move(lastWrite: number): void {
    this.#powerOff();
    this.#crashAgain(lastWrite);
  }

  #powerOff(): void {
    this.playback.pause();
    this.on = false;
  }

  /** Crashes with another kind of disk or another loss of unflushed writes. */
  fail(failed: PowerFailure): void {
    this.#powerOff();
    this.failed = failed;
    this.#crashAgain(this.lastWrite);
  }

  /**
   * Searches for the worst crash, which may be the displayed one, and shows it. The search assumes a disk that executes
   * every flush and writes whole blocks.
   */
  async worst(): Promise<void> {
    // Search the configuration that was just selected.
    await this.#run();
    const config = this.shown;
    if (!config) return;
    this.#powerOff();
    this.cancel();
    const abort = (this.#abort = new AbortController());
    this.searching = 0;
    await this.#ask(async (current) => {
      const { disk, loss } = this.failed;
      const isSearched = disk !== 'lost-flush' && loss !== 'torn' && loss !== 'rot';
      const lost = isSearched ? this.summary?.lostWrites : undefined;
      const shown = { lastWrite: this.lastWrite, lostWrites: Uint32Array.from(lost ?? []) };
      const found = await this.#engine.ask('worst', [config, shown], {
        signal: abort.signal,
        progress: (done) => {
          if (current()) this.searching = done;
        },
      });
      if (!current()) return;
      const { lastWrite, statesTried } = found;
      const summary = await this.#engine.ask('crash', [config, { lastWrite, lostWrites: found.lostWrites }]);
      if (!current()) return;
      Object.assign(this, { lastWrite, summary, found: true, statesTried });
    }, abort.signal);
    if (this.#abort === abort) this.searching = undefined;
  }

  cancel(): void {
    this.#abort?.abort();
    this.#abort = undefined;
    this.searching = undefined;
  }

  /** Crashes the run of the selected configuration after the given write. */
  #crashAgain(lastWrite: number): void {
    this.cancel();
    const ran = this.#run();
    void this.#ask(async (current) => {
      await ran;
      await this.#crash(lastWrite, current);
    });
  }

  async #crash(after: number, current: () => boolean): Promise<void> {
    const { shown, writes } = this;
    if (!shown || !writes || !current()) return;
    // Another run may have fewer writes.
    const lastWrite = Math.min(after, writes.times.length - 1);
    Object.assign(this, { lastWrite, found: false });
    const summary = await this.#engine.ask('fail', [shown, lastWrite, this.failed]);
    if (current()) this.summary = summary;
  }

  /** Runs a task; only the result of the newest one is shown. */
  async #ask(task: (current: () => boolean) => Promise<void>, signal?: AbortSignal): Promise<void> {
    const asked = ++this.#asked;
    const current = (): boolean => asked === this.#asked && !this.#closed;
    try {
      await task(current);
      if (current()) this.failure = '';
    } catch (error) {
      if (!current() || signal?.aborted) return;
      const why = errorText(error);
      this.failure = `The experiment failed: ${why}. Change a setting to try again.`;
    }
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#chosen?.timer);
    this.playback.pause();
    this.cancel();
    this.#engine.close();
  }
}
