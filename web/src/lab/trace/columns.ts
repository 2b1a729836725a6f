// Columns of published values with their rounding, as input for tracing roles.
import { baseOf, cellText, roleOf } from '../cells.ts';
import { readPrinted } from '../compile/printed.ts';
import type { Key, Role, Table } from '../types';

/** A number and its maximum rounding error: half of its last printed place. */
export interface RoundedNumber {
  readonly value: number;
  readonly half: number;
}

/** One published cell of a column. */
export interface TracedCell extends RoundedNumber {
  readonly row: number;
  readonly role: Role;
}

/**
 * A column and, by row key, its cells with published numbers. A ratio to a published cell is multiplied by that cell.
 */
export interface TracedColumn {
  readonly table: Table;
  readonly at: number;
  readonly name: string;
  readonly output: string | undefined;
  readonly unit: string;
  readonly cells: ReadonlyMap<Key, TracedCell>;
}

/** Returns whether a cell tests the model or was fitted. */
export const isIndependent = ({ role }: Pick<TracedCell, 'role'>): boolean => role === 'fit' || role === 'held_out';

function roundedAt(table: Table, row: number, column: number): RoundedNumber | undefined {
  const value = table.cells[row]?.[column];
  if (typeof value !== 'number') return undefined;
  return { value, half: readPrinted(cellText(table, row, column))?.half ?? 0 };
}

export const product = (a: RoundedNumber, b: RoundedNumber): RoundedNumber => ({
  value: a.value * b.value,
  half: Math.abs(a.value) * b.half + Math.abs(b.value) * a.half,
});

export const quotient = (a: RoundedNumber, b: RoundedNumber): RoundedNumber => ({
  value: a.value / b.value,
  half: a.half / Math.abs(b.value) + (Math.abs(a.value) * b.half) / b.value ** 2,
});

export const sum = (a: RoundedNumber, b: RoundedNumber): RoundedNumber => ({
  value: a.value + b.value,
  half: a.half + b.half,
});

/** Returns the columns of a table. */
export function columnsOf(table: Table): TracedColumn[] {
  return table.fields.map(({ name, output, unit, relative_to }, at) => {
    const cells = table.rows.flatMap((key, row): [Key, TracedCell][] => {
      const own = roundedAt(table, row, at);
      const role = roleOf(table, row, at);
      if (!own || own.value === 0 || role === 'damaged' || role === 'predicted') return [];
      const base = relative_to === undefined ? undefined : baseOf(table, row, at);
      const other = base && roundedAt(table, ...base);
      return [[key, { row, role, ...(other ? product(own, other) : own) }]];
    });
    const base = table.fields.find((field) => field.name === relative_to);
    return { table, at, name, output, unit: base?.unit ?? unit, cells: new Map(cells) };
  });
}
