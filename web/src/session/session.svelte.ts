import type { Client } from '../engine/client';
import { allBlocks } from '../lab/blocks';
import type { SceneLook } from '../lab/commands';
import type { Block, Lab, Scenario, Setting } from '../lab/types';
import { History } from './history.svelte';
import { Log, type LogEvent } from './log';
import { initialState } from '../state/state';
import type { Attempt, Draft, SubmittedAnswer, Prediction, State } from '../state/state';

/** Restrictions of an assignment. */
export interface Rules {
  /** Settings that the reader cannot change. */
  locked: readonly string[];
  /** Whether a reveal can be opened without a prediction. */
  skip: boolean;
  /** Returns the points and attempts of a question in words, and whether no further answer counts. */
  standing?: (id: string, log: readonly LogEvent[]) => { words: string; over: boolean } | undefined;
}

/** Saved work to resume; its state must have been checked against the lab. */
export interface ResumedWork {
  state: State;
  log: readonly LogEvent[];
}

type ConfigurationKey = 'settings' | 'other';

/**
 * Settings of the text being read: they override the lab's initial settings and are overridden by the reader's settings
 * in the same step.
 */
export interface SceneSettings {
  /** Id of the step; empty before the first one. */
  step: string;
  settings: Scenario;
  /**
   * The figure that the text shows, by id, and its view. This view overrides the lab's view and is overridden by the
   * reader's choice.
   */
  figure?: string;
  look?: SceneLook;
}

const without = <T>(record: Record<string, T>, ids: readonly string[]): Record<string, T> =>
  Object.fromEntries(Object.entries(record).filter(([id]) => !ids.includes(id)));

/** Returns the settings in which two scenarios differ. */
const differ = (one: Scenario, other: Scenario): string[] =>
  Object.keys({ ...one, ...other }).filter((name) => one[name] !== other[name]);

/**
 * The state of one reader in one lab: settings, predictions, and answers. All islands of a page share this state. Undo
 * and redo apply to settings and drafts; committed predictions and checked answers stay.
 */
export class Session {
  readonly lab: Lab;
  /** The engine; unused while a page is prerendered. */
  readonly engine: Client;
  readonly rules: Rules;
  /** The seed of randomized questions; without a seed, the questions have their first values. */
  readonly seed: string | undefined;

