// A reader's own file: its numbers, or the problem with it. The whole file is untrusted text.
import { dsvFormat } from 'd3-dsv';
import { rowTitle } from '../lab/cells';
import type { Key, Table } from '../lab/types';
import { median } from './summary';

/** Limits for a file: its size in bytes, and the number of points and series to draw. */
export const maxFileBytes = 5_000_000;
export const maxPoints = 2000;
export const maxSeries = 8;

/** A parsed file; numbers are still text. */
export interface Sheet {
  columns: string[];
  rows: string[][];
  /** Whether the comma is the decimal separator. */
  decimalComma: boolean;
}

/** A sentence about the problem and its solution. */
export interface Problem {
  problem: string;
}

export const isProblem = (result: object): result is Problem => 'problem' in result;

/** Parses a file that has a header and values separated by commas, semicolons, or tabs. */
export function readSheet(text: string): Sheet | Problem {
  if (text.length > maxFileBytes)
    return { problem: 'The data are larger than 5 MB. Remove rows or columns that you do not need.' };
  const plain = text.replace(/^\uFEFF/, '');
  const first = /^[^\r\n]*/.exec(plain)?.[0] ?? '';
  const times = (separator: string): number => first.split(separator).length;
  const separator = ['\t', ';', ','].reduce((best, one) => (times(one) > times(best) ? one : best), ',');
  // The text is parsed into rows: parsing into objects would generate code from the header, which the page's content
  // security policy forbids.
  const [header = [], ...rows] = dsvFormat(separator).parseRows(plain);
  const columns = header.map((name) => name.trim());
  if (columns.length < 2)
    return {
      problem:
        'The data have only one column. Separate values with commas, semicolons, or tabs, and begin with a header.',
    };
  const twice = columns.find((name, at) => columns.indexOf(name) !== at);
  if (twice !== undefined) return { problem: `Two columns are called “${twice}”. Rename one of them.` };
  const filled = rows.filter((row) => row.some((text) => text.trim() !== ''));
  if (filled.length === 0) return { problem: 'The data have a header but no rows: add at least one.' };
  return { columns, rows: filled, decimalComma: separator === ';' };
}

