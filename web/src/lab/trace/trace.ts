// Finds cells whose roles claim more than they can: numbers that follow from other numbers of the lab.
import type { Table } from '../types';
import { columnsOf, isIndependent, type TracedColumn } from './columns.ts';
import { findRelations, isSameColumn, relationKinds, type Relation } from './relations.ts';

/** A cell that does not test the model, the role that it should have, and why. */
export interface TracedRole {
  readonly table: Table;
  readonly row: number;
  readonly column: number;
  readonly role: 'identity' | 'input' | 'built_in' | 'inherited';
  /** What it follows from. */
  readonly words: string;
}

/** A column of another lab that lends parameters to this one. */
export interface OtherColumn {
  readonly lab: string;
  readonly column: TracedColumn;
}

const derived: ReadonlySet<string> = new Set(['identity', 'input', 'built_in', 'inherited', 'missing']);

/** Whether any cell of a column is a test, was fitted, or was published and is not modelled. */
const isSource = ({ cells }: TracedColumn): boolean => [...cells.values()].some(({ role }) => !derived.has(role));

/** All columns that follow from some. */
function closure(known: ReadonlySet<TracedColumn>, relations: readonly Relation[]): Set<TracedColumn> {
  const all = new Set(known);
  for (let before = -1; before < all.size;) {
    before = all.size;
    for (const { column, from } of relations) if (from.every((other) => all.has(other))) all.add(column);
  }
  return all;
}

/** The relations by which columns follow from those that are left: of two equal columns, the later one. */
function findRedundant(columns: readonly TracedColumn[]): Relation[] {
  const relations = findRelations(columns);
  const known = new Set(columns.filter(isSource));
  const found: Relation[] = [];
  for (const kind of relationKinds)
    for (const column of columns.toReversed()) {
      if (!known.has(column) || ![...column.cells.values()].some(isIndependent)) continue;
      known.delete(column);
      const reached = closure(known, relations);
      // A copy of a column that is itself left out would hide what both follow from.
      const sources = kind === 'copy' ? known : reached;
      const relation = relations.find(
        (other) => other.kind === kind && other.column === column && other.from.every((each) => sources.has(each)),
      );
      if (relation) found.push(relation);
      else known.add(column);
    }
  return found;
}

const independentRows = (column: TracedColumn): number[] =>
  [...column.cells.values()].filter(isIndependent).map(({ row }) => row);

/** Finds the cells of a lab that are fitted or held out and follow from other numbers. */
export function findTracedRoles(tables: readonly Table[], others: readonly OtherColumn[]): TracedRole[] {
  const columns = tables.flatMap(columnsOf);
  const found: TracedRole[] = [];
  for (const column of columns) {
    const copied = others.find((other) => isSameColumn(column, other.column, others.length));
    if (copied)
      for (const row of independentRows(column))
        found.push({
          table: column.table,
          row,
          column: column.at,
          role: 'inherited',
          words: `the numbers of ${copied.lab}/${copied.column.table.id}`,
        });
  }
  for (const { kind, column, words } of findRedundant(columns))
    for (const row of independentRows(column))
      found.push({
        table: column.table,
        row,
        column: column.at,
        role: kind === 'setting' ? 'input' : 'identity',
        words,
      });
  return found;
}
