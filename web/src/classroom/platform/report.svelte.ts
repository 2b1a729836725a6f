// Sends a student's work to a learning platform as the work grows, and shows the status.
import { stateChanges } from '../../player/link/check';
import { placeRead } from '../../player/place-read';
import { encode, MAX_TEXT_CHARS } from '../../state/code';
import type { UnsealedSubmission } from '../format';
import { clock, now, plural } from '../words';
import type { Work } from '../work.svelte';
import { outcomeOf } from './outcome';
import { PlatformError, type Bookmark, type Outcome, type Platform } from './platform';

/** Reports one student's work to a learning platform. */
export class PlatformReport {
  /** The status, in a sentence. */
  words = $state('Connected to your learning platform.');
  /** The problem and its remedy; empty if there is no problem. */
  problem = $state('');
  /** Whether the session has ended. */
  over = $state(false);

  readonly #work: Work;
  readonly #platform: Platform;
  readonly #submit: () => Promise<UnsealedSubmission>;
  #outcome: Outcome | undefined;
  /** The last version of the work, as text, that the platform can store. */
  #stored: string | undefined;
  #hasRoom = true;
  #running: Promise<void> | undefined;
  #isStale = false;
  /** The number of predictions and answers when the work was last sent. */
  #known = 0;

  /** `submit` returns the work as it would be submitted. */
  constructor(work: Work, platform: Platform, submit: () => Promise<UnsealedSubmission>) {
    this.#work = work;
    this.#platform = platform;
    this.#submit = submit;
    this.#stored = platform.bookmark.work;
    // A page that the browser restores from its back/forward cache no longer has a session.
    addEventListener('pageshow', ({ persisted }) => persisted && location.reload());
    addEventListener('pagehide', () => this.#close());
  }

  /**
   * Sends the work if there is a new prediction or answer. Other changes, such as a moved control, are sent only at
   * the end of the session, to limit the load on a platform that serves a whole class.
   */
  follow(): void {
    if (this.#work.made > this.#known) void this.send();
  }

  /** Sends the work; a call during a transfer sends it once more afterward. */
  send(): Promise<void> {
    this.#isStale = true;
    this.#known = this.#work.made;
    this.#running ??= this.#sendAll().finally(() => (this.#running = undefined));
    return this.#running;
  }

  /** Sends the work, ends the session, and returns the student to the platform if the platform provides an address. */
  async leave(): Promise<void> {
    await this.send();
    if (this.over) return;
    try {
      await this.#platform.end(this.#sendable, this.#bookmark());
    } catch (error) {
      this.#report(error);
      return;
    }
    this.over = true;
    this.words = 'Your session has ended. To continue, open the activity again from your course.';
    if (this.#platform.returnAddress !== undefined) location.assign(this.#platform.returnAddress);
  }

  async #sendAll(): Promise<void> {
    while (this.#isStale && !this.over) {
      this.#isStale = false;
      try {
        this.#outcome = outcomeOf(
          await this.#submit(),
          this.#work.counted,
          this.#platform.pass ?? this.#work.assignment.pass,
        );
        if (!this.#platform.records) {
          this.words = 'Browsing only: your learning platform records no result.';
          return;
        }
        const bookmark = this.#bookmark();
        const log = [...this.#work.session.log];
        await this.#platform.send(this.#outcome, bookmark);
        if (this.#hasRoom) this.#work.stored({ log });
        this.problem = '';
        this.words = this.#sentence(this.#outcome);
      } catch (error) {
        this.#report(error);
      }
    }
  }

  /** Handles the closing of the page: requests can begin, but nothing can wait for them. */
  #close(): void {
    if (this.over) return;
    this.over = true;
    this.#platform.end(this.#sendable, this.#bookmark()).catch(() => undefined);
  }

  get #sendable(): Outcome | undefined {
    return this.#platform.records ? this.#outcome : undefined;
  }

  #bookmark(): Bookmark {
    const { session } = this.#work;
    const saved = this.#work.saveable();
    const text = encode({ ...saved, state: stateChanges(session.lab, saved.state) });
    this.#hasRoom = text.length <= Math.min(this.#platform.maxWorkChars, MAX_TEXT_CHARS);
    if (this.#hasRoom) this.#stored = text;
    return { work: this.#stored, place: placeRead() };
  }

  #sentence({ points, maxPoints, answered, counted, verdict }: Outcome): string {
    const score =
      maxPoints > 0 ? `${points} of ${plural(maxPoints, 'point', 'points')}` : `${answered} of ${counted} answered`;
    const sent = `Sent to your learning platform ${clock(now())}: ${score}${verdict ? `, ${verdict}` : ''}.`;
    if (this.#hasRoom) return sent;
    return `${sent} The platform has no space for all your answers: continue in this browser, and submit the file at the end.`;
  }

  #report(error: unknown): void {
    if (!(error instanceof PlatformError)) throw error;
    this.problem = `${error.message} Your work is not lost: submit the file, or send it again.`;
  }
}
