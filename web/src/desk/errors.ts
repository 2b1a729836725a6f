// The errors of a model by the role of the cells, before and after a fit.
import { rowTitle } from '../lab/cells';
import { roles, type Key, type Lab, type Role } from '../lab/types';
import { isIndependent, median } from '../player/summary';
import type { FittedCell, Side } from './protocol';

/** The median and the largest of absolute errors; NaN for an empty list. */
export interface Spread {
  median: number;
  largest: number;
}

/** The errors in the cells of one role. */
export interface RoleErrors {
  role: Role;
  cells: number;
  before: Spread;
  after: Spread;
  /** The errors of the baseline, in the cells that have a baseline. */
  baseline: Spread & { cells: number };
}

export const spreadOf = (errors: readonly number[]): Spread => {
  const sizes = errors.map(Math.abs);
  return { median: median(sizes), largest: sizes.length > 0 ? Math.max(...sizes) : NaN };
};

const errorsOf = (cells: readonly FittedCell[]): number[] => cells.flatMap(({ error }) => error ?? []);

const cellsOf = ({ tables }: Side, role: Role, table?: string): FittedCell[] =>
  tables
    .filter(({ id }) => table === undefined || id === table)
    .flatMap(({ cells }) => cells.filter((cell) => cell.role === role && cell.error !== null));

/** Returns the errors in all tables or in one table, by role; roles without cells are left out. */
export function errorsByRole(before: Side, after: Side, table?: string): RoleErrors[] {
  return roles.filter(isIndependent).flatMap((role) => {
    const cells = cellsOf(after, role, table);
    if (cells.length === 0) return [];
    const baseline = cells.flatMap(({ baseline, published }) =>
      baseline === undefined || published === null ? [] : baseline / published - 1,
    );
    return {
      role,
      cells: cells.length,
      before: spreadOf(errorsOf(cellsOf(before, role, table))),
      after: spreadOf(errorsOf(cells)),
      baseline: { ...spreadOf(baseline), cells: baseline.length },
    };
  });
}

/** A cell with its errors before and after the fit. */
export interface Change {
  table: string;
  row: string;
  column: string;
  role: Role;
  published: number;
  before: number;
  after: number;
  /** The interval after the fit, as errors relative to the published value; absent if there are no draws. */
  interval?: readonly [low: number, high: number];
}

/** Returns the titles of a cell's row and column. */
export function cellTitles({ tables }: Pick<Lab, 'tables'>, id: string, row: Key, column: string): [string, string] {
  const table = tables.find((table) => table.id === id);
  const field = table?.fields.find(({ name }) => name === column);
  const title = field && field.group !== field.title ? `${field.group} ${field.title}` : field?.title;
  return [table ? rowTitle(table, row) : String(row), title ?? column];
}

/** Returns the cells with an error before and after the fit, in table order. */
export const changesOf = (lab: Pick<Lab, 'tables'>, before: Side, after: Side): Change[] =>
  after.tables.flatMap(({ id, title: table, cells }) => {
    const earlier = before.tables.find((table) => table.id === id)?.cells;
    return cells.flatMap(({ row: key, column: name, role, published, error, interval }, at) => {
      const was = earlier?.[at]?.error;
      if (error === null || published === null || was === null || was === undefined) return [];
      const [row, column] = cellTitles(lab, id, key, name);
      const [low, high] = (interval ?? []).map((end) => end / published - 1);
      return {
        ...{ table, row, column, role, published, before: was, after: error },
        ...(low !== undefined && high !== undefined && { interval: [low, high] as const }),
      };
    });
  });
