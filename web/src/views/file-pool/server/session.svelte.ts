import { connect, type About, type Goal, type Moment } from '../../../engine/live/server';
import type { Session } from '../../../session/session.svelte';
import { parameterValues } from '../../../engine/parameters';
import { casesOf, numbersOf, own, type Case } from './cases';
import { happened, sentence } from './words';

/** Simulated seconds a second. */
export const speeds = [0.1, 0.3, 1, 3, 10, 60] as const;
/** Simulated seconds that have passed at the beginning: as many as the history shows. */
const head = 120;
/** A picture is drawn so often at most, and the words change so often while it plays, in milliseconds. */
const frame = 33;
const read = 900;
/** So slowly, each stay at the thread can be seen. */
const slow = 0.1;
/** A longer pause between two frames is a page that slept, not time that passed; in milliseconds. */
const longest = 200;

const never: Record<Goal, string> = {
  event: 'Nothing happens any more.',
  fault: 'No page fault came in a long time.',
  checkpoint: 'No checkpoint came in a long time.',
};

/** A server, its clock, and what the reader does with both. */
export class ServerSession {
  readonly cases: readonly Case[];
  /** Which server is watched. */
  which = $state('');
  seed = $state(1);
  about = $state.raw<About>();
  moment = $state.raw<Moment>();
  playing = $state(false);
  speed = $state<number>(1);
  failure = $state('');
  /** The moment of `words`: while it plays, what is to be read changes slowly. */
  told = $state.raw<Moment>();
  words = $state('');
  /** What is said aloud: what came of a step, and nothing while it plays. */
  spoken = $state('');

  readonly #lab: Session;
  readonly #engine = connect(() => this.#lost());
  #closed = false;
  /** Which beginning is the newest. */
  #begun = 0;
  #asking = false;
  #clock = 0;
  #frame = 0;

  /** What the thread is shown at: faster than this, its stays are too short to be seen and would only flicker. */
  readonly thread = $derived(this.playing && this.speed > slow ? this.told : this.moment);

  constructor(lab: Session) {
    this.#lab = lab;
    this.cases = casesOf(lab.lab);
    const { settings } = lab;
    const untouched = Object.entries(lab.lab.start).every(([name, value]) => settings[name] === value);
    this.which = (untouched ? this.cases[0]?.id : undefined) ?? own;
    this.seed = Number(settings['seed'] ?? 1);
  }

  /** Settings of the server that is watched. */
  get settings(): Record<string, number> {
    const chosen = this.cases.find(({ id }) => id === this.which)?.settings ?? numbersOf(this.#lab.settings);
    return { ...chosen, seed: this.seed };
  }

  /** Watches a server from its beginning, or from later on. */
  async begin(seconds = head): Promise<void> {
    const begun = ++this.#begun;
    this.pause();
    try {
      const watched = { parameters: parameterValues(this.#lab.lab), settings: this.settings };
      const { about, moment } = await this.#engine.ask('open', [watched, seconds]);
      if (begun !== this.#begun) return;
      this.failure = '';
      this.about = about;
      this.#show(moment);
    } catch (error) {
      if (begun === this.#begun) this.#fail(error);
    }
  }

  play(): void {
    if (this.playing || !this.moment) return;
    this.playing = true;
    this.spoken = '';
    this.#clock = this.moment.now;
    let [last, drawn, told] = [performance.now(), 0, 0];
    const tick = (now: number): void => {
      if (!this.playing) return;
      this.#clock += (Math.min(now - last, longest) / 1000) * this.speed;
      last = now;
      if (now - drawn >= frame && !this.#asking) {
        drawn = now;
        const tell = now - told >= read;
        if (tell) told = now;
        void this.#ask(() => this.#engine.ask('advance', [this.#clock]), tell);
      }
      this.#frame = requestAnimationFrame(tick);
    };
    this.#frame = requestAnimationFrame(tick);
  }

  pause(): void {
    if (!this.playing) return;
    this.playing = false;
    cancelAnimationFrame(this.#frame);
    if (this.moment) this.#tell(this.moment);
  }

  /** Goes on to the next moment of a kind, and says what it is. */
  async seek(goal: Goal): Promise<void> {
    this.pause();
    const found = await this.#ask(() => this.#engine.ask('seek', [goal]), true);
    if (found) this.spoken = this.words;
    else if (found === false) this.words = this.spoken = never[goal];
  }

  /** Counts shares and means from now on. */
  forget(): void {
    void this.#ask(() => this.#engine.ask('forget', []), false);
  }

  /** Asks for another moment and shows it: `false` if there is none, nothing if the answer came too late. */
  async #ask(ask: () => Promise<Moment | undefined>, tell: boolean): Promise<boolean | undefined> {
    const begun = this.#begun;
    this.#asking = true;
    try {
      const moment = await ask();
      if (begun !== this.#begun) return undefined;
      if (moment) this.#show(moment, tell);
      return moment !== undefined;
    } catch (error) {
      if (begun === this.#begun) this.#fail(error);
      return undefined;
    } finally {
      this.#asking = false;
    }
  }

  #show(moment: Moment, tell = true): void {
    this.moment = moment;
    if (tell || !this.playing) this.#tell(moment);
  }

  #tell(moment: Moment): void {
    this.told = moment;
    this.words = this.playing ? sentence(moment) : `${happened(moment)} ${sentence(moment)}`;
  }

  #lost(): void {
    if (!this.#closed) this.#fail(new Error('the engine was lost'));
  }

  #fail(error: unknown): void {
    if (this.#closed) return;
    this.playing = false;
    cancelAnimationFrame(this.#frame);
    this.failure = `That did not work: ${error instanceof Error ? error.message : String(error)}. Choose a server to begin anew.`;
  }

  /** Lets go of everything when the picture is taken away. */
  close(): void {
    this.#closed = true;
    this.pause();
    this.#engine.close();
  }
}
