import type { Client } from '../engine/client';
import { allBlocks } from '../lab/blocks';
import type { Lab, Scenario, Setting } from '../lab/types';
import { History } from './history.svelte';
import { Log, type LogEvent } from './log';
import { initialState, type Attempt, type Draft, type Given, type Prediction, type State } from '../state/state';

/** What an assignment takes out of the reader's hands. */
export interface Rules {
  /** Settings that stay as they are. */
  locked: readonly string[];
  /** Whether what follows a prediction may be shown without one. */
  skip: boolean;
}

/** Work that was kept, to be gone on with; the state must have been checked against the lab. */
export interface Resumed {
  state: State;
  log: readonly LogEvent[];
}

type Which = 'settings' | 'other';

const without = <T>(record: Record<string, T>, ids: readonly string[]): Record<string, T> =>
  Object.fromEntries(Object.entries(record).filter(([id]) => !ids.includes(id)));

/**
 * One reader in one lab: what they have set, predicted and answered. All parts of a page share one.
 * Undo and redo concern settings and what is being written; what was committed or checked stays.
 */
export class Session {
  readonly lab: Lab;
  /** What answers; a page that is only drawn asks nothing. */
  readonly engine: Client;
  readonly rules: Rules;
  /** What draws of questions come from; the first value of each where there is none. */
  readonly seed: string | undefined;

  #state = $state.raw() as State;
  readonly #history: History<State>;
  readonly #log: Log;

  constructor(
    lab: Lab,
    {
      engine,
      rules,
      seed,
      resumed,
      now = () => performance.now(),
    }: { engine?: Client; rules?: Rules; seed?: string; resumed?: Resumed; now?: () => number } = {},
  ) {
    this.lab = lab;
    this.engine = engine as Client;
    this.rules = rules ?? { locked: [], skip: true };
    this.seed = seed;
    this.#state = resumed?.state ?? initialState(lab.start);
    this.#history = new History(now);
    this.#log = new Log(now, resumed?.log);
  }

  /** All that a link keeps. */
  get state(): State {
    return this.#state;
  }

  /** Takes over a state that was kept, at the beginning; it must have been checked against the lab. */
  restore(state: State): void {
    this.#state = state;
  }

  get log(): readonly LogEvent[] {
    return this.#log.events;
  }

  // Settings

  /** The settings of the lab: configuration A. */
  get settings(): Scenario {
    return this.#state.settings;
  }

  /** Configuration B, while two are compared. */
  get other(): Scenario | undefined {
    return this.#state.other;
  }

  set(name: string, value: Setting, which: Which = 'settings'): void {
    const before = this.#state[which] ?? this.#state.settings;
    if (this.locked(name) || before[name] === value) return;
    this.#change(`${which} ${name}`, { [which]: { ...before, [name]: value } });
    if (which === 'settings') this.#log.add({ k: 'set', setting: name, value });
  }

  /** Whether a setting is to stay as it is. */
  locked(setting: string): boolean {
    return this.rules.locked.includes(setting);
  }

