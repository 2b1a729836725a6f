// Finds cells labeled fitted or held out whose numbers follow from other numbers in the lab or in another lab.
import type { Table } from '../types';
import { columnsOf, isIndependent, type TracedColumn } from './columns.ts';
import { findRelations, isSameColumn, relationKinds, type Relation } from './relations.ts';

/** A cell that does not test the model, its proper role, and the reason. */
export interface TracedRole {
  readonly table: Table;
  readonly row: number;
  readonly column: number;
  readonly role: 'identity' | 'input' | 'built_in' | 'inherited';
  /** A description of the numbers from which the cell follows. */
  readonly words: string;
}

/** A column of another lab from which this lab inherits parameters. */
export interface OtherColumn {
  readonly lab: string;
  readonly column: TracedColumn;
}

const derived: ReadonlySet<string> = new Set(['identity', 'input', 'built_in', 'inherited', 'missing']);

/** Returns whether a column contains a cell that is neither missing nor labeled as following from other numbers. */
const isSource = ({ cells }: TracedColumn): boolean => [...cells.values()].some(({ role }) => !derived.has(role));

/** Returns the known columns and all columns that follow from them. */
function closure(known: ReadonlySet<TracedColumn>, relations: readonly Relation[]): Set<TracedColumn> {
  const all = new Set(known);
  for (let before = -1; before < all.size;) {
    before = all.size;
    for (const { column, from } of relations) if (from.every((other) => all.has(other))) all.add(column);
  }
  return all;
}

/**
 * Returns the relations by which redundant columns follow from the others: of two equal columns, the later one is
 * redundant.
 */
function findRedundant(columns: readonly TracedColumn[]): Relation[] {
  const relations = findRelations(columns);
  const known = new Set(columns.filter(isSource));
  const found: Relation[] = [];
  for (const kind of relationKinds)
    for (const column of columns.toReversed()) {
      if (!known.has(column) || ![...column.cells.values()].some(isIndependent)) continue;
      known.delete(column);
      const reached = closure(known, relations);
      // A copy of a redundant column would hide the columns from which both follow.
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

/** Finds the fitted or held-out cells of a lab that follow from other numbers. */
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
