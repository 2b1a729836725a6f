// Sums of columns with weights that no source prints, such as a total over the phases of a run.
import type { Key } from '../types';
import { choicesOf } from './relations.ts';
import type { TracedColumn } from './columns.ts';

export interface WeightedSum {
  readonly from: readonly TracedColumn[];
  /** Whether the reciprocals of the columns add up, as rates do. */
  readonly isHarmonic: boolean;
}

const MAX_SUMMANDS = 4;
/** The minimum number of rows per weight: with few rows, a weighted sum can fit any values. */
const MIN_ROWS_PER_WEIGHT = 2;
const MIN_SPARE_ROWS = 2;
/** The maximum relative difference between a sum and the published value. */
const MAX_DIFFERENCE = 0.01;
/** The minimum improvement on the best single column, as a ratio of maximum differences. */
const MIN_IMPROVEMENT = 5;
/** The minimum contribution of a column, as an average share of the sum. */
const MIN_SHARE = 0.05;

/** Solves a small system of linear equations; undefined if it has no unique solution. */
function solve(matrix: number[][], right: number[]): number[] | undefined {
  const size = right.length;
  const rows = matrix.map((row, at) => [...row, right[at] ?? 0]);
  for (let at = 0; at < size; at++) {
    let pivot = at;
    for (let row = at + 1; row < size; row++)
      if (Math.abs(rows[row]?.[at] ?? 0) > Math.abs(rows[pivot]?.[at] ?? 0)) pivot = row;
    const [own, other] = [rows[at] ?? [], rows[pivot] ?? []];
    [rows[at], rows[pivot]] = [other, own];
    const lead = other[at] ?? 0;
    if (Math.abs(lead) < 1e-12) return undefined;
    for (let row = 0; row < size; row++) {
      if (row === at) continue;
      const factor = (rows[row]?.[at] ?? 0) / lead;
      rows[row] = (rows[row] ?? []).map((value, column) => value - factor * (other[column] ?? 0));
    }
  }
  return rows.map((row, at) => (row[size] ?? 0) / (row[at] ?? 1));
}

/**
 * Fits weights by least squares so that the weighted columns add up to 1 in every row; returns the weights and the
 * maximum difference from 1.
 */
function fit(columns: readonly (readonly number[])[]): { weights: number[]; worst: number } | undefined {
  const dot = (a: readonly number[], b: readonly number[]): number =>
    a.reduce((total, value, at) => total + value * (b[at] ?? 0), 0);
  const weights = solve(
    columns.map((a) => columns.map((b) => dot(a, b))),
    columns.map((a) => a.reduce((total, value) => total + value, 0)),
  );
  if (!weights) return undefined;
  const rows = columns[0]?.length ?? 0;
  const worst = Array.from({ length: rows }, (_, row) =>
    Math.abs(columns.reduce((total, column, at) => total + (weights[at] ?? 0) * (column[row] ?? 0), 0) - 1),
  );
  return { weights, worst: Math.max(...worst) };
}

const mean = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0) / values.length;

/**
 * Finds a weighted sum, ordinary or harmonic, of two to four columns that is close to `column` in all rows; all weights
 * are positive. Returns undefined if no such sum exists.
 */
export function findWeights(column: TracedColumn, others: readonly TracedColumn[]): WeightedSum | undefined {
  const keys: Key[] = [...column.cells.keys()];
  for (const isHarmonic of [false, true]) {
    // The contribution of a column with a weight of 1, as a share of the published value.
    const shares = new Map(
      others.map((other) => [
        other,
        keys.map((key) => {
          const ratio = (other.cells.get(key)?.value ?? NaN) / (column.cells.get(key)?.value ?? NaN);
          return isHarmonic ? 1 / ratio : ratio;
        }),
      ]),
    );
    const single = Math.min(...[...shares.values()].map((share) => fit([share])?.worst ?? Infinity));
    for (let size = 2; size <= Math.min(MAX_SUMMANDS, others.length); size++) {
      if (keys.length < MIN_ROWS_PER_WEIGHT * size + MIN_SPARE_ROWS) break;
      for (const from of choicesOf(others, size)) {
        const columns = from.map((other) => shares.get(other) ?? []);
        const found = fit(columns);
        if (!found || !(found.worst <= MAX_DIFFERENCE) || !(found.worst * MIN_IMPROVEMENT <= single)) continue;
        if (columns.every((values, at) => (found.weights[at] ?? 0) * mean(values) >= MIN_SHARE))
          return { from, isHarmonic };
      }
    }
  }
  return undefined;
}
