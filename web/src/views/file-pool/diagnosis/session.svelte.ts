// A reader's way through a diagnosis: measure, change one thing, measure again.
import type { Diagnosis, DiagnosisEnquiry } from '../../../engine';

/** What is asked of the engine. */
export type Ask = (enquiry: DiagnosisEnquiry) => Promise<Diagnosis>;

/** The largest text that is read, in characters. */
export const mostCharacters = 1_000_000;

export const oneAtATime =
  'You have changed something already. Measure again before you change another thing: of two changes with opposite effects, neither would seem worth doing.';

/** One step of the way, and what went wrong in it. */
type Step = 'before' | 'change' | 'after';

export class DiagnosisSession {
  /** The texts, which stay as they were pasted whatever is wrong with them. */
  before = $state('');
  after = $state('');
  /** Elapsed time of the application, and average response times in both measurements, in seconds. */
  elapsed = $state<number | null>();
  responseBefore = $state<number | null>();
  responseAfter = $state<number | null>();
  /** What the first measurement came to, and what the second one did beside it. */
  first = $state.raw<Diagnosis>();
  compared = $state.raw<Diagnosis>();
  /** The row of the table of symptoms that is chosen, and the one that the reader has acted on. */
  chosen = $state('');
  changed = $state('');
  /** What is wrong, and where. */
  problem = $state.raw<{ step: Step; told: string }>();
  busy = $state(false);

  readonly #ask: Ask;

  constructor(ask: Ask) {
    this.#ask = ask;
  }

  problemOf(step: Step): string {
    return this.problem?.step === step ? this.problem.told : '';
  }

  /** Reads the first measurement. What was changed since the last one is forgotten with it. */
  async read(): Promise<void> {
    const first = await this.#try('before', {
      before: this.before,
      ...(typeof this.elapsed === 'number' && { elapsed_s: this.elapsed }),
    });
    if (!first) return;
    this.first = first;
    this.compared = undefined;
    this.chosen = '';
    this.changed = '';
  }

  /** Chooses what to change; refused while a change has not been measured. Tells whether it is chosen. */
  choose(row: string): boolean {
    if (this.changed !== '' && row !== this.changed) {
      this.problem = { step: 'change', told: oneAtATime };
      return false;
    }
    this.problem = undefined;
    this.chosen = row;
    return true;
  }

  /** The reader has changed what was chosen. */
  commit(): void {
    if (this.chosen === '') {
      this.problem = { step: 'change', told: 'Choose one row of the tables above first.' };
      return;
    }
    this.problem = undefined;
    this.changed = this.chosen;
  }

  /** The reader has taken the change back, or never made it. */
  takeBack(): void {
    this.changed = '';
    this.compared = undefined;
    this.problem = undefined;
  }

  /** Reads the second measurement beside the first. */
  async compare(): Promise<void> {
    const [before, after] = [this.responseBefore, this.responseAfter];
    const known = [before, after].filter((time) => typeof time === 'number');
    if (known.length === 1) {
      this.problem = { step: 'after', told: 'Give both response times, before and after, or none.' };
      return;
    }
    const compared = await this.#try('after', {
      before: this.before,
      after: this.after,
      changed: [this.changed],
      ...(typeof before === 'number' && typeof after === 'number' && { response_s: [before, after] as const }),
    } as DiagnosisEnquiry);
    if (!compared) return;
    if (compared.after) this.compared = compared;
    else
      this.problem = {
        step: 'after',
        told: 'This is no second measurement of the same kind. Paste one with values before and after, as the first.',
      };
  }

  /** Goes on from the second measurement, which is the first one of the next change. */
  async goOn(): Promise<void> {
    this.before = this.after;
    this.after = '';
    this.elapsed = undefined;
    this.responseBefore = this.responseAfter;
    this.responseAfter = undefined;
    await this.read();
  }

  /** Takes the texts of files, one below the other. */
  async take(files: readonly File[], field: 'before' | 'after'): Promise<void> {
    if (files.length === 0) return;
    this.problem = undefined;
    if (files.reduce((sum, { size }) => sum + size, 0) > mostCharacters) {
      this.problem = { step: field, told: 'This is larger than 1 MB. Choose only the counters or the report.' };
      return;
    }
    const texts = await Promise.all(files.map((file) => file.text().catch(() => undefined)));
    const lost = files[texts.indexOf(undefined)];
    if (lost) this.problem = { step: field, told: `${lost.name} could not be read. Choose it again.` };
    else this[field] = texts.join('\n');
  }

  async #try(step: Step, enquiry: DiagnosisEnquiry): Promise<Diagnosis | undefined> {
    this.busy = true;
    try {
      const answer = await this.#ask(enquiry);
      this.problem = undefined;
      return answer;
    } catch (error) {
      const told = error instanceof Error ? error.message : String(error);
      this.problem = { step, told: `${told.charAt(0).toUpperCase()}${told.slice(1)}.` };
      return undefined;
    } finally {
      this.busy = false;
    }
  }
}
