// A table as charts, one for each quantity, with the model's values next to the published values.
import { unitName } from '../lab/units';
import type { ChartData, Point, PublishedBound } from '../charts/data';
import type { Reproduction } from '../engine/protocol';
import { readBound } from '../lab/bounds';
import { baseOf, cellId, cellText, isModelled, roleOf, rowTitle, unitOf } from '../lab/cells';
import type { Lab, Table } from '../lab/types';
import { outputWords } from '../lab/words';

/** The cells of one quantity: one series per column, one x value per table row that has such a cell. */
export interface Picture {
  title: string;
  /** Whether the values are ratios to a row, because the source prints only ratios. */
  isRatio: boolean;
  /** Whether some values are printed as ratios to another column and drawn as absolute quantities. */
  isConverted: boolean;
  data: ChartData;
  /** The title of each table row. */
  rows: string[];
}

/** Returns a value as an absolute quantity: a ratio to another column is multiplied by that column's value. */
function inOwnUnit(
  table: Table,
  row: number,
  column: number,
  valueOf: (row: number, column: number) => number,
): number {
  const base = baseOf(table, row, column);
  const value = valueOf(row, column);
  if (!base || table.fields[column]?.relative_to === undefined) return value;
  return value * valueOf(...base);
}

/** Returns the charts of a table, one for each quantity with model values. */
export function picturesOf(lab: Lab, table: Table, result: Pick<Reproduction, 'model'> | undefined): Picture[] {
  const wide = table.fields.length;
  const cell = (row: number, column: number): number => {
    const value = table.cells[row]?.[column];
    return typeof value === 'number' ? value : NaN;
  };
  const model = (row: number, column: number): number => result?.model[row * wide + column] ?? NaN;
  const quantities = new Map<string, number[]>();
  table.fields.forEach((field, column) => {
    const rows = table.rows.map((_, row) => row).filter((row) => isModelled(table, row, column));
    if (field.output === undefined || rows.length === 0) return;
    const isOwn = field.relative_to_row === undefined;
    const unit = isOwn ? outputWords(lab, field.output).unit : unitOf(field);
    const key = `${field.title}${unit ? `, ${unitName(unit)}` : ''}`;
    quantities.set(key, [...(quantities.get(key) ?? []), column]);
  });
  return [...quantities].map(([title, columns]) => {
    const value = (of: typeof cell) => (column: number, row: number) => inOwnUnit(table, row, column, of);
    const points = columns.map((column) =>
      table.rows.flatMap((key, row): Point[] => {
        const role = roleOf(table, row, column);
        const y = value(cell)(column, row);
        if (!Number.isFinite(y) || role === 'damaged' || role === 'predicted' || role === 'measured') return [];
        const field = table.fields[column];
        const text = field?.relative_to === undefined ? cellText(table, row, column) : undefined;
        return [
          {
            x: row,
            y,
            heldOut: role === 'held_out',
            model: value(model)(column, row),
            cell: cellId(table, key, field),
            ...(text && { text }),
          },
        ];
      }),
    );
    const xs = [...table.rows.keys()].filter((row) =>
      columns.some((column) => !['missing', 'measured', 'damaged'].includes(roleOf(table, row, column))),
    );
    const isRatioToColumn = (column: number): boolean => table.fields[column]?.relative_to !== undefined;
    // A bound on a ratio to another column does not limit the quantity itself.
    const limits = columns.flatMap((column, series) =>
      xs.flatMap((x): PublishedBound[] => {
        const bound = isRatioToColumn(column) ? undefined : readBound(String(table.cells[x]?.[column]));
        return bound ? [{ ...bound, series, x }] : [];
      }),
    );
    const data: ChartData = {
      series: columns.map((column) => ({ title: columns.length > 1 ? (table.fields[column]?.group ?? '') : '' })),
      xs,
      sweep: {
        columns: columns.map((column) => Float64Array.from(xs, (row) => value(model)(column, row))),
        halves: [],
        done: xs.length,
      },
      points,
      limits,
      view: 'pairs',
      predicted: undefined,
      own: [],
    };
    const isRatio = columns.every((column) => table.fields[column]?.relative_to_row !== undefined);
    const isConverted = columns.some(isRatioToColumn);
    return { title, isRatio, isConverted, data, rows: table.rows.map((key) => rowTitle(table, key)) };
  });
}
