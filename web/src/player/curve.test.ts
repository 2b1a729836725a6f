import { expect, test } from 'vitest';
import { exampleLab } from '../lab/examples';
import type { Curve } from '../lab/types';
import { flat, missingIn, missingWords, refusal, stretchOf, withPoint, withStroke, withWritten } from './curve';

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

test('a curve begins flat: at the given value, or half way up its axis', () => {
  expect([flat(curve, 5000), flat(curve, undefined)]).toEqual([
    [5000, 5000, 5000],
    [100, 100, 100],
  ]);
});

test('a point that is pulled at takes the height of the pointer, and no other moves', () => {
  expect(withStroke(curve, [100, 100, 100], middle, middle, 0)).toEqual([100, 1000, 100]);
});

test('a stroke across several points puts all of them on it, whichever way it goes', () => {
  const [from, to] = [
    { across: 0, up: 1 },
    { across: 1, up: 0 },
  ];
  const drawn = withStroke(curve, [100, 100, 100], from, to, 0);
  expect(drawn[1]).toBe(100);
  expect(drawn[0]).toBeGreaterThan(1000);
  expect(drawn[2]).toBeLessThan(10);
  expect(withStroke(curve, [100, 100, 100], to, from, 0)).toEqual(drawn);
});

test('a given point cannot be drawn over', () => {
  const left = { across: 0.05, up: 0.75 };
  expect(withStroke(curve, [7, 100, 100], left, left, 1)).toEqual([7, 1000, 100]);
  expect(withStroke(curve, [7, 100, 100], { across: 0, up: 0.5 }, { across: 1, up: 0.5 }, 1)[0]).toBe(7);
});

test('no value leaves the axis, however far the pointer does', () => {
  const beyond = { across: 0.5, up: 1.7 };
  expect(withStroke(curve, [100, 100, 100], beyond, beyond, 0)[1]).toBe(10_000);
  expect(withPoint(curve, [100, 100, 100], 2, -3)).toEqual([100, 100, 1]);
});

test('the drawing leaves room beside its points, of one point too', () => {
  const linear: Curve = { ...curve, x_scale: 'linear', points: [5] };
  for (const one of [curve, { ...curve, points: [7] }, linear]) {
    const [low, high] = stretchOf(one);
    expect(low).toBeLessThan(one.points[0] ?? NaN);
    expect(high).toBeGreaterThan(one.points.at(-1) ?? NaN);
  }
});

test('a written point gets its value, or none, and no other point gets any', () => {
  const first = withWritten(curve, undefined, 0, 3000);
  expect(first).toEqual([3000, null, null]);
  const last = withWritten(curve, first, 2, 10);
  expect(last).toEqual([3000, null, 10]);
  expect(withWritten(curve, last, 0, null)).toEqual([null, null, 10]);
});

test('a curve with points missing names all of them', () => {
  expect([undefined, [null, 7, null], [1, 7, 3]].map((values) => missingIn(curve, values))).toEqual([
    [100, 1000, 10_000],
    [100, 10_000],
    [],
  ]);
  expect(missingWords(exampleLab(), curve, [null, 7, null])).toBe(
    'There is no valid value at 100 and 10,000: draw the curve, or type the missing numbers.',
  );
});

test('a number beyond the axis is refused with the limits and their unit, and one within is not', () => {
  const why = (text: string) => refusal(curve, 'names/s', text);
  expect(['', '1', '10000', '1e2'].map(why)).toEqual(['', '', '', '']);
  expect(why('10000.5')).toBe('10000.5 is out of range: give 1 to 10,000 names/s.');
  expect(why('-3')).toBe('-3 is out of range: give 1 to 10,000 names/s.');
  expect(why('This')).toBe('This is not a number: give 1 to 10,000 names/s.');
});
