import { expect, test } from 'vitest';
import { roundSpan } from './span';

test('span is the next of 1, 2, and 5 times a power of ten', () => {
  for (const [seconds, span] of [
    [1, 1],
    [1.01, 2],
    [4.9, 5],
    [5, 5],
    [8.3, 10],
    [73, 100],
    [0.0031, 0.005],
  ] as const)
    expect(roundSpan(seconds)).toBeCloseTo(span, 12);
});

test('span is a second when time does not pass', () => {
  for (const seconds of [0, -1, NaN, Infinity]) expect(roundSpan(seconds)).toBe(1);
});
