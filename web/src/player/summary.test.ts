import { expect, test } from 'vitest';
import { roles, type Role } from '../lab/types';
import { baselineWords, median, summarize } from './summary';

const indexes = (...words: Role[]): Uint8Array => Uint8Array.from(words, (word) => roles.indexOf(word));

test('summary counts each cell once and keeps held-out cells apart', () => {
  const { cells, independent, heldOut } = summarize([
    { error: Float64Array.of(0.1, -0.2, NaN), role: indexes('fit', 'held_out', 'missing') },
    { error: Float64Array.of(-0.4), role: indexes('held_out') },
  ]);
  expect([cells, independent]).toEqual([3, { cells: 3, median: 0.2, worst: 0.4 }]);
  expect([heldOut.cells, heldOut.worst]).toEqual([2, 0.4]);
  expect(heldOut.median).toBeCloseTo(0.3);
});

test('summary counts only independent cells', () => {
  const { cells, independent, heldOut } = summarize([
    {
      error: Float64Array.of(0.1, 0.2, 0, 0, 0, 9),
      role: indexes('fit', 'held_out', 'identity', 'input', 'built_in', 'inherited'),
    },
  ]);
  expect([cells, independent.cells, independent.worst, heldOut]).toEqual([
    6,
    2,
    0.2,
    { cells: 1, median: 0.2, worst: 0.2 },
  ]);
});

test('summary of nothing has no numbers', () => {
  expect(summarize([])).toMatchObject({ cells: 0, independent: { cells: 0, median: NaN, worst: NaN } });
  expect([median([3, 1, 2]), median([4, 1, 2, 3])]).toEqual([2, 2.5]);
});

test('baseline is named with its errors', () => {
  expect(baselineWords({ kind: 'row_column', cells: 36, median_error: 0.205, max_error: 1.65 })).toBe(
    'row mean × table mean ÷ overall mean has a median error of 20.5\u202f% and a worst error of 165.0\u202f% (36 cells)',
  );
});
