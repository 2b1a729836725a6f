import { expect, test } from 'vitest';
import { factorsBetween } from './factors';

const decade = 100;
const y = (value: number): number => 500 - decade * Math.log10(value);

test('factors are between neighbours on the axis, whatever their order', () => {
  expect(factorsBetween([1000, 10, 100], y)).toEqual([
    { top: y(100), bottom: y(10), ratio: 10, word: '' },
    { top: y(1000), bottom: y(100), ratio: 10, word: '' },
  ]);
});

test('small factors and narrow gaps have no bracket', () => {
  expect(factorsBetween([10, 19, 190], y).map(({ ratio }) => ratio)).toEqual([10]);
  expect(factorsBetween([10, 21], y)).toEqual([]);
});

test('values without a logarithm or a place are left out', () => {
  expect(factorsBetween([0, 5, NaN, Infinity, 50], y)).toEqual([{ top: y(50), bottom: y(5), ratio: 10, word: '' }]);
});

test('named factors are between their series, with their words, even if they are small', () => {
  expect(factorsBetween([10, 18, 180], y, 'code:0-1;format:2-1')).toEqual([
    { top: y(18), bottom: y(10), ratio: 1.8, word: 'code' },
    { top: y(180), bottom: y(18), ratio: 10, word: 'format' },
  ]);
  expect(factorsBetween([100, 1000, 10], y, ':2-1')).toEqual([{ top: y(1000), bottom: y(10), ratio: 100, word: '' }]);
  // These curves are so close that the factor would cover them.
  expect(factorsBetween([10, 15], y, 'code:0-1')).toEqual([]);
  expect(factorsBetween([NaN, 18], y, 'code:0-1')).toEqual([]);
  expect(factorsBetween([10, 18], y, 'nonsense')).toEqual([]);
});
