/** A change: what was changed, and the state on the other side of it. */
export interface Change<S> {
  what: string;
  state: S;
}

/** Goes back and forth between states. Changes of one thing in quick succession are one step. */
export class History<S> {
  /** How soon a change of the same thing belongs to the one before it, in milliseconds. */
  static readonly settle = 1000;
  static readonly most = 200;

  #past = $state.raw<Change<S>[]>([]);
  #future = $state.raw<Change<S>[]>([]);
  #last: { what: string; at: number } | undefined;
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  get canUndo(): boolean {
    return this.#past.length > 0;
  }

  get canRedo(): boolean {
    return this.#future.length > 0;
  }

  /** Remembers the state before a change of `what`. */
  remember(what: string, before: S): void {
    const at = this.#now();
    const goesOn = this.#last?.what === what && at - this.#last.at < History.settle;
    if (!goesOn) this.#past = [...this.#past, { what, state: before }].slice(-History.most);
    this.#future = [];
    this.#last = { what, at };
  }

  /** Goes back over a change, away from the state `left`. */
  undo(left: S): Change<S> | undefined {
    const change = this.#past.at(-1);
    if (!change) return undefined;
    this.#past = this.#past.slice(0, -1);
    this.#future = [...this.#future, { what: change.what, state: left }];
    this.#last = undefined;
    return change;
  }

  /** Makes a change again, away from the state `left`. */
  redo(left: S): Change<S> | undefined {
    const change = this.#future.at(-1);
    if (!change) return undefined;
    this.#future = this.#future.slice(0, -1);
    this.#past = [...this.#past, { what: change.what, state: left }];
    this.#last = undefined;
    return change;
  }

  /** Something happened that is not undone: what was undone before cannot be redone any more. */
  goOn(): void {
    this.#future = [];
    this.#last = undefined;
  }
}
