// The scenario of a table cell and, for a ratio, the scenario of its denominator.
import { baseOf, cellScenario, rowTitle } from '../lab/cells';
import type { Field, Table } from '../lab/types';
import type { ExplainTarget } from './explanation.svelte';

/** The denominator of a ratio. */
export interface Base {
  name: string;
  /** A value in the same row, a value in another row, or the cell itself, which is 1 by definition. */
  is: 'in the row' | 'another row' | 'the cell itself';
}

export interface CellScenarios {
  base: Base | undefined;
  /** The cell's scenario, and the denominator's scenario if the denominator is another cell. */
  targets: [ExplainTarget, ExplainTarget?];
}

/** Returns the scenarios from which a cell's value is computed. */
export function cellScenarios(table: Table, row: number, column: number): CellScenarios {
  const field = table.fields[column] as Field;
  const { output = '' } = field;
  const scenario = cellScenario(table, row, field);
  const at = baseOf(table, row, column);
  if (!at) return { base: undefined, targets: [{ title: '', scenario, output }] };
  const [below, across] = at;
  const other = table.fields[across] as Field;
  const [key, otherKey] = [row, below].map((at) => table.rows[at] ?? '') as [number | string, number | string];
  if (below === row && across === column)
    return {
      base: { name: rowTitle(table, key), is: 'the cell itself' },
      targets: [{ title: String(key), scenario, output }],
    };
  const inRow = field.relative_to_row === undefined;
  /** Columns of one group differ in their titles. */
  const nameOf = ({ group, title }: Field): string => (field.group === other.group ? title : group);
  const title = rowTitle(table, otherKey);
  const base: Base = inRow
    ? { name: nameOf(other), is: 'in the row' }
    : { name: across === column ? title : `${title}, ${other.title}`, is: 'another row' };
  const titleOf = (key: number | string, of: Field): string =>
    inRow ? nameOf(of) : across === column ? String(key) : `${key}, ${nameOf(of)}`;
  return {
    base,
    targets: [
      { title: titleOf(key, field), scenario, output },
      { title: titleOf(otherKey, other), scenario: cellScenario(table, below, other), output: other.output ?? '' },
    ],
  };
}
