import { expect, test } from 'vitest';
import { factorsBetween } from './factors';

const decade = 100;
const y = (value: number): number => 500 - decade * Math.log10(value);

test('factors are between neighbours on the axis, whatever their order', () => {
  expect(factorsBetween([1000, 10, 100], y)).toEqual([
    { top: y(100), bottom: y(10), ratio: 10 },
    { top: y(1000), bottom: y(100), ratio: 10 },
  ]);
});

test('small factors and narrow gaps have no bracket', () => {
  expect(factorsBetween([10, 19, 190], y).map(({ ratio }) => ratio)).toEqual([10]);
  expect(factorsBetween([10, 21], y)).toEqual([]);
});

test('values without a logarithm or a place are left out', () => {
  expect(factorsBetween([0, 5, NaN, Infinity, 50], y)).toEqual([{ top: y(50), bottom: y(5), ratio: 10 }]);
});
