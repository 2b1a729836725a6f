import { codecs, connect, type CodecClient, type Compressed, type Trial } from '../../engine/live/codecs';
import type { Scenario } from '../../lab/types';

/** What is compressed when the lab's state does not say. */
const shipped = {
  history: 512,
  level: 1,
  unit_kib: 0,
  record_period: 1,
  field_entropy: 1,
  relocality: 1,
} as const;

/** How patterns are made and compressed in a state of the lab. */
export function trialOf(settings: Scenario): Trial {
  const number = (name: keyof typeof shipped): number => Number(settings[name] ?? shipped[name]);
  return {
    history: number('history'),
    level: number('level'),
    unit: 1024 * number('unit_kib'),
    period: number('record_period'),
    entropy: number('field_entropy'),
    relocality: number('relocality'),
  };
}

/** How a pattern comes out: what it has been compressed to, and how fast if that was measured. */
export interface Outcome extends Compressed {
  speeds: Float64Array | undefined;
  /** Of the pattern; it takes as long as two codecs, so it follows when everything else is there. */
  hash: string | undefined;
}

type Doing = 'ratios' | 'speeds';

/** The codecs of this browser at work on the data patterns. */
export class CodecsSession {
  /** In the order of the worker; those of another trial stay until their turn comes. */
  outcomes = $state.raw<readonly Outcome[]>([]);
  doing = $state<Doing>();
  /** Patterns that are done, of how many. */
  done = $state(0);
  of = $state(0);
  failure = $state('');
  /** The trial that all of `outcomes` are about; empty while they are of several. */
  settled = $state('');

  /** Two share the patterns between them; what is measured is done by the first alone. */
  readonly #engines = [connect(), connect()] as const;
  /** By the number of the pattern; some may be missing yet. */
  readonly #all: Outcome[] = [];
  #abort: AbortController | undefined;

  /** Compresses every pattern with every codec. */
  run(trial: Trial): Promise<void> {
    return this.#go('ratios', trial, this.#engines, async (engine, name, options) => ({
      ...(await engine.ask('compress', [name, trial], options)),
      speeds: undefined,
      hash: undefined,
    }));
  }

  /** Measures the speed of every codec on every pattern. */
  time(trial: Trial): Promise<void> {
    return this.#go('speeds', trial, this.#engines.slice(0, 1), async (engine, name, options) => {
      const compressed = await engine.ask('compress', [name, trial], options);
      return { ...compressed, speeds: await engine.ask('time', [name, trial], options), hash: undefined };
    });
  }

  async #go(
    doing: Doing,
    trial: Trial,
    engines: readonly CodecClient[],
    work: (engine: CodecClient, name: string, options: { signal: AbortSignal }) => Promise<Outcome>,
  ): Promise<void> {
    this.cancel();
    const abort = (this.#abort = new AbortController());
    const { signal } = abort;
    Object.assign(this, { doing, done: 0, failure: '', settled: '' });
    try {
      const names = await this.#engines[0].ask('names', [], { signal });
      this.of = names.length;
      const left = [...names.entries()];
      const each = async (engine: CodecClient): Promise<void> => {
        for (let next = left.shift(); next; next = left.shift()) {
          const [at, name] = next;
          this.#put(at, await work(engine, name, { signal }));
          this.done++;
        }
      };
      await Promise.all(engines.map(each));
      this.settled = JSON.stringify(trial);
      this.doing = undefined;
      for (const [at, outcome] of this.#all.entries())
        this.#put(at, { ...outcome, hash: await this.#engines[0].ask('hash', [outcome.name, trial], { signal }) });
    } catch (error) {
      if (signal.aborted) return;
      abort.abort();
      this.failure = error instanceof Error ? error.message : String(error);
    }
    this.doing = undefined;
  }

  #put(at: number, outcome: Outcome): void {
    this.#all[at] = outcome;
    // A gap is left out here, as it is in every array with one.
    this.outcomes = this.#all.filter(() => true);
  }

  /** Lets go of what is being done; what is done stays. */
  cancel(): void {
    this.#abort?.abort();
    this.doing = undefined;
  }

  close(): void {
    this.cancel();
    for (const engine of this.#engines) engine.close();
  }
}

/** Compression ratio of a pattern by codec number. */
export const ratioOf = ({ bytes, sizes }: Compressed, codec: number): number => bytes / (sizes[codec] ?? NaN);

/** How much better a codec's ratio is than that of the first one; 0.1 is 10 %. */
export const gainOf = (one: Compressed, codec: number): number => ratioOf(one, codec) / ratioOf(one, 0) - 1;

/** A codec's gains over the patterns of the data sets. */
export interface Gains {
  mean: number;
  least: number;
  most: number;
  /** How many are above nought. */
  positive: number;
  of: number;
}

/** Patterns that are no data sets of their own. */
const made = ['RECS4', 'A00'];

export const dataSets = <T extends Compressed>(outcomes: readonly T[]): T[] =>
  outcomes.filter(({ name }) => !made.includes(name));

export function gainsOf(outcomes: readonly Compressed[], codec: number): Gains {
  const gains = dataSets(outcomes).map((one) => gainOf(one, codec));
  return {
    mean: gains.reduce((sum, gain) => sum + gain, 0) / gains.length,
    least: Math.min(...gains),
    most: Math.max(...gains),
    positive: gains.filter((gain) => gain > 0).length,
    of: gains.length,
  };
}

/** Those that are compared with the first one. */
export const others = codecs.slice(1);
