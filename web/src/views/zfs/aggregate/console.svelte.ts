import { errorText } from '../../../engine/error-text';
import { connect, type Answer } from '../../../engine/live/aggregate';

/** A command and its answer. */
export interface Exchange {
  number: number;
  command: string;
  lines: readonly Answer[];
}

/** The maximum number of exchanges on the page. */
const MAX_EXCHANGES = 60;

/** Commands, their answers, and the connection to the worker that holds the aggregates. */
export class ConsoleSession {
  exchanges = $state.raw<readonly Exchange[]>([]);
  busy = $state(false);
  line = $state('');
  /** Entered commands, oldest first, and the index of the recalled one. */
  #entered: string[] = [];
  #at = 0;
  #number = 0;
  /** The unfinished command before the first recall. */
  #draft = '';
  #closed = false;
  readonly #engine = connect(() => {
    if (!this.#closed)
      this.#show('', [
        { kind: 'refused', text: 'The engine stopped. The aggregates are back in their initial state.' },
      ]);
  });

  async enter(line = this.line): Promise<void> {
    const command = line.trim();
    if (!command || this.busy) return;
    this.busy = true;
    if (this.#entered.at(-1) !== command) this.#entered.push(command);
    this.#at = this.#entered.length;
    this.line = '';
    try {
      this.#show(command, await this.#engine.ask('command', [command]));
    } catch (error) {
      const why = errorText(error);
      this.#show(command, [{ kind: 'refused', text: `The command failed: ${why}` }]);
    } finally {
      this.busy = false;
    }
  }

  /** Recalls an entered command: the previous one with -1, the next one with 1. */
  recall(by: -1 | 1): void {
    if (this.#at === this.#entered.length) this.#draft = this.line;
    this.#at = Math.max(0, Math.min(this.#entered.length, this.#at + by));
    this.line = this.#entered[this.#at] ?? this.#draft;
  }

  clear(): void {
    this.exchanges = [];
  }

  close(): void {
    this.#closed = true;
    this.#engine.close();
  }

  #show(command: string, lines: readonly Answer[]): void {
    this.exchanges = [...this.exchanges, { number: this.#number++, command, lines }].slice(-MAX_EXCHANGES);
  }
}