/** Parses a number as spreadsheets write it; NaN for any other text. */
export function numberOf(text: string, decimalComma: boolean): number {
  const plain = text.trim().replace(/[\s\u00A0\u202F'’]/g, '');
  if (/^[-+]?\d{1,3}(,\d{3})+(\.\d+)?$/.test(plain)) return Number(plain.replaceAll(',', ''));
  if (decimalComma && /^[-+]?\d*,\d+(e[-+]?\d+)?$/i.test(plain)) return Number(plain.replace(',', '.'));
  return /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(plain) ? Number(plain) : NaN;
}

/** The columns for x, for y, and for the series. */
export interface Columns {
  x: string;
  y: string;
  /** The column of the series; empty if all points form one series. */
  series: string;
}

/** Returns whether two names are equal apart from case, spaces, and punctuation. */
export const sameName = (a: string, b: string): boolean => {
  const bare = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
  return bare(a) === bare(b);
};

/** Guesses the columns: by their names, or otherwise the first two with numbers. */
export function guessColumns({ columns, rows, decimalComma }: Sheet, x: string[], y: string[]): Columns {
  const numeric = columns.filter((_, at) => Number.isFinite(numberOf(rows[0]?.[at] ?? '', decimalComma)));
  const named = (names: string[]): string | undefined =>
    columns.find((column) => names.some((name) => sameName(name, column)));
  const across = named(x) ?? numeric.find((column) => column !== named(y)) ?? columns[0] ?? '';
  const up =
    named(y) ?? numeric.find((column) => column !== across) ?? columns.find((column) => column !== across) ?? '';
  return { x: across, y: up, series: '' };
}

export interface SeriesPoints {
  name: string;
  points: { x: number; y: number }[];
}

/** Reads the points of the columns, series by series, and describes the skipped rows. */
export function pointsOf(
  sheet: Sheet,
  { x, y, series }: Columns,
): { series: SeriesPoints[]; skipped: string } | Problem {
  const at = (name: string): number => sheet.columns.indexOf(name);
  if (x === y) return { problem: 'Choose two different columns for x and y.' };
  const found = new Map<string, SeriesPoints>();
  const bad: number[] = [];
  let taken = 0;
  for (const [index, row] of sheet.rows.entries()) {
    const point = {
      x: numberOf(row[at(x)] ?? '', sheet.decimalComma),
      y: numberOf(row[at(y)] ?? '', sheet.decimalComma),
    };
    if (!Number.isFinite(point.x) || !Number.isFinite(point.y)) {
      bad.push(index + 2);
      continue;
    }
    const name = series === '' ? '' : (row[at(series)] ?? '').trim().slice(0, 80);
    const one = found.get(name) ?? { name, points: [] };
    found.set(name, one);
    one.points.push(point);
    taken++;
  }
  if (taken === 0)
    return {
      problem: `No row has numbers in both “${x}” and “${y}”. Choose other columns, or correct line ${bad[0] ?? 2}.`,
    };
  if (taken > maxPoints)
    return { problem: `The data have ${taken} points; at most ${maxPoints} can be drawn. Remove some rows.` };
  if (found.size > maxSeries)
    return {
      problem: `“${series}” has ${found.size} different values. Choose a column with at most ${maxSeries} values.`,
    };
  const skipped =
    bad.length === 0
      ? ''
      : bad.length === 1
        ? `One row without numbers was skipped: line ${bad[0]}.`
        : `${bad.length} rows without numbers were skipped; the first is line ${bad[0]}.`;
  return { series: [...found.values()], skipped };
}

/** Lists the first three names and the number of further names. */
export const listFirst = (names: string[]): string =>
  names.slice(0, 3).join(', ') + (names.length > 3 ? `, and ${names.length - 3} more` : '');

/** Reads the values for a table's cells, matched by the names of columns and rows. */
export function cellsOf(sheet: Sheet, table: Table): { cells: (number | undefined)[]; skipped: string } | Problem {
  const at = (name: string): number => sheet.columns.findIndex((column) => sameName(column, name));
  const key = at(table.row.name);
  if (key < 0) return { problem: `The column that identifies the rows is missing: name it “${table.row.name}”.` };
  const fields = table.fields.map(({ name }) => at(name));
  if (fields.every((column) => column < 0))
    return {
      problem: `No column belongs to this table. Use its column names: ${table.fields.map(({ name }) => name).join(', ')}.`,
    };
  const isRow = (row: Key, text: string): boolean =>
    typeof row === 'number'
      ? numberOf(text, sheet.decimalComma) === row
      : sameName(row, text) || sameName(rowTitle(table, row), text);
  const cells: (number | undefined)[] = table.rows.flatMap(() => table.fields.map(() => undefined));
  const unknown: string[] = [];
  let taken = 0;
  for (const line of sheet.rows) {
    const row = table.rows.findIndex((row) => isRow(row, line[key] ?? ''));
    if (row < 0) {
      unknown.push((line[key] ?? '').slice(0, 40));
      continue;
    }
    fields.forEach((column, field) => {
      const value = column < 0 ? NaN : numberOf(line[column] ?? '', sheet.decimalComma);
      // An error relative to zero is undefined.
      if (!Number.isFinite(value) || value === 0) return;
      cells[row * fields.length + field] = value;
      taken++;
    });
  }
  if (taken === 0)
    return {
      problem: `No line has a row of this table and a number other than 0. The rows are: ${table.rows.map((row) => rowTitle(table, row)).join(', ')}.`,
    };
  const missing = table.fields.filter((_, field) => (fields[field] ?? -1) < 0).map(({ name }) => name);
  const skipped = [
    missing.length > 0 ? `Columns missing from the file: ${listFirst(missing)}.` : '',
    unknown.length > 0
      ? `Skipped rows that this table does not have: ${listFirst(unknown.map((text) => `“${text}”`))}.`
      : '',
  ];
  return { cells, skipped: skipped.filter(Boolean).join(' ') };
}

/** Returns the median and the largest relative error of a model. */
export function errorsOf(values: readonly number[], model: ArrayLike<number>): { median: number; worst: number } {
  const errors = values.map((value, i) => (model[i] ?? NaN) / value - 1).filter(Number.isFinite);
  const worst = errors.reduce((worst, error) => (Math.abs(error) > Math.abs(worst) ? error : worst), 0);
  return { median: median(errors.map(Math.abs)), worst: errors.length > 0 ? worst : NaN };
}
