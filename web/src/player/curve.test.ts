import { expect, test } from 'vitest';
import { exampleLab } from '../lab/examples';
import type { Curve } from '../lab/types';
import {
  flatCurve,
  missingXs,
  missingWords,
  valueError,
  xRangeOf,
  setPoint,
  applyStroke,
  setWrittenPoint,
} from './curve';

const curve: Curve = {
  x: 'names',
  y: 'speed',
  points: [100, 1000, 10_000],
  range: [1, 10_000],
  x_scale: 'log',
  y_scale: 'log',
  scenario: {},
};
const middle = { across: 0.5, up: 0.75 };

test('initial curve is flat at the given value or half way up its axis', () => {
  expect([flatCurve(curve, 5000), flatCurve(curve, undefined)]).toEqual([
    [5000, 5000, 5000],
    [100, 100, 100],
  ]);
});

test('pulled point takes the height of the pointer and no other moves', () => {
  expect(applyStroke(curve, [100, 100, 100], middle, middle, 0)).toEqual([100, 1000, 100]);
});

test('stroke across several points moves all of them in both directions', () => {
  const [from, to] = [
    { across: 0, up: 1 },
    { across: 1, up: 0 },
  ];
  const drawn = applyStroke(curve, [100, 100, 100], from, to, 0);
  expect(drawn[1]).toBe(100);
  expect(drawn[0]).toBeGreaterThan(1000);
  expect(drawn[2]).toBeLessThan(10);
  expect(applyStroke(curve, [100, 100, 100], to, from, 0)).toEqual(drawn);
});

test('given point stays when a stroke crosses it', () => {
  const left = { across: 0.05, up: 0.75 };
  expect(applyStroke(curve, [7, 100, 100], left, left, 1)).toEqual([7, 1000, 100]);
  expect(applyStroke(curve, [7, 100, 100], { across: 0, up: 0.5 }, { across: 1, up: 0.5 }, 1)[0]).toBe(7);
});

test('no value leaves the axis, however far the pointer does', () => {
  const beyond = { across: 0.5, up: 1.7 };
  expect(applyStroke(curve, [100, 100, 100], beyond, beyond, 0)[1]).toBe(10_000);
  expect(setPoint(curve, [100, 100, 100], 2, -3)).toEqual([100, 100, 1]);
});

test('drawing has a margin next to its points, also for one point', () => {
  const linear: Curve = { ...curve, x_scale: 'linear', points: [5] };
  for (const one of [curve, { ...curve, points: [7] }, linear]) {
    const [low, high] = xRangeOf(one);
    expect(low).toBeLessThan(one.points[0] ?? NaN);
    expect(high).toBeGreaterThan(one.points.at(-1) ?? NaN);
  }
});

test('typed point is set or cleared and no other point changes', () => {
  const first = setWrittenPoint(curve, undefined, 0, 3000);
  expect(first).toEqual([3000, null, null]);
  const last = setWrittenPoint(curve, first, 2, 10);
  expect(last).toEqual([3000, null, 10]);
  expect(setWrittenPoint(curve, last, 0, null)).toEqual([null, null, 10]);
});

test('message names all missing points', () => {
  expect([undefined, [null, 7, null], [1, 7, 3]].map((values) => missingXs(curve, values))).toEqual([
    [100, 1000, 10_000],
    [100, 10_000],
    [],
  ]);
  expect(missingWords(exampleLab(), curve, [null, 7, null])).toBe(
    'There is no valid value at 100 and 10,000: draw the curve, or type the missing numbers.',
  );
});

test('number is refused with limits and unit when it is off the axis', () => {
  const why = (text: string) => valueError(curve, 'names/s', text);
  expect(['', '1', '10000', '1e2'].map(why)).toEqual(['', '', '', '']);
  expect(why('10000.5')).toBe('10000.5 is out of range: give 1 to 10,000 names/s.');
  expect(why('-3')).toBe('-3 is out of range: give 1 to 10,000 names/s.');
  expect(why('This')).toBe('This is not a number: give 1 to 10,000 names/s.');
});
