import { errorText } from '../engine/error-text';
import type { Client } from '../engine/client';
import { inLanes } from '../engine/lanes';
import type { Reproduction } from '../engine/protocol';
import type { BoundsVerdict } from '../lab/bounds';
import { isMeasured, isRepeated } from '../lab/cells';
import { chosenInView, isWholeInView } from '../lab/chosen';
import type { BaselineErrors, FitRecord, Lab, Provenance, Table } from '../lab/types';
import { summarize } from './summary';

export type Status = 'waiting' | 'running' | 'done' | 'stopped' | 'failed';

/** The state of one table's reproduction. */
export class TableRun {
  status = $state<Status>('waiting');
  progress = $state(0);
  result = $state.raw<Reproduction>();
  failure = $state('');
  /**
   * For each cell with a bound, the verdict on the model's value in words; set by BoundsSummary, which loads if there
   * are bounds.
   */
  boundWords = $state.raw<BoundsVerdict['words']>();
  /**
   * For each cell, the prediction interval of its published value; set by the component that shows the first interval.
   */
  intervals = $state.raw<NonNullable<FitRecord['intervals']>[string]>();
  readonly table: Table;
  /** For each cell, whether an assumption was made when the cell was already known. */
  readonly inView: readonly boolean[];
  /** Whether an assumption was made when the whole table was already known. If so, one mark represents all cells. */
  readonly allInView: boolean;

  constructor(lab: Lab, table: Table) {
    this.table = table;
    this.inView = chosenInView(lab, table);
    this.allInView = isWholeInView(lab, table);
    // A table without model columns needs no computation.
    if (isMeasured(table)) this.status = 'done';
  }
}

/**
 * The reproduction of a lab's tables, in order, and several at a time if the work takes long enough; it can be stopped
 * and resumed.
 */
export class LabRun {
  static readonly #known = new WeakMap<Lab, LabRun>();

  /** Returns the run that all islands of a lab's page share. */
  static of(lab: Lab): LabRun {
    const run = LabRun.#known.get(lab) ?? new LabRun(lab);
    LabRun.#known.set(lab, run);
    return run;
  }

  readonly tables: TableRun[];
  readonly #lab: Lab;
  #queue: TableRun[] = [];
  #abort: AbortController | undefined;
  running = $state(false);
  started = $state(false);
  /** Whether the reader has stopped the run; then only the reader can resume it. */
  stopped = $state(false);

  constructor(lab: Lab) {
    this.#lab = lab;
    this.tables = lab.tables.map((table) => new TableRun(lab, table));
  }

  readonly progress = $derived.by(() => {
    const done = this.tables.map(({ status, progress }) => (status === 'done' ? 1 : progress));
    return done.reduce((a, b) => a + b, 0) / (done.length || 1);
  });
  readonly failure = $derived.by(() => this.tables.find(({ failure }) => failure)?.failure ?? '');
  readonly finished = $derived.by(() => this.tables.every(({ status }) => status === 'done'));
  readonly summary = $derived.by(() =>
    summarize(this.tables.flatMap(({ table, result }) => (result && !isRepeated(this.#lab, table) ? [result] : []))),
  );
  /** Returns the number of the lab's parameters with one of the given provenances. */
  parameters(...from: Provenance[]): number {
    return Object.values(this.#lab.parameters).filter(({ provenance }) => from.includes(provenance)).length;
  }

  /** The errors of the tables' baselines, from the lab's record. */
  get baseline(): BaselineErrors | undefined {
    return this.#lab.recorded?.baseline;
  }

  /** Whether a fit has at least as many parameters as independent cells or scenarios, according to the lab's record. */
  get isSaturated(): boolean {
    return this.#lab.recorded?.saturated ?? false;
  }

  /** Reproduces every unfinished table. */
  start(engine: Client): Promise<void> {
    this.#queue.push(...this.tables.filter((run) => run.status !== 'running' && !this.#queue.includes(run)));
    return this.#work(engine);
  }

  /** Reproduces one table before the waiting tables. */
  ask(engine: Client, run: TableRun): Promise<void> {
    if (run.status === 'running') return Promise.resolve();
    this.#queue = [run, ...this.#queue.filter((other) => other !== run)];
    return this.#work(engine);
  }

  /** Cancels the running reproductions and keeps finished results. */
  stop(): void {
    this.#queue = [];
    this.#abort?.abort();
    this.#abort = undefined;
    this.running = false;
    this.stopped = true;
  }

  async #work(engine: Client): Promise<void> {
    this.stopped = false;
    if (this.running) return;
    const { signal } = (this.#abort = new AbortController());
    this.running = this.started = true;
    const work = async (): Promise<void> => {
      while (!signal.aborted && this.#queue.length > 0) {
        const run = this.#queue.shift();
        if (run && run.status !== 'done') await reproduce(engine, run, signal);
      }
    };
    await inLanes(engine.lanes, work);
    if (!signal.aborted) this.running = false;
  }
}

async function reproduce(engine: Client, run: TableRun, signal: AbortSignal): Promise<void> {
  run.status = 'running';
  run.progress = 0;
  run.failure = '';
  const progress = (done: number): void => {
    run.progress = done;
  };
  try {
    run.result = await engine.ask('reproduce', [run.table.id], { signal, progress });
    run.status = 'done';
  } catch (error) {
    run.progress = 0;
    run.status = signal.aborted ? 'stopped' : 'failed';
    if (!signal.aborted) run.failure = errorText(error);
  }
}
