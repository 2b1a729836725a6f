import { connect, type Demand, type Outcome, type Writes } from '../../engine/live/plug';
import { hasLog, lostBy, type Choice } from './plug-words';

/** A short run, the place where its power is cut, and what came of it. */
export class PlugSession {
  policy = $state('ordered');
  story = $state<Demand['story']>('mixed');
  stream = $state(1);
  noRevoke = $state(false);
  noBarrier = $state(false);
  earlyReuse = $state(false);

  writes = $state.raw<Writes>();
  /** The last write before the cut. */
  after = $state(0);
  /** How the writes in doubt are chosen that get lost; "found" are those of the worst cut. */
  choice = $state<Choice | 'found'>('all');
  lost = $state.raw(new Uint32Array());
  outcome = $state.raw<Outcome>();
  /** The run that `writes` are of. */
  shown = $state.raw<Demand>();
  failure = $state('');
  /** How far the search is, from 0 to 1. */
  searching = $state<number>();
  /** How many cuts the search tried that found the one that is shown. */
  tried = $state(0);

  readonly #engine = connect();
  #abort: AbortController | undefined;
  #asked = 0;
  #closed = false;

  constructor(policy: string) {
    this.policy = policy;
  }

  /** What is asked for. A file system without a log has no rules of one. */
  readonly demand = $derived.by((): Demand => {
    const log = hasLog(this.policy);
    return {
      policy: this.policy,
      story: this.story,
      stream: this.stream,
      noRevoke: log && this.noRevoke,
      noBarrier: log && this.noBarrier,
      earlyReuse: log && this.earlyReuse,
    };
  });

  /** Runs what is asked for, and cuts its power two thirds into it. */
  run(demand: Demand): Promise<void> {
    this.cancel();
    return this.#ask(async (current) => {
      const writes = await this.#engine.ask('run', [demand]);
      if (!current()) return;
      this.writes = writes;
      this.shown = demand;
      await this.#cut(
        Math.floor((2 * writes.times.length) / 3),
        this.choice === 'found' ? 'all' : this.choice,
        current,
      );
    });
  }

  /** Cuts the power after another write. */
  move(after: number): void {
    this.cancel();
    void this.#ask((current) => this.#cut(after, this.choice === 'found' ? 'all' : this.choice, current));
  }

  /** Loses other ones of the writes in doubt. */
  lose(choice: Choice): void {
    this.cancel();
    void this.#ask((current) => this.#cut(this.after, choice, current));
  }

  /** Looks for the worst cut and shows it. */
  async worst(): Promise<void> {
    const demand = this.shown;
    if (!demand) return;
    this.cancel();
    const abort = (this.#abort = new AbortController());
    this.searching = 0;
    await this.#ask(async (current) => {
      const found = await this.#engine.ask('worst', [demand], {
        signal: abort.signal,
        progress: (done) => {
          if (current()) this.searching = done;
        },
      });
      if (!current()) return;
      const place = { after: found.after, lost: found.lost };
      const lost = found.lost.slice();
      const outcome = await this.#engine.ask('cut', [demand, place]);
      if (!current()) return;
      Object.assign(this, { after: found.after, lost, outcome, choice: 'found', tried: found.tried });
    }, abort.signal);
    if (this.#abort === abort) this.searching = undefined;
  }

  cancel(): void {
    this.#abort?.abort();
    this.#abort = undefined;
    this.searching = undefined;
  }

  async #cut(after: number, choice: Choice, current: () => boolean): Promise<void> {
    const { shown, writes } = this;
    if (!shown || !writes) return;
    const lost = lostBy(choice, writes.epochs, after);
    Object.assign(this, { after, choice, lost });
    const outcome = await this.#engine.ask('cut', [shown, { after, lost }]);
    if (current()) this.outcome = outcome;
  }

  /** Only the newest question's answer counts. */
  async #ask(task: (current: () => boolean) => Promise<void>, signal?: AbortSignal): Promise<void> {
    const asked = ++this.#asked;
    const current = (): boolean => asked === this.#asked && !this.#closed;
    try {
      await task(current);
      if (current()) this.failure = '';
    } catch (error) {
      if (!current() || signal?.aborted) return;
      const why = error instanceof Error ? error.message : String(error);
      this.failure = `That did not work: ${why}.`;
    }
  }

  close(): void {
    this.#closed = true;
    this.cancel();
    this.#engine.close();
  }
}
