import { describe, expect, test } from 'vitest';
import type { Table } from '../lab/types';
import {
  cellsOf,
  errorsOf,
  isProblem,
  guessColumns,
  maxPoints,
  numberOf,
  pointsOf,
  readSheet,
  type Sheet,
} from './own-data';

function read(text: string): Sheet {
  const sheet = readSheet(text);
  if (isProblem(sheet)) throw new Error(sheet.problem);
  return sheet;
}
const problem = (result: object): string => (isProblem(result) ? result.problem : '');

describe('file', () => {
  test('may be separated by commas, semicolons, or tabs, begin with a mark, quote, and leave lines empty', () => {
    for (const text of ['a,"b c"\n1,2\n\n', '\uFEFFa;b c\r\n1;2\r\n', 'a\tb c\n1\t2'])
      expect(read(text)).toMatchObject({ columns: ['a', 'b c'], rows: [['1', '2']] });
  });

  test('names the problem when it cannot be read', () => {
    expect(problem(readSheet(''))).toContain('only one column');
    expect(problem(readSheet('a,b'))).toContain('header but no rows');
    expect(problem(readSheet('a,a\n1,2'))).toContain('“a”');
    expect(problem(readSheet(`a,b\n${'1,2\n'.repeat(2_000_000)}`))).toContain('5 MB');
  });

  test('reads spreadsheet numbers and gives NaN for any other text', () => {
    expect(['1,234.5', ' 12 ', '1e3', '-.5', '1 000', "1'000"].map((text) => numberOf(text, false))).toEqual([
      1234.5, 12, 1000, -0.5, 1000, 1000,
    ]);
    expect(numberOf('3,5', true)).toBe(3.5);
    expect(['', '3,5', '0x10', 'Infinity', '=1+1', '<b>1</b>'].map((text) => numberOf(text, false))).toEqual(
      Array(6).fill(NaN),
    );
  });

  test('is only ever text: names of columns that mean something to a program are names', () => {
    const sheet = read('__proto__,constructor\n1,2\n');
    expect(pointsOf(sheet, { x: '__proto__', y: 'constructor', series: '' })).toEqual({
      series: [{ name: '', points: [{ x: 1, y: 2 }] }],
      skipped: '',
    });
  });
});

describe('points for a chart', () => {
  const sheet = read('host,Names,speed\nold,10,100\nnew,10,200\nold,20,oops\nold,30,50');

  test('come from the columns that are named as the axes are, else from the first with numbers', () => {
    expect(guessColumns(sheet, ['names'], ['Speed'])).toEqual({ x: 'Names', y: 'speed', series: '' });
    expect(guessColumns(sheet, ['size'], ['time'])).toEqual({ x: 'Names', y: 'speed', series: '' });
  });

  test('are separated by a column, and a row without numbers is named', () => {
    expect(pointsOf(sheet, { x: 'Names', y: 'speed', series: 'host' })).toEqual({
      series: [
        {
          name: 'old',
          points: [
            { x: 10, y: 100 },
            { x: 30, y: 50 },
          ],
        },
        { name: 'new', points: [{ x: 10, y: 200 }] },
      ],
      skipped: 'One row without numbers was skipped: line 4.',
    });
  });

  test('are refused when there are too many points, too many series, or no point', () => {
    const many = read(`a,b,c\n${Array.from({ length: maxPoints + 1 }, (_, i) => `${i},${i},${i}`).join('\n')}`);
    expect(problem(pointsOf(many, { x: 'a', y: 'b', series: '' }))).toContain(`${maxPoints}`);
    expect(problem(pointsOf({ ...many, rows: many.rows.slice(0, 20) }, { x: 'a', y: 'b', series: 'c' }))).toContain(
      '20',
    );
    expect(problem(pointsOf(sheet, { x: 'host', y: 'speed', series: '' }))).toContain('line 2');
    expect(problem(pointsOf(sheet, { x: 'speed', y: 'speed', series: '' }))).toContain('different');
  });
});

describe('values for a table', () => {
  const table = {
    row: { name: 'names_per_directory', key: 'names', title: 'Names', unit: 'names' },
    fields: [{ name: 'base' }, { name: 'gain' }],
    rows: [10, 20, 'whole disk'],
  } as unknown as Table;

  test('find their cells by the names of columns and rows, in any order', () => {
    const sheet = read('gain,Names per directory\n2,20\n3,whole disk\n,10\n0,10\n9,99');
    expect(cellsOf(sheet, table)).toEqual({
      cells: [undefined, undefined, undefined, 2, undefined, 3],
      skipped: 'Columns missing from the file: base. Skipped rows that this table does not have: “99”.',
    });
  });

  test('are refused with the table’s rows and columns when none fits', () => {
    expect(problem(cellsOf(read('a,b\n1,2'), table))).toContain('names_per_directory');
    expect(problem(cellsOf(read('names_per_directory,b\n10,2'), table))).toContain('base, gain');
    expect(problem(cellsOf(read('names_per_directory,base\n11,2'), table))).toContain('10, 20, whole disk');
  });

  test('are compared cell by cell, gaps left out', () => {
    const { median, worst } = errorsOf([100, 100, 100], [90, 130, NaN]);
    expect([median, worst].map((error) => error.toFixed(2))).toEqual(['0.20', '0.30']);
    expect(errorsOf([], [])).toEqual({ median: NaN, worst: NaN });
  });
});
