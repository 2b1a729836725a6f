import type { Client } from '../engine/client';
import type { Reproduction } from '../engine/protocol';
import { roles, type Lab, type Role, type Table } from '../lab/types';

export type Status = 'waiting' | 'running' | 'done' | 'stopped' | 'failed';

/** The reproduction of one table, as far as it has come. */
export class TableRun {
  status = $state<Status>('waiting');
  progress = $state(0);
  result = $state.raw<Reproduction>();
  failure = $state('');
  readonly table: Table;

  constructor(table: Table) {
    this.table = table;
  }
}

/** Reproduces a lab's tables one after the other; can be stopped and started again. */
export class LabRun {
  readonly tables: TableRun[];
  readonly #lab: Lab;
  #abort: AbortController | undefined;
  running = $state(false);
  started = $state(false);

  constructor(lab: Lab) {
    this.#lab = lab;
    this.tables = lab.tables.map((table) => new TableRun(table));
  }

  readonly progress = $derived.by(() => {
    const done = this.tables.map(({ status, progress }) => (status === 'done' ? 1 : progress));
    return done.reduce((a, b) => a + b, 0) / (done.length || 1);
  });
  readonly failure = $derived.by(() => this.tables.find(({ failure }) => failure)?.failure ?? '');
  readonly finished = $derived.by(() => this.tables.every(({ status }) => status === 'done'));
  readonly summary = $derived.by(() => summarise(this.tables.flatMap(({ result }) => result ?? [])));
  readonly fitted = $derived.by(
    () => Object.values(this.#lab.parameters).filter(({ provenance }) => provenance === 'fitted').length,
  );

  async start(engine: Client): Promise<void> {
    this.stop();
    const { signal } = (this.#abort = new AbortController());
    this.running = this.started = true;
    for (const run of this.tables) {
      if (run.status === 'done') continue;
      run.status = 'running';
      run.progress = 0;
      run.failure = '';
      const progress = (done: number): void => {
        run.progress = done;
      };
      try {
        run.result = await engine.reproduce(run.table.id, { signal, progress });
        run.status = 'done';
      } catch (error) {
        run.progress = 0;
        run.status = signal.aborted ? 'stopped' : 'failed';
        if (signal.aborted) break;
        run.failure = error instanceof Error ? error.message : String(error);
      }
    }
    if (signal === this.#abort?.signal) this.running = false;
  }

  /** Lets go of what runs; tables that are done stay. */
  stop(): void {
    this.#abort?.abort();
    this.#abort = undefined;
    this.running = false;
  }
}

export interface Summary {
  cells: number;
  median: number;
  worst: number;
  heldOut: number;
  heldOutCells: number;
}

export const median = (values: number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return sorted.length === 0
    ? NaN
    : ((sorted[Math.ceil(middle) - 1] as number) + (sorted[Math.floor(middle)] as number)) / 2;
};

/** The errors of several tables together: each cell counts once, whatever its table. */
export function summarise(results: Pick<Reproduction, 'error' | 'role'>[]): Summary {
  const cells = results.flatMap(({ error, role }) =>
    Array.from(error, (e, i) => ({ error: Math.abs(e), role: roles[role[i] ?? 0] as Role })).filter(
      (cell) => !Number.isNaN(cell.error),
    ),
  );
  const heldOut = cells.filter(({ role }) => role === 'held_out').map(({ error }) => error);
  const errors = cells.map(({ error }) => error);
  return {
    cells: cells.length,
    median: median(errors),
    worst: errors.length ? Math.max(...errors) : NaN,
    heldOut: median(heldOut),
    heldOutCells: heldOut.length,
  };
}