  #state = $state.raw() as State;
  #scene = $state.raw<SceneSettings>({ step: '', settings: {} });
  /** The last undone or redone change; a new object each time. */
  returned = $state.raw<{ what: string; verb: 'undone' | 'redone' }>();
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
    }: { engine?: Client; rules?: Rules; seed?: string; resumed?: ResumedWork; now?: () => number } = {},
  ) {
    this.lab = lab;
    this.engine = engine as Client;
    this.rules = rules ?? { locked: [], skip: true };
    this.seed = seed;
    this.#state = resumed?.state ?? initialState(lab.start);
    this.#history = new History(now);
    this.#log = new Log(now, resumed?.log);
  }

  /** The state that links contain. */
  get state(): State {
    return this.#state;
  }

  /** Restores a saved state, which must have been checked against the lab. */
  restore(state: State): void {
    this.#state = state;
  }

  get log(): readonly LogEvent[] {
    return this.#log.events;
  }

  // Settings

  /** The settings of the lab: configuration A. */
  get settings(): Scenario {
    const { settings } = this.#state;
    const scene = this.#fromScene;
    return Object.keys(scene).length === 0 ? settings : { ...settings, ...scene };
  }

  /** The scene's settings that the reader has not set in its step. */
  get #fromScene(): Scenario {
    const { step, settings } = this.#scene;
    const theirs = ([name]: [string, Setting]): boolean => !this.locked(name) && this.#state.mine[name] !== step;
    return Object.fromEntries(Object.entries(settings).filter(theirs));
  }

  /** Enters the scene of the text being read; scenes are not part of the history, the log, or a link. */
  enter(scene: SceneSettings): void {
    this.#scene = scene;
  }

  /** Returns the view of a figure in the scene. */
  lookInText(figure: string): SceneLook {
    return (this.#scene.figure === figure && this.#scene.look) || {};
  }

  /** The figure whose view the reader has chosen instead of the scene's view. */
  get #viewed(): string | undefined {
    const { figure = '', look } = this.#scene;
    return look?.view !== undefined && this.look(figure) !== undefined ? figure : undefined;
  }

  /** The settings of the text's scene: the lab's initial settings, overridden by those of the scene. */
  get #asInText(): Scenario {
    const free = Object.entries(this.#scene.settings).filter(([name]) => !this.locked(name));
    return { ...this.lab.start, ...Object.fromEntries(free) };
  }

  /** Whether the reader has changed a setting or a view of the scene. */
  get isYours(): boolean {
    return this.#viewed !== undefined || differ(this.settings, this.#asInText).length > 0;
  }

  /** Restores the text's settings and view. */
  returnToText(): void {
    if (!this.isYours) return;
    if (this.#viewed !== undefined) this.setLook(this.#viewed, undefined);
    const text = this.#asInText;
    const changed = differ(this.settings, text);
    this.#change('text', { settings: { ...this.lab.start }, mine: {} });
    for (const setting of changed) this.#logSetting(setting, text[setting]);
  }

  /** Configuration B during a comparison. */
  get other(): Scenario | undefined {
    return this.#state.other;
  }

  set(name: string, value: Setting, which: ConfigurationKey = 'settings'): void {
    const before = this[which] ?? this.settings;
    if (this.locked(name) || before[name] === value) return;
    if (which === 'other') this.#change(`other ${name}`, { other: { ...before, [name]: value } });
    else this.#setAll(`settings ${name}`, { [name]: value });
  }

  /** Applies the settings of a link in the text as one change. */
  setAll(settings: Scenario): void {
    const free = Object.entries(settings).filter(
      ([name, value]) => !this.locked(name) && this.settings[name] !== value,
    );
    if (free.length > 0) this.#setAll(`settings ${free.map(([name]) => name).join(' ')}`, Object.fromEntries(free));
  }

  #setAll(what: string, settings: Scenario): void {
    const { step, settings: scene } = this.#scene;
    const over = Object.keys(settings).filter((name) => name in scene);
    this.#change(what, {
      settings: { ...this.#state.settings, ...settings },
      ...(over.length > 0 && {
        mine: { ...this.#state.mine, ...Object.fromEntries(over.map((name) => [name, step])) },
      }),
    });
    for (const [setting, value] of Object.entries(settings)) this.#logSetting(setting, value);
  }

  /** Logs a setting; a setting that is left to the model has no value to log. */
  #logSetting(setting: string, value: Setting | undefined): void {
    if (value !== undefined) this.#log.add({ k: 'set', setting, value });
  }

  /** Returns whether an assignment locks a setting. */
  locked(setting: string): boolean {
    return this.rules.locked.includes(setting);
  }

  /**
   * Returns configuration B in the chart of the comparison, or undefined in other charts; an old link compares in all
   * charts.
   */
  otherIn(chart: string): Scenario | undefined {
    const { other, compared } = this.#state;
    return compared === undefined || compared === chart ? other : undefined;
  }

  /**
   * Returns whether a control applies to both configurations: it is in the step of the compared chart, or its setting
   * differs.
   */
  isForBoth({ id, setting }: { id: string; setting: string }): boolean {
    const { other, compared } = this.#state;
    if (!other) return false;
    if (compared === undefined || other[setting] !== this.settings[setting]) return true;
    const ids = (blocks: readonly Block[]): string[] =>
      allBlocks(blocks).flatMap((block) => ('id' in block ? block.id : []));
    const step = [this.lab.introduction, ...this.lab.steps.map(({ blocks }) => blocks)].find((blocks) =>
      ids(blocks).includes(compared),
    );
    return step !== undefined && ids(step).includes(id);
  }

  /**
   * Starts a comparison in a chart with a copy of the settings, changed by `difference`; ends the comparison if `chart`
   * is undefined.
   */
  compare(chart: string | undefined, difference: Scenario = {}): void {
    if (chart === undefined && this.#state.other === undefined) return;
    this.#change(`compare ${chart ?? this.#state.compared ?? ''}`, {
      other: chart === undefined ? undefined : { ...this.settings, ...difference },
      compared: chart,
    });
  }

  /** Logs the model's result for a block. */
  ran(block: string, scenario: Scenario, output: string, value: number): void {
    this.#log.add({ k: 'run', block, scenario, output, value });
  }

  /** Returns the view settings of a block. Links store these settings, and undo does not change them. */
  look(part: string): Setting | undefined {
    return this.#state.looks[part];
  }

  setLook(part: string, value: Setting | undefined): void {
    const looks = without(this.#state.looks, [part]);
    this.#state = { ...this.#state, looks: value === undefined ? looks : { ...looks, [part]: value } };
  }

  // Predictions and reveals

  prediction(id: string): Prediction | undefined {
    return this.#state.predictions[id];
  }

  /** Commits a prediction, which can then no longer change, and opens its reveal. */
  commit(id: string, prediction: Prediction): void {
    if (this.prediction(id)) return;
    this.#history.dropUndone();
    this.#history.forget(`draft ${id}`);
    this.#state = { ...this.#state, predictions: { ...this.#state.predictions, [id]: prediction } };
    this.#log.add({ k: 'predict', block: id, prediction });
    this.reveal(id);
  }

  /** Returns whether the reveal of a prediction is open. */
  revealed(id: string): boolean {
    return id in this.#state.opened;
  }

  /** Opens the reveal of a prediction, committed or not. */
  reveal(id: string): void {
    const committed = this.prediction(id) !== undefined;
    if (this.revealed(id) || (!committed && !this.rules.skip)) return;
    this.#state = { ...this.#state, opened: { ...this.#state.opened, [id]: committed ? 'committed' : 'skipped' } };
    this.#log.add({ k: committed ? 'reveal' : 'skip', block: id });
  }

  // Questions

  /** Returns the checked answers, in order. */
  answers(id: string): readonly Attempt[] {
    return this.#state.answers[id] ?? [];
  }

  /** Returns whether the last answer was correct. */
  solved(id: string): boolean {
    return this.answers(id).at(-1)?.right ?? false;
  }

  answer(id: string, attempt: Attempt): void {
    this.#history.dropUndone();
    if (attempt.right) this.#history.forget(`draft ${id}`);
    this.#state = { ...this.#state, answers: { ...this.#state.answers, [id]: [...this.answers(id), attempt] } };
    this.#log.add({ k: 'answer', question: id, given: attempt.given });
  }

  /** Returns the draft of an answer. */
  draft<K extends Draft['kind']>(id: string, kind: K): Extract<Draft, { kind: K }> | undefined {
    const draft = this.#state.drafts[id];
    return draft?.kind === kind ? (draft as Extract<Draft, { kind: K }>) : undefined;
  }

  write(id: string, draft: Draft): void {
    this.#change(`draft ${id}`, { drafts: { ...this.#state.drafts, [id]: draft } });
  }

  /** Returns the number of displayed hints. */
  hints(id: string): number {
    return this.#state.hints[id] ?? 0;
  }

  hint(id: string): void {
    const n = this.hints(id) + 1;
    this.#state = { ...this.#state, hints: { ...this.#state.hints, [id]: n } };
    this.#log.add({ k: 'hint', block: id, n });
  }

  // Undo and redo

  get canUndo(): boolean {
    return this.#history.canUndo;
  }

  get canRedo(): boolean {
    return this.#history.canRedo;
  }

  undo(): void {
    const change = this.#history.undo(this.#state);
    if (!change) return;
    this.#return(change.state);
    this.returned = { what: change.what, verb: 'undone' };
  }

  redo(): void {
    const change = this.#history.redo(this.#state);
    if (!change) return;
    this.returned = { what: change.what, verb: 'redone' };
    // Only a reset, whether done or redone, removes committed predictions and checked answers.
    if (change.what.startsWith('reset')) this.#state = change.state;
    else this.#return(change.state);
  }

  /** Returns the ids of a step's blocks, and the settings for which the step has controls. */
  #partsOf(step: string): { ids: string[]; free: string[] } {
    const blocks = allBlocks(this.lab.steps.find(({ id }) => id === step)?.blocks ?? []);
    const ids = blocks.flatMap((block) => ('id' in block ? block.id : []));
    const controlled = blocks.flatMap((block) => (block.kind === 'control' ? block.setting : []));
    return { ids, free: controlled.filter((name) => name in this.lab.start && !this.locked(name)) };
  }

  /** Returns whether a step contains the reader's work, or a control that differs from the lab's initial settings. */
  isTouched(step: string): boolean {
    const { ids, free } = this.#partsOf(step);
    const { settings, predictions, opened, answers, drafts, hints, looks } = this.#state;
    const work = [predictions, opened, answers, drafts, hints, looks];
    return (
      work.some((of) => ids.some((id) => id in of)) || free.some((name) => settings[name] !== this.lab.start[name])
    );
  }

  /** Clears the reader's work in a step and resets its controls to the lab's initial settings. Undo restores both. */
  resetStep(step: string): void {
    const { ids, free } = this.#partsOf(step);
    const { settings, predictions, opened, answers, drafts, hints, looks } = this.#state;
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

  /** Clears all of the reader's work. Undo restores it. */
  reset(): void {
    this.#change('reset', initialState(this.lab.start));
    this.#log.add({ k: 'reset' });
  }

  #change(what: string, change: Partial<State>): void {
    this.#history.remember(what, this.#state);
    this.#state = { ...this.#state, ...change };
  }

  /** Switches to another state, but keeps committed predictions and checked answers. */
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
    for (const setting of differ(to.settings, from.settings)) this.#logSetting(setting, to.settings[setting]);
  }
}

export type { Attempt, Draft, SubmittedAnswer, LogEvent, Prediction, State };
