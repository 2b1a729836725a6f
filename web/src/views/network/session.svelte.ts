import { errorText } from '../../engine/error-text';
import { connect, type NetworkInfo, type NetworkSnapshot } from '../../engine/live/network';
import type { Session } from '../../session/session.svelte';
import { SimulatedClock } from '../simulated-clock.svelte';
import { describe } from './words';

/** Seconds that a run through a span takes. */
const RUN_S = 8;
/** Playback speeds, relative to that of a run through a span. */
export const speeds = [0.1, 0.3, 1, 3] as const;

/** The simulated network of a lab, and its clock. */
export class NetworkSession {
  about = $state.raw<NetworkInfo>();
  moment = $state.raw<NetworkSnapshot>();
  speed = $state<number>(1);
  failure = $state('');
  /** The numbers of `moment` in sentences, updated slowly during playback. */
  description = $state('');

  readonly #lab: Pick<Session, 'lab' | 'settings'>;
  readonly #engine = connect(() => this.#lost());
  #closed = false;
  /** The number of starts so far: responses for earlier starts are dropped. */
  #starts = 0;
  readonly #clock = new SimulatedClock(
    (until, describes) => this.#advance(until, describes),
    () => this.#describe(),
  );

  constructor(lab: Pick<Session, 'lab' | 'settings'>) {
    this.#lab = lab;
  }

  get playing(): boolean {
    return this.#clock.playing;
  }

  /** Starts the network over and simulates a number of spans. */
  async begin(spans = 1): Promise<void> {
    const start = ++this.#starts;
    this.pause();
    try {
      const { lab, settings } = this.#lab;
      const { model, declaration = {}, parameters } = lab;
      const { info, snapshot } = await this.#engine.ask('open', [{ model, declaration, parameters }, settings, spans]);
      if (start !== this.#starts) return;
      this.failure = '';
      this.about = info;
      this.moment = snapshot;
      this.#describe();
    } catch (error) {
      if (start === this.#starts) this.#fail(error);
    }
  }

  /** Plays one span. */
  runSpan(): void {
    if (this.moment && this.about) this.play(this.moment.now + this.about.span, 1);
  }

  /** Plays up to a simulated time at the given speed (by default, the reader's). */
  play(until = Infinity, speed?: number): void {
    const { moment, about } = this;
    if (moment && about) this.#clock.play(moment.now, until, () => ((speed ?? this.speed) * about.span) / RUN_S);
  }

  pause(): void {
    if (!this.playing) return;
    this.#clock.stop();
    this.#describe();
  }

  async #advance(until: number, describes: boolean): Promise<void> {
    const start = this.#starts;
    try {
      const moment = await this.#engine.ask('advance', [until]);
      if (start !== this.#starts) return;
      this.moment = moment;
      if (describes) this.#describe();
    } catch (error) {
      if (start === this.#starts) this.#fail(error);
    }
  }

  #describe(): void {
    const { declaration } = this.#lab.lab;
    if (declaration && this.about && this.moment) this.description = describe(declaration, this.about, this.moment);
  }

  #lost(): void {
    if (!this.#closed) this.#fail(new Error('the engine stopped'));
  }

  #fail(error: unknown): void {
    if (this.#closed) return;
    this.#clock.stop();
    this.moment = undefined;
    this.failure = `The network cannot be simulated: ${errorText(error)}. Change a setting to start over.`;
  }

  /** Stops all work and closes the worker. */
  close(): void {
    this.#closed = true;
    this.#clock.stop();
    this.#engine.close();
  }
}
