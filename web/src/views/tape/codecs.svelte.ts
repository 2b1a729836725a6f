import { errorText } from '../../engine/error-text';
import { codecs, connect, type CodecClient, type Compressed, type Trial } from '../../engine/live/codecs';
import type { Scenario } from '../../lab/types';

/** Settings of a trial that the lab's state omits. */
const defaults = {
  history: 512,
  level: 1,
  unit_kib: 0,
  record_period: 1,
  field_entropy: 1,
  relocality: 1,
} as const;

/** Returns the trial for the lab's settings: how patterns are generated and compressed. */
export function trialOf(settings: Scenario): Trial {
  const number = (name: keyof typeof defaults): number => Number(settings[name] ?? defaults[name]);
  return {
    history: number('history'),
    level: number('level'),
    unit: 1024 * number('unit_kib'),
    period: number('record_period'),
    entropy: number('field_entropy'),
    relocality: number('relocality'),
  };
}

/** The compressed sizes of a pattern, and the speeds if measured. */
export interface Outcome extends Compressed {
  speeds: Float64Array | undefined;
  /** The hash of the pattern. Hashing takes as long as two codecs do, so it comes last. */
  hash: string | undefined;
}

type Task = 'ratios' | 'speeds';

/** The compression of the data patterns with the codecs in this browser. */
export class CodecsSession {
  /** The outcomes in the order of the patterns; those of an earlier trial stay until they are replaced. */
  outcomes = $state.raw<readonly Outcome[]>([]);
  task = $state<Task>();
  /** The number of finished patterns, and of all patterns. */
  done = $state(0);
  of = $state(0);
  failure = $state('');
  /** The trial of all `outcomes`; empty while they belong to several trials. */
  settled = $state('');

  /** Two workers share the patterns; only the first one measures speeds. */
  readonly #engines = [connect(), connect()] as const;
  /** The outcomes by pattern index; some may still be missing. */
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
    task: Task,
    trial: Trial,
    engines: readonly CodecClient[],
    work: (engine: CodecClient, name: string, options: { signal: AbortSignal }) => Promise<Outcome>,
  ): Promise<void> {
    this.cancel();
    const abort = (this.#abort = new AbortController());
    const { signal } = abort;
    Object.assign(this, { task, done: 0, failure: '', settled: '' });
    try {
      const names = await this.#engines[0].ask('names', [], { signal });
      this.of = names.length;
      const remaining = [...names.entries()];
      const runAll = async (engine: CodecClient): Promise<void> => {
        for (let next = remaining.shift(); next; next = remaining.shift()) {
          const [at, name] = next;
          this.#put(at, await work(engine, name, { signal }));
          this.done++;
        }
      };
      await Promise.all(engines.map(runAll));
      this.settled = JSON.stringify(trial);
      this.task = undefined;
      for (const [at, outcome] of this.#all.entries())
        this.#put(at, { ...outcome, hash: await this.#engines[0].ask('hash', [outcome.name, trial], { signal }) });
    } catch (error) {
      if (signal.aborted) return;
      abort.abort();
      this.failure = errorText(error);
    }
    this.task = undefined;
  }

  #put(at: number, outcome: Outcome): void {
    this.#all[at] = outcome;
    // `filter` skips the gaps of a sparse array.
    this.outcomes = this.#all.filter(() => true);
  }

  /** Cancels the running task; finished outcomes stay. */
  cancel(): void {
    this.#abort?.abort();
    this.task = undefined;
  }

  close(): void {
    this.cancel();
    for (const engine of this.#engines) engine.close();
  }
}

/** Returns the compression ratio of a pattern by codec number. */
export const ratioOf = ({ bytes, sizes }: Compressed, codec: number): number => bytes / (sizes[codec] ?? NaN);

/** Returns a codec's gain over the first codec; 0.1 is 10 %. */
export const gainOf = (one: Compressed, codec: number): number => ratioOf(one, codec) / ratioOf(one, 0) - 1;

/** A codec's gains for the patterns of the data sets. */
export interface Gains {
  mean: number;
  min: number;
  max: number;
  /** The number of gains above 0. */
  positive: number;
  of: number;
}

/** Patterns that are not among the data sets. */
const SYNTHETIC = ['RECS4', 'A00'];

export const dataSets = <T extends Compressed>(outcomes: readonly T[]): T[] =>
  outcomes.filter(({ name }) => !SYNTHETIC.includes(name));

export function gainsOf(outcomes: readonly Compressed[], codec: number): Gains {
  const gains = dataSets(outcomes).map((one) => gainOf(one, codec));
  return {
    mean: gains.reduce((sum, gain) => sum + gain, 0) / gains.length,
    min: Math.min(...gains),
    max: Math.max(...gains),
    positive: gains.filter((gain) => gain > 0).length,
    of: gains.length,
  };
}

/** The codecs compared with the first one. */
export const others = codecs.slice(1);
