import { describe, expect, test } from 'vitest';
import { isMet, judge, margin, readBound, boundText } from './bounds.ts';
import type { Table } from './types.ts';

describe('bound', () => {
  test.each([
    ['>3600', { min: 3600 }, '>3,600'],
    ['<0.5', { max: 0.5 }, '<0.5'],
    ['1000..2000', { min: 1000, max: 2000 }, '1,000–2,000'],
    ['-8..90', { min: -8, max: 90 }, '-8–90'],
    ['> -2', { min: -2 }, '>-2'],
  ])('%s is read as it is meant, and again as readers see it', (text, bound, shown) => {
    expect(readBound(text)).toEqual(bound);
    expect(boundText(bound)).toBe(shown);
    expect(readBound(shown)).toEqual(bound);
  });

  test.each(['', '3600', '>', '..', '1..', '..2', '2..1', '1..1', '>x', '<1..2', '>>1', '>Infinity'])(
    'is not read from “%s”',
    (text) => {
      expect(readBound(text)).toBeUndefined();
    },
  );

  test('of one number excludes it, a range includes both', () => {
    expect([3599, 3600, 3601].map((value) => isMet({ min: 3600 }, value))).toEqual([false, false, true]);
    expect([3599, 3600, 3601].map((value) => isMet({ max: 3600 }, value))).toEqual([true, false, false]);
    expect([0.9, 1, 2, 2.1].map((value) => isMet({ min: 1, max: 2 }, value))).toEqual([false, true, true, false]);
    expect(isMet({ min: 1 }, NaN)).toBe(false);
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

test('margin of a bound at 0 is undefined', () => {
  expect(margin({ min: 0 }, 7)).toBeNaN();
});

test('verdict counts the satisfied bounds of a table', () => {
  const table = {
    cells: [
      [2500, '>3,600'],
      ['0.95–1.05', null],
    ],
    rows: [1, 2],
    row: {},
  } as unknown as Table;
  const { words, sentence } = judge(table, { model: Float64Array.of(9, 3700, 1.06, 5) });
  expect(words).toEqual([undefined, 'satisfied, 2.8\u202f% inside', 'not satisfied, 1.0\u202f% outside', undefined]);
  expect(sentence).toBe('1 of 2 bounds satisfied, smallest margin 2.8\u202f%');
});

test('verdict of a claim weighs a satisfied bound', () => {
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
    'reproduced, 100.0\u202f% inside',
    'satisfied by chosen parameters, 50.0\u202f% inside',
    'not satisfied, not predictable, 50.0\u202f% outside',
    'not satisfied, 75.0\u202f% outside',
  ]);
  expect(sentence).toBe('2 of 4 bounds satisfied, smallest margin 50.0\u202f%');
});
