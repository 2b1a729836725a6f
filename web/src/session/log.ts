// What happened, in order: an assignment is handed in as this.
import type { Scenario, Setting } from '../lab/types';
import type { Given, Prediction } from '../state/state';

/** Something that happened. */
export type Happening =
  | { k: 'open' }
  | { k: 'set'; setting: string; value: Setting }
  /** The model was run for a block, and said this. */
  | { k: 'run'; block: string; scenario: Scenario; output: string; value: number }
  | { k: 'predict'; block: string; prediction: Prediction }
  | { k: 'reveal'; block: string }
  /** What follows a prediction was shown without one. */
  | { k: 'skip'; block: string }
  | { k: 'hint'; block: string; n: number }
  | { k: 'answer'; question: string; given: Given }
  /** A step, or the whole lab, was begun anew. */
  | { k: 'reset'; step?: string };

/** When it happened, in milliseconds that the lab was open for. */
export type LogEvent = { t: number } & Happening;

const sameSubject = (a: Happening, b: Happening): boolean =>
  (a.k === 'set' && b.k === 'set' && a.setting === b.setting) ||
  (a.k === 'run' && b.k === 'run' && a.block === b.block && a.output === b.output);

/** An append-only log in which a moving slider leaves one entry, not hundreds. */
export class Log {
  /** How soon a change or a run replaces the one before it, in milliseconds. */
  static readonly settle = 1000;

  readonly events: LogEvent[];
  readonly #now: () => number;
  readonly #begin: number;

  /** Goes on after `earlier` events; the time between is not counted. */
  constructor(now: () => number, earlier: readonly LogEvent[] = []) {
    this.#now = now;
    this.#begin = now() - (earlier.at(-1)?.t ?? 0);
    this.events = [...earlier];
    this.add({ k: 'open' });
  }

  add(happening: Happening): void {
    const t = Math.round(this.#now() - this.#begin);
    // What a slider changes and what the chart then runs alternate: each finds its own among the last two.
    const at = this.events.findLastIndex((event) => sameSubject(event, happening));
    // Nothing else may lie between: a run must not move behind the answer that was given to it.
    const between = at < 0 ? [] : this.events.slice(at + 1);
    const alternating = between.length < 2 && between.every(({ k }) => k === 'set' || k === 'run');
    if (at >= 0 && alternating && t - (this.events[at]?.t ?? 0) < Log.settle) this.events.splice(at, 1);
    this.events.push({ t, ...happening });
  }
}
