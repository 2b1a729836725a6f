// The steps of a diagnosis: measure, change one thing, measure again.
import { errorText } from '../../../engine/error-text';
import type { Diagnosis, DiagnosisEnquiry } from '../../../engine';

/** The engine's request. */
export type Diagnose = (enquiry: DiagnosisEnquiry) => Promise<Diagnosis>;

/** The size limit of a text, in characters. */
export const MAX_CHARACTERS = 1_000_000;

export const ONE_CHANGE_AT_A_TIME =
  'You already made a change. Measure again before you make another: the effects of two changes can cancel each other out.';

/** A step of the diagnosis. */
type Step = 'before' | 'change' | 'after';

export class DiagnosisSession {
  /** The pasted texts, which stay unchanged even if they are invalid. */
  before = $state('');
  after = $state('');
  /** Elapsed time of the application, and average response times in both measurements, in seconds. */
  elapsed = $state<number | null>();
  responseBefore = $state<number | null>();
  responseAfter = $state<number | null>();
  /** The diagnosis of the first measurement, and its comparison with the second. */
  first = $state.raw<Diagnosis>();
  compared = $state.raw<Diagnosis>();
  /** The selected row of the symptom table, and the row that the reader has changed. */
  chosen = $state('');
  changed = $state('');
  /** The last problem and its step. */
  problem = $state.raw<{ step: Step; message: string }>();
  busy = $state(false);

  readonly #diagnose: Diagnose;

  constructor(diagnose: Diagnose) {
    this.#diagnose = diagnose;
  }

  problemOf(step: Step): string {
    return this.problem?.step === step ? this.problem.message : '';
  }

  /** Reads the first measurement, and discards the change made after the previous one. */
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

  /** Selects the row to change. Returns false while another change has not been measured. */
  choose(row: string): boolean {
    if (this.changed !== '' && row !== this.changed) {
      this.problem = { step: 'change', message: ONE_CHANGE_AT_A_TIME };
      return false;
    }
    this.problem = undefined;
    this.chosen = row;
    return true;
  }

  /** Records that the reader has made the selected change. */
  commit(): void {
    if (this.chosen === '') {
      this.problem = { step: 'change', message: 'Choose one of the causes above first.' };
      return;
    }
    this.problem = undefined;
    this.changed = this.chosen;
  }

  /** Records that the reader has undone the change, or never made it. */
  takeBack(): void {
    this.changed = '';
    this.compared = undefined;
    this.problem = undefined;
  }

  /** Reads the second measurement and compares it with the first. */
  async compare(): Promise<void> {
    const [before, after] = [this.responseBefore, this.responseAfter];
    const known = [before, after].filter((time) => typeof time === 'number');
    if (known.length === 1) {
      this.problem = { step: 'after', message: 'Enter both response times, before and after, or neither.' };
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
        message:
          'The two measurements are of different kinds. Paste values from before and after an application, as in the first measurement.',
      };
  }

  /** Continues with the second measurement as the first one for the next change. */
  async goOn(): Promise<void> {
    this.before = this.after;
    this.after = '';
    this.elapsed = undefined;
    this.responseBefore = this.responseAfter;
    this.responseAfter = undefined;
    await this.read();
  }

  /** Reads files and joins their texts. */
  async take(files: readonly File[], field: 'before' | 'after'): Promise<void> {
    if (files.length === 0) return;
    this.problem = undefined;
    if (files.reduce((sum, { size }) => sum + size, 0) > MAX_CHARACTERS) {
      this.problem = { step: field, message: 'The text is larger than 1 MB. Choose only the counters or the report.' };
      return;
    }
    const texts = await Promise.all(files.map((file) => file.text().catch(() => undefined)));
    const unread = files[texts.indexOf(undefined)];
    if (unread) this.problem = { step: field, message: `${unread.name} could not be read. Choose it again.` };
    else this[field] = texts.join('\n');
  }

  async #try(step: Step, enquiry: DiagnosisEnquiry): Promise<Diagnosis | undefined> {
    this.busy = true;
    try {
      const answer = await this.#diagnose(enquiry);
      this.problem = undefined;
      return answer;
    } catch (error) {
      const text = errorText(error);
      this.problem = { step, message: `${text.charAt(0).toUpperCase()}${text.slice(1)}.` };
      return undefined;
    } finally {
      this.busy = false;
    }
  }
}
