// Summaries of the errors in tables. Only independent cells count: those that a fit may use, and held-out cells.
import { counted, share } from '../charts/format';
import type { Reproduction } from '../engine/protocol';
import { roles, type BaselineErrors, type Role } from '../lab/types';

/** A summary of absolute errors; the errors are NaN if there are no cells. */
export interface ErrorCounts {
  cells: number;
  median: number;
  worst: number;
}

export interface Summary {
  /** The number of cells with an error, of any role. */
  cells: number;
  independent: ErrorCounts;
  heldOut: ErrorCounts;
}

/** Returns whether a cell of this role tests the model or determines its parameters, independently of other cells. */
export const isIndependent = (role: Role | undefined): boolean => role === 'fit' || role === 'held_out';

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return sorted.length === 0
    ? NaN
    : ((sorted[Math.ceil(middle) - 1] as number) + (sorted[Math.floor(middle)] as number)) / 2;
};

const errorCountsOf = (cells: readonly { error: number }[]): ErrorCounts => {
  const errors = cells.map(({ error }) => error);
  return { cells: errors.length, median: median(errors), worst: errors.length ? Math.max(...errors) : NaN };
};

/** Summarizes the errors in tables; each cell counts once. */
export function summarize(results: readonly Pick<Reproduction, 'error' | 'role'>[]): Summary {
  const cells = results.flatMap(({ error, role }) =>
    Array.from(error, (e, i) => ({ error: Math.abs(e), role: roles[role[i] ?? 0] })).filter(
      (cell) => !Number.isNaN(cell.error),
    ),
  );
  return {
    cells: cells.length,
    independent: errorCountsOf(cells.filter(({ role }) => isIndependent(role))),
    heldOut: errorCountsOf(cells.filter(({ role }) => role === 'held_out')),
  };
}

const baselines: Record<BaselineErrors['kind'], string> = {
  line: 'a straight line through the times of two rows',
  row_column: 'row mean × table mean ÷ overall mean',
  copy: 'a copy of other cells',
};

/** Describes the errors of a baseline, for a sentence about the errors of the model. */
export const baselineWords = ({ kind, cells, median_error, max_error }: BaselineErrors): string =>
  `${baselines[kind]} has a median error of ${share(median_error ?? NaN)} and a worst error of ${share(max_error ?? NaN)} (${counted(cells, 'cell', 'cells')})`;
