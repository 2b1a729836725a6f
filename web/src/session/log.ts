// The log of a session: the body of a submission.
import type { Scenario, Setting } from '../lab/types';
import type { SubmittedAnswer, Prediction } from '../state/state';

/** The content of an event. */
type EventKind =
  | { k: 'open' }
  | { k: 'set'; setting: string; value: Setting }
  /** The model was run for a block, with this result. */
  | { k: 'run'; block: string; scenario: Scenario; output: string; value: number }
  | { k: 'predict'; block: string; prediction: Prediction }
  | { k: 'reveal'; block: string }
  /** A reveal was opened without a prediction. */
  | { k: 'skip'; block: string }
  | { k: 'hint'; block: string; n: number }
  | { k: 'answer'; question: string; given: SubmittedAnswer }
  /** A step, or the whole lab, was reset. */
  | { k: 'reset'; step?: string };

/** An event with its time: the milliseconds for which the lab has been open. */
export type LogEvent = { t: number } & EventKind;

const sameSubject = (a: EventKind, b: EventKind): boolean =>
  (a.k === 'set' && b.k === 'set' && a.setting === b.setting) ||
  (a.k === 'run' && b.k === 'run' && a.block === b.block && a.output === b.output);

/** An append-only log in which a moving slider leaves one entry instead of hundreds. */
export class Log {
  /** The time within which a change or a run replaces the entry before it, in milliseconds. */
  static readonly mergeMs = 1000;

  readonly events: LogEvent[];
  readonly #now: () => number;
  readonly #begin: number;

  /** Continues after `earlier` events; the time since the last of them is not counted. */
  constructor(now: () => number, earlier: readonly LogEvent[] = []) {
    this.#now = now;
    this.#begin = now() - (earlier.at(-1)?.t ?? 0);
    this.events = [...earlier];
    this.add({ k: 'open' });
  }

  add(kind: EventKind): void {
    const t = Math.round(this.#now() - this.#begin);
    // Changes of a slider and runs of its chart alternate, so the last two events are searched.
    const at = this.events.findLastIndex((event) => sameSubject(event, kind));
    // Only changes and runs may come between the merged events: a run must not move behind the answer that followed it.
    const between = at < 0 ? [] : this.events.slice(at + 1);
    const alternating = between.length < 2 && between.every(({ k }) => k === 'set' || k === 'run');
    if (at >= 0 && alternating && t - (this.events[at]?.t ?? 0) < Log.mergeMs) this.events.splice(at, 1);
    this.events.push({ t, ...kind });
  }
}
