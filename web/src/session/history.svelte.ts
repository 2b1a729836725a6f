/** A change: its subject, and the state before or after it. */
export interface Change<S> {
  what: string;
  state: S;
}

/** The history of changes, which can be undone and redone. Changes of one subject in quick succession are one step. */
export class History<S> {
  /** The time within which changes of one subject are one step, in milliseconds. */
  static readonly mergeMs = 1000;
  static readonly maxChanges = 200;

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

  /** Stores the state before a change of `what`. */
  remember(what: string, before: S): void {
    const at = this.#now();
    const isSameStep = this.#last?.what === what && at - this.#last.at < History.mergeMs;
    if (!isSameStep) this.#past = [...this.#past, { what, state: before }].slice(-History.maxChanges);
    this.#future = [];
    this.#last = { what, at };
  }

  /**
   * Undoes the last change; `left` is the current state. Returns the change with the state before it, or undefined if
   * there is no change.
   */
  undo(left: S): Change<S> | undefined {
    const change = this.#past.at(-1);
    if (!change) return undefined;
    this.#past = this.#past.slice(0, -1);
    this.#future = [...this.#future, { what: change.what, state: left }];
    this.#last = undefined;
    return change;
  }

  /**
   * Redoes the last undone change; `left` is the current state. Returns the change with the state after it, or
   * undefined if there is no change.
   */
  redo(left: S): Change<S> | undefined {
    const change = this.#future.at(-1);
    if (!change) return undefined;
    this.#future = this.#future.slice(0, -1);
    this.#past = [...this.#past, { what: change.what, state: left }];
    this.#last = undefined;
    return change;
  }

  /** Forgets the changes of a subject that can no longer change: undoing them would have no visible effect. */
  forget(what: string): void {
    this.#past = this.#past.filter((change) => change.what !== what);
  }

  /** Drops the undone changes after an event that cannot be undone. */
  dropUndone(): void {
    this.#future = [];
    this.#last = undefined;
  }
}
