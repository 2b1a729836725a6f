// What stands behind a cell of a table: the scenario that it is about and, of a ratio, the one that it is a ratio to.
import { baseOf, cellScenario, rowTitle } from '../lab/cells';
import type { Field, Table } from '../lab/types';
import type { Whole } from './terms.svelte';

/** What a ratio is divided by. */
export interface Base {
  /** In words. */
  name: string;
  /** The same row's value, another row's, or the cell itself, which is 1 by definition. */
  is: 'in the row' | 'another row' | 'the cell itself';
}

export interface Behind {
  base: Base | undefined;
  /** The cell's scenario, and that of what it is divided by if that is another one. */
  wholes: [Whole, Whole?];
}

export function behind(table: Table, row: number, column: number): Behind {
  const field = table.fields[column] as Field;
  const { output = '' } = field;
  const scenario = cellScenario(table, row, field);
  const at = baseOf(table, row, column);
  if (!at) return { base: undefined, wholes: [{ title: '', scenario, output }] };
  const [below, across] = at;
  const other = table.fields[across] as Field;
  const [key, otherKey] = [row, below].map((at) => table.rows[at] ?? '') as [number | string, number | string];
  if (below === row && across === column)
    return {
      base: { name: rowTitle(table, key), is: 'the cell itself' },
      wholes: [{ title: String(key), scenario, output }],
    };
  const inRow = field.relative_to_row === undefined;
  const title = rowTitle(table, otherKey);
  const base: Base = inRow
    ? { name: other.group, is: 'in the row' }
    : { name: across === column ? title : `${title}, ${other.title}`, is: 'another row' };
  const called = (key: number | string, { group }: Field): string =>
    inRow ? group : across === column ? String(key) : `${key}, ${group}`;
  return {
    base,
    wholes: [
      { title: called(key, field), scenario, output },
      { title: called(otherKey, other), scenario: cellScenario(table, below, other), output: other.output ?? '' },
    ],
  };
}
