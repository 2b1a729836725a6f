import { describe, expect, test } from 'vitest';
import { isMet, judge, margin, readBound, shownBound } from './bounds.ts';
import type { Table } from './types.ts';

describe('a bound', () => {
  test.each([
    ['>3600', { least: 3600 }, '>3,600'],
    ['<0.5', { most: 0.5 }, '<0.5'],
    ['1000..2000', { least: 1000, most: 2000 }, '1,000–2,000'],
    ['-8..90', { least: -8, most: 90 }, '-8–90'],
    ['> -2', { least: -2 }, '>-2'],
  ])('%s is read as it is meant, and again as readers see it', (text, bound, shown) => {
    expect(readBound(text)).toEqual(bound);
    expect(shownBound(bound)).toBe(shown);
    expect(readBound(shown)).toEqual(bound);
  });

  test.each(['', '3600', '>', '..', '1..', '..2', '2..1', '1..1', '>x', '<1..2', '>>1', '>Infinity'])(
    '“%s” is none',
    (text) => {
      expect(readBound(text)).toBeUndefined();
    },
  );

  test('of one number excludes it, a range includes both', () => {
    expect([3599, 3600, 3601].map((value) => isMet({ least: 3600 }, value))).toEqual([false, false, true]);
    expect([3599, 3600, 3601].map((value) => isMet({ most: 3600 }, value))).toEqual([true, false, false]);
    expect([0.9, 1, 2, 2.1].map((value) => isMet({ least: 1, most: 2 }, value))).toEqual([false, true, true, false]);
    expect(isMet({ least: 1 }, NaN)).toBe(false);
  });
});

// The same values as in the engine's test of `Bound::margin`.
test.each([
  ['>3600', 3624, 24 / 3600],
  ['<3600', 3564, 0.01],
  ['1.9..2', 1.07, -0.83 / 1.9],
  ['0.95..1.05', 1.26, -0.2],
  ['>-2', -1, 0.5],
])('the margin of %s at %d is the share of the nearest end', (text, value, share) => {
  expect(margin(readBound(text) ?? {}, value)).toBeCloseTo(share, 12);
});

test('a bound at 0 has no margin, because no share of 0 can be taken', () => {
  expect(margin({ least: 0 }, 7)).toBeNaN();
});

test('a table says how many of its bounds are met', () => {
  const table = {
    cells: [
      [2500, '>3,600'],
      ['0.95–1.05', null],
    ],
    rows: [1, 2],
    row: {},
  } as unknown as Table;
  const { words, sentence } = judge(table, { model: Float64Array.of(9, 3700, 1.06, 5) });
  expect(words).toEqual([undefined, 'met, 2.8\u2009% inside', 'not met, 1.0\u2009% outside', undefined]);
  expect(sentence).toBe('1 of 2 bounds is met, the narrowest by 2.8\u2009%');
});

test('a claim whose bound is met says how much that is worth', () => {
  const table = {
    cells: [['>1'], ['>1'], ['>1'], ['>1']],
    rows: ['one', 'two', 'three', 'four'],
    row: {
      values: [
        { is: 'one', claim: 'reproduced' },
        { is: 'two', claim: 'in_part' },
        { is: 'three', claim: 'not_predictable' },
        { is: 'four', claim: 'reproduced' },
      ],
    },
  } as unknown as Table;
  const { words, sentence } = judge(table, { model: Float64Array.of(2, 1.5, 0.5, 0.25) });
  expect(words).toEqual([
    'reproduced, 100.0\u2009% inside',
    'met, in part by choice, 50.0\u2009% inside',
    'not met, not predictable, 50.0\u2009% outside',
    'not met, 75.0\u2009% outside',
  ]);
  expect(sentence).toBe('2 of 4 bounds are met, the narrowest by 50.0\u2009%');
});
