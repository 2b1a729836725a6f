// The times implied by the printed values of a cell, next to the model's times, for the breakdown.
import type { Lab, Table } from '../lab/types';
import { baseOf } from '../lab/cells';
import { outputWords } from '../lab/words';

/**
 * Returns whether an output is a rate (the reciprocal of the terms' sum) or a time (the sum itself); undefined for any
 * other unit.
 */
function kindOf(unit: string): 'rate' | 'time' | undefined {
  if (/\/s\b| per second\b/.test(unit)) return 'rate';
  return /^(µs|us|ms|s)\b/.test(unit) ? 'time' : undefined;
}

const number = (cell: number | string | null | undefined): number => (typeof cell === 'number' ? cell : NaN);

/**
 * Returns the printed values of a cell and of its denominator, in their own unit. If the source prints only the ratio,
 * it is multiplied by the model's denominator, and the denominator has no printed value. Unknown values are NaN.
 */
export function printedValues(table: Table, row: number, column: number, models: ArrayLike<number>): number[] {
  const value = number(table.cells[row]?.[column]);
  const base = baseOf(table, row, column);
  if (!base) return [value];
  const [below, across] = base;
  if (below === row && across === column) return [NaN];
  const isRatio = table.fields[across]?.relative_to_row !== undefined;
  const denominator = isRatio ? NaN : number(table.cells[below]?.[across]);
  return [value * (isRatio ? (models[1] ?? NaN) : denominator), denominator];
}

/**
 * Returns the time of a printed value and the model's error; undefined if the model's terms cannot be compared with it.
 */
export function printedTime(
  lab: Lab,
  output: string,
  { total_us, model, printed }: { total_us: number; model: number; printed: number },
): { printed_us: number; error: number } | undefined {
  const kind = kindOf(outputWords(lab, output).unit);
  const error = model / printed - 1;
  if (!kind || !Number.isFinite(error)) return undefined;
  return { printed_us: kind === 'rate' ? total_us * (1 + error) : total_us / (1 + error), error };
}
