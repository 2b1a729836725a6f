import { connect, type Answer } from '../../../engine/live/aggregate';

/** A command and its answer. */
export interface Exchange {
  number: number;
  command: string;
  lines: readonly Answer[];
}

/** So many exchanges stay on the page. */
const most = 60;

/** What was entered, what was answered, and the aggregates that the worker keeps. */
export class ConsoleSession {
  exchanges = $state.raw<readonly Exchange[]>([]);
  busy = $state(false);
  line = $state('');
  /** Commands as they were entered, the oldest first, and where the reader is among them. */
  #entered: string[] = [];
  #at = 0;
  #number = 0;
  /** What was being written before the reader went back. */
  #draft = '';
  #closed = false;
  readonly #engine = connect(() => {
    if (!this.#closed)
      this.#show('', [{ kind: 'refused', text: 'The aggregates were lost. They are as at the beginning.' }]);
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
      const why = error instanceof Error ? error.message : String(error);
      this.#show(command, [{ kind: 'refused', text: `That did not work: ${why}` }]);
    } finally {
      this.busy = false;
    }
  }

  /** Goes through what was entered: back with -1, on with 1. */
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
    this.exchanges = [...this.exchanges, { number: this.#number++, command, lines }].slice(-most);
  }
}
