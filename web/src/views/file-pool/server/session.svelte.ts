import { errorText } from '../../../engine/error-text';
import { connect, type ServerInfo, type SeekTarget, type ServerSnapshot } from '../../../engine/live/server';
import type { Session } from '../../../session/session.svelte';
import { parameterValues } from '../../../engine/parameters';
import { SimulatedClock } from '../../simulated-clock.svelte';
import { LAB_CASE, casesOf, numericSettings, type Case } from './cases';
import { describeEvent, describeThread } from './words';

/** Simulated seconds per second. */
export const speeds = [0.1, 0.3, 1, 3, 10, 60] as const;
/** Simulated seconds before the first snapshot: the length of the history. */
const WARM_UP_S = 120;
/** The pace of a run through the history, in simulated seconds per second. */
const RUN_PACE = 60;
/** The maximum speed at which single services are long enough to be seen. */
const SLOW_SPEED = 0.1;

const notReached: Record<SeekTarget, string> = {
  event: 'No further event occurred.',
  fault: 'No page fault occurred for a long time.',
  checkpoint: 'No checkpoint occurred for a long time.',
};

/** A simulated server, its clock, and the controls for both. */
export class ServerSession {
  readonly cases: readonly Case[];
  /** The id of the selected case. */
  caseId = $state('');
  seed = $state(1);
  about = $state.raw<ServerInfo>();
  moment = $state.raw<ServerSnapshot>();
  speed = $state<number>(1);
  /** The number of users that the reader has set for a published server. */
  #users = $state<number>();
  failure = $state('');
  /** The snapshot behind `description`, which is updated slowly during playback. */
  described = $state.raw<ServerSnapshot>();
  description = $state('');
  /** The text for the live region: the result of a step; empty during playback. */
  announcement = $state('');

  readonly #lab: Session;
  readonly #engine = connect(() => this.#lost());
  #closed = false;
  /** The number of starts so far: responses for earlier starts are dropped. */
  #starts = 0;
  readonly #clock = new SimulatedClock(
    (until, describe) => this.#ask(() => this.#engine.ask('advance', [until]), describe),
    () => this.#pausedAt(),
  );

  /** The snapshot for the thread: at higher speeds, single services would only flicker. */
  readonly thread = $derived(this.playing && this.#clock.pace > SLOW_SPEED ? this.described : this.moment);

  constructor(lab: Session) {
    this.#lab = lab;
    this.cases = casesOf(lab.lab);
    const { settings } = lab;
    const untouched = Object.entries(lab.lab.start).every(([name, value]) => settings[name] === value);
    this.caseId = (untouched ? this.cases[0]?.id : undefined) ?? LAB_CASE;
    this.seed = Number(settings['seed'] ?? 1);
  }

  get playing(): boolean {
    return this.#clock.playing;
  }

  /** Settings of the selected server. */
  get settings(): Record<string, number> {
    const chosen = this.cases.find(({ id }) => id === this.caseId)?.settings ?? numericSettings(this.#lab.settings);
    return { ...chosen, ...(this.#users !== undefined && { users: this.#users }), seed: this.seed };
  }

  /** Selects a server, and discards the number of users that the reader has set. */
  choose(caseId: string): void {
    this.caseId = caseId;
    this.#users = undefined;
  }

  /** Sets the number of users of the selected server; for the lab's server, also in the lab. */
  setUsers(users: number): void {
    if (this.caseId === LAB_CASE) this.#lab.set('users', users);
    else this.#users = users;
  }

  /** Starts the server and simulates its first seconds. */
  async begin(seconds = WARM_UP_S): Promise<void> {
    const start = ++this.#starts;
    this.pause();
    try {
      const watched = { parameters: parameterValues(this.#lab.lab), settings: this.settings };
      const { info: about, snapshot: moment } = await this.#engine.ask('open', [watched, seconds]);
      if (start !== this.#starts) return;
      this.failure = '';
      this.about = about;
      this.#show(moment);
    } catch (error) {
      if (start === this.#starts) this.#fail(error);
    }
  }

  /** Simulates and plays as many seconds as the history shows. */
  runHistory(): void {
    if (this.moment) this.play(RUN_PACE, this.moment.now + WARM_UP_S);
  }

  /** Plays at the reader's speed or the given pace, up to a simulated time. */
  play(pace?: number, until = Infinity): void {
    if (this.playing || !this.moment) return;
    this.announcement = '';
    this.#clock.play(this.moment.now, until, () => pace ?? this.speed);
  }

  pause(): void {
    if (!this.playing) return;
    this.#clock.stop();
    this.#pausedAt();
  }

  #pausedAt(): void {
    if (this.moment) this.#describe(this.moment);
  }

  /** Advances to the next event of a kind, and announces it. */
  async seek(goal: SeekTarget): Promise<void> {
    this.pause();
    const found = await this.#ask(() => this.#engine.ask('seek', [goal]), true);
    if (found) this.announcement = this.description;
    else if (found === false) this.description = this.announcement = notReached[goal];
  }

  /** Restarts the statistics. */
  resetStatistics(): void {
    void this.#ask(() => this.#engine.ask('restartStatistics', []), false);
  }

  /**
   * Requests a snapshot and shows it; returns whether there was one. Returns undefined if the request failed or the
   * server was started over before the response.
   */
  async #ask(ask: () => Promise<ServerSnapshot | undefined>, describe: boolean): Promise<boolean | undefined> {
    const start = this.#starts;
    try {
      const moment = await ask();
      if (start !== this.#starts) return undefined;
      if (moment) this.#show(moment, describe);
      return moment !== undefined;
    } catch (error) {
      if (start === this.#starts) this.#fail(error);
      return undefined;
    }
  }

  #show(moment: ServerSnapshot, describe = true): void {
    this.moment = moment;
    if (describe || !this.playing) this.#describe(moment);
  }

  #describe(moment: ServerSnapshot): void {
    this.described = moment;
    this.description = this.playing
      ? describeThread(moment, false)
      : `${describeEvent(moment)} ${describeThread(moment)}`;
  }

  #lost(): void {
    if (!this.#closed) this.#fail(new Error('the engine stopped'));
  }

  #fail(error: unknown): void {
    if (this.#closed) return;
    this.#clock.stop();
    this.failure = `The simulation failed: ${errorText(error)}. Choose a server to start over.`;
  }

  /** Stops all work and closes the worker. */
  close(): void {
    this.#closed = true;
    this.pause();
    this.#engine.close();
  }
}
