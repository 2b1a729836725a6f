// Runs on one clock: the run that is furthest behind advances.
import { refusalOf } from '../../failure';
import type { RaceSnapshot } from './protocol';

/** A run in the engine. */
export interface Run {
  step(events: number): boolean;
  readonly progress: number;
  readonly seconds: number;
  /** See `RaceSnapshot.timelines`. */
  readonly timeline: Float64Array;
  outputs(names: string[]): Float64Array;
  free(): void;
}

/** Number of events in a slice, which takes one or two milliseconds. */
const slice = 2000;

interface Lane {
  /** The run in the engine; undefined after its end or a failure. */
  run: Run | undefined;
  seconds: number;
  progress: number;
  values: Float64Array;
  timeline: Float64Array;
  problem: string;
}

export class Race {
  readonly #lanes: Lane[] = [];
  readonly #outputs: string[];

  constructor(outputs: string[]) {
    this.#outputs = outputs;
  }

  /** Adds a run. A refused run has a problem from the start. */
  add(begin: () => Run): void {
    const lane: Lane = { run: undefined, seconds: 0, progress: 0, ...this.#nothing(), problem: '' };
    this.#lanes.push(lane);
    try {
      lane.run = begin();
    } catch (error) {
      lane.problem = refusalOf(error);
    }
  }

  /** Simulates a slice of the run that is furthest behind; returns `false` if no run is left. */
  step(): boolean {
    const lane = this.#behind();
    if (!lane?.run) return false;
    try {
      const ended = lane.run.step(slice);
      lane.seconds = lane.run.seconds;
      lane.progress = lane.run.progress;
      if (ended) {
        lane.values = lane.run.outputs(this.#outputs);
        lane.timeline = lane.run.timeline;
        this.#end(lane);
      }
    } catch (error) {
      Object.assign(lane, this.#nothing(), { problem: refusalOf(error) });
      this.#end(lane);
    }
    return true;
  }

  /** Finished share of all runs, from 0 to 1. */
  get done(): number {
    const shares = this.#lanes.map(({ run, progress }) => (run ? progress : 1));
    return shares.reduce((sum, share) => sum + share, 0) / Math.max(1, shares.length);
  }

  get snapshot(): RaceSnapshot {
    const lanes = this.#lanes;
    const each = this.#outputs.length;
    const values = new Float64Array(lanes.length * each);
    for (const [at, { run, values: last }] of lanes.entries())
      values.set(run ? run.outputs(this.#outputs) : last, at * each);
    return {
      values,
      seconds: Float64Array.from(lanes, ({ seconds }) => seconds),
      progress: Float64Array.from(lanes, ({ progress }) => progress),
      ended: Uint8Array.from(lanes, ({ run, problem }) => (run || problem ? 0 : 1)),
      timelines: lanes.map(({ run, timeline }) => run?.timeline ?? timeline),
      problems: lanes.map(({ problem }) => problem),
    };
  }

  /** Frees all runs. */
  close(): void {
    for (const lane of this.#lanes) this.#end(lane);
    this.#lanes.length = 0;
  }

  #behind(): Lane | undefined {
    const running = this.#lanes.filter(({ run }) => run);
    return running.reduce<Lane | undefined>(
      (last, lane) => (last && last.seconds <= lane.seconds ? last : lane),
      undefined,
    );
  }

  #end(lane: Lane): void {
    lane.run?.free();
    lane.run = undefined;
  }

  #nothing(): Pick<Lane, 'values' | 'timeline'> {
    return { values: new Float64Array(this.#outputs.length).fill(NaN), timeline: new Float64Array() };
  }
}
