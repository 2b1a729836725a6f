import { csvParseRows } from 'd3-dsv';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { csvOf } from '../../charts/save';
import type { ChartData } from '../../charts/data';
import line from '../../charts/marks/line';
import published from '../../charts/marks/points';
import { filled, flat, planOf, shown } from './plan';

const names = { x: 'Names', y: 'Speed', value: String, at: String };
const side = (columns: number[], halves: number[]): ChartData => ({
  limits: [],
  xs: [10, 20],
  predicted: undefined,
  own: [],
  series: [{ title: 'one' }],
  points: [[{ x: 10, y: 4, heldOut: false }]],
  sweep: { columns: [Float64Array.from(columns)], halves: [Float64Array.from(halves)], done: columns.length },
});
const marks = [line, published];

describe('chart as a file', () => {
  test('has one number per column, half-widths next to their values', () => {
    const sides = [side([1, 2], [0.5, 0])];
    const plan = flat(planOf({ chart: { x: 'names' }, names, sides, marks }), sides);
    expect(plan.columns).toEqual([
      'Names',
      'Series',
      'Speed',
      'half-width of the 95 % confidence interval: Speed',
      'Kind',
    ]);
    expect(filled(plan, sides)).toEqual([
      [10, 'one', 4, '', 'published'],
      [10, 'one', 1, 0.5, 'model'],
      [20, 'one', 2, NaN, 'model'],
    ]);
    const sure = [side([1, 2], [0, 0])];
    expect(flat(planOf({ chart: { x: 'names' }, names, sides: sure, marks }), sure).columns).toHaveLength(4);
  });

  test('keeps all digits of numbers that the page rounds', () => {
    const sides = [side([4.123456789], [])];
    const plan = planOf({ chart: { relative: false }, names, sides, marks });
    expect(shown(plan, sides).rows[0]?.[3]).toBe(3.09);
    expect(filled(flat(plan, sides), sides)[0]?.[3]).toBe((4.123456789 / 4 - 1) * 100);
  });
});

test('file has the ends of intervals, and says what is beyond the published values', () => {
  const sides = [
    {
      ...side([1, 2], []),
      doubt: {
        intervals: [[Float64Array.of(0.5, NaN), Float64Array.of(2, NaN)] as const],
        spans: [[10, 10] as const],
        note: () => '',
        words: '',
      },
    },
  ];
  const ends = ['95 % interval, low', '95 % interval, high'];
  const plan = flat(planOf({ chart: { x: 'names' }, names, sides, marks }), sides);
  expect(plan.columns).toEqual(['Names', 'Series', 'Speed', ...ends, 'Kind']);
  expect(filled(plan, sides)).toEqual([
    [10, 'one', 4, '', '', 'published'],
    [10, 'one', 1, 0.5, 2, 'model'],
    [20, 'one', 2, NaN, NaN, 'model, beyond the published values'],
  ]);
  const bars = flat(planOf({ chart: {}, names, sides, marks }), sides);
  expect(bars.columns).toEqual(['Names', 'Speed: model', ...ends, 'Published', 'Model error, %', 'Kind']);
  expect(filled(bars, sides)).toEqual([['one', 1, 0.5, 2, 4, -75, 'published']]);
});

/**
 * Removes apostrophes, which guard against formulas in spreadsheets, and replaces control characters as in a file.
 */
const meant = (text: string): string =>
  // eslint-disable-next-line no-control-regex -- it replaces control characters
  text.replaceAll("'", '').replaceAll(/[\0-\x08\v\f\x0e-\x1f\x7f-\x9f]/g, '\ufffd');

test('file of any texts and numbers is read back, apart from formula guards', () => {
  const cell = fc.oneof(
    fc.string(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.constantFrom('a,b', '"', 'two\nlines', '\r', '', '\u2028', '…😀'),
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 5 }), (rows) => {
      const read = csvParseRows(csvOf(rows)).map((row) => row.map(meant));
      expect(read).toEqual(rows.map((row) => row.map(String).map(meant)));
    }),
  );
});