  /** Begins to compare with a second configuration, at first the same, or ends it. */
  compare(on: boolean): void {
    if (on === (this.#state.other !== undefined)) return;
    this.#change('compare', { other: on ? { ...this.#state.settings } : undefined });
  }

  /** Tells the log what the model said to a block. */
  ran(block: string, scenario: Scenario, output: string, value: number): void {
    this.#log.add({ k: 'run', block, scenario, output, value });
  }

  /** How a part is looked at. It is kept in links, and undo does not change it. */
  look(part: string): Setting | undefined {
    return this.#state.looks[part];
  }

  setLook(part: string, value: Setting | undefined): void {
    const looks = without(this.#state.looks, [part]);
    this.#state = { ...this.#state, looks: value === undefined ? looks : { ...looks, [part]: value } };
  }

  // Predictions and what follows them

  prediction(id: string): Prediction | undefined {
    return this.#state.predictions[id];
  }

  /** Commits a prediction, which then stays as it is, and shows what follows it. */
  commit(id: string, prediction: Prediction): void {
    if (this.prediction(id)) return;
    this.#history.goOn();
    this.#state = { ...this.#state, predictions: { ...this.#state.predictions, [id]: prediction } };
    this.#log.add({ k: 'predict', block: id, prediction });
    this.reveal(id);
  }

  /** Whether what follows a prediction is shown. */
  revealed(id: string): boolean {
    return id in this.#state.opened;
  }

  /** Shows what follows a prediction, with or without one. */
  reveal(id: string): void {
    const committed = this.prediction(id) !== undefined;
    if (this.revealed(id) || (!committed && !this.rules.skip)) return;
    this.#state = { ...this.#state, opened: { ...this.#state.opened, [id]: committed ? 'committed' : 'skipped' } };
    this.#log.add({ k: committed ? 'reveal' : 'skip', block: id });
  }

  // Questions

  /** The answers that were checked, in their order. */
  answers(id: string): readonly Attempt[] {
    return this.#state.answers[id] ?? [];
  }

  /** Whether the last answer was right. */
  solved(id: string): boolean {
    return this.answers(id).at(-1)?.right ?? false;
  }

  answer(id: string, attempt: Attempt): void {
    this.#history.goOn();
    this.#state = { ...this.#state, answers: { ...this.#state.answers, [id]: [...this.answers(id), attempt] } };
    this.#log.add({ k: 'answer', question: id, given: attempt.given });
  }

  /** What is being written. */
  draft<K extends Draft['kind']>(id: string, kind: K): Extract<Draft, { kind: K }> | undefined {
    const draft = this.#state.drafts[id];
    return draft?.kind === kind ? (draft as Extract<Draft, { kind: K }>) : undefined;
  }

  write(id: string, draft: Draft): void {
    this.#change(`draft ${id}`, { drafts: { ...this.#state.drafts, [id]: draft } });
  }

  /** How many hints were shown. */
  hints(id: string): number {
    return this.#state.hints[id] ?? 0;
  }

  hint(id: string): void {
    const n = this.hints(id) + 1;
    this.#state = { ...this.#state, hints: { ...this.#state.hints, [id]: n } };
    this.#log.add({ k: 'hint', block: id, n });
  }

  // Going back

  get canUndo(): boolean {
    return this.#history.canUndo;
  }

  get canRedo(): boolean {
    return this.#history.canRedo;
  }

  undo(): void {
    const change = this.#history.undo(this.#state);
    if (change) this.#return(change.state);
  }

  redo(): void {
    const change = this.#history.redo(this.#state);
    if (!change) return;
    // Only a reset takes away what was committed, also when it is made again.
    if (change.what.startsWith('reset')) this.#state = change.state;
    else this.#return(change.state);
  }

  /** Forgets what was done in a step, and sets what it controls to the lab's start. Undo brings it back. */
  resetStep(step: string): void {
    const blocks = allBlocks(this.lab.steps.find(({ id }) => id === step)?.blocks ?? []);
    const ids = blocks.flatMap((block) => ('id' in block ? block.id : []));
    const { settings, predictions, opened, answers, drafts, hints, looks } = this.#state;
    const controlled = blocks.flatMap((block) => (block.kind === 'control' ? block.setting : []));
    const free = controlled.filter((name) => name in this.lab.start && !this.locked(name));
    this.#change(`reset ${step}`, {
      settings: { ...settings, ...Object.fromEntries(free.map((name) => [name, this.lab.start[name] as Setting])) },
      predictions: without(predictions, ids),
      opened: without(opened, ids),
      answers: without(answers, ids),
      drafts: without(drafts, ids),
      hints: without(hints, ids),
      looks: without(looks, ids),
    });
    this.#log.add({ k: 'reset', step });
  }

  /** Forgets all that was done. Undo brings it back. */
  reset(): void {
    this.#change('reset', initialState(this.lab.start));
    this.#log.add({ k: 'reset' });
  }

  #change(what: string, change: Partial<State>): void {
    this.#history.remember(what, this.#state);
    this.#state = { ...this.#state, ...change };
  }

  /** Goes to another state, but gives up nothing that was committed or checked. */
  #return(to: State): void {
    const from = this.#state;
    this.#state = {
      ...to,
      predictions: { ...to.predictions, ...from.predictions },
      opened: { ...to.opened, ...from.opened },
      answers: { ...to.answers, ...from.answers },
      hints: { ...to.hints, ...from.hints },
      looks: from.looks,
    };
    for (const [setting, value] of Object.entries(to.settings))
      if (value !== from.settings[setting]) this.#log.add({ k: 'set', setting, value });
  }
}

export type { Attempt, Draft, Given, LogEvent, Prediction, State };
