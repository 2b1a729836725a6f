// The combinations of random numbers with which a question is tried.
import { expect, test } from 'vitest';
import { combinations } from './draws.ts';

const draw = (name: string, length: number) => ({ name, unit: '', values: Array.from({ length }, (_, i) => i + 1) });
const valuesOf = (...lengths: number[]): number[][] =>
  combinations(lengths.map((length, i) => draw(`n${i}`, length))).map((drawn) => drawn.map(({ value }) => value));

test('few combinations are all tried', () => {
  expect(valuesOf(2, 2)).toEqual([
    [1, 1],
    [1, 2],
    [2, 1],
    [2, 2],
  ]);
  expect(valuesOf(64)).toHaveLength(64);
  expect(valuesOf()).toEqual([[]]);
});

test('many combinations are sampled evenly, with all corners', () => {
  const one = valuesOf(1000).flat();
  expect(one).toHaveLength(64);
  expect([one[0], one.at(-1)]).toEqual([1, 1000]);
  expect(new Set(one).size).toBe(64);
  const gaps = one.slice(1).map((value, i) => value - (one[i] ?? NaN));
  expect(Math.max(...gaps) - Math.min(...gaps)).toBeLessThanOrEqual(1);
  const two = valuesOf(100, 3);
  expect(two).toHaveLength(24);
  for (const corner of [
    [1, 1],
    [1, 3],
    [100, 1],
    [100, 3],
  ])
    expect(two).toContainEqual(corner);
});
