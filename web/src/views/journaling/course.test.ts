import { expect, test } from 'vitest';
import { outline, stretches } from './course';

test('stretches have the throughput between two samples', () => {
  expect(stretches(Float64Array.of(0.5, 50, 1, 50, 3, 450, 3, 450))).toEqual([
    { from: 0, to: 0.5, rate: 100 },
    { from: 0.5, to: 1, rate: 0 },
    { from: 1, to: 3, rate: 200 },
  ]);
  expect(stretches(new Float64Array())).toEqual([]);
  expect(stretches(Float64Array.of(0, 0))).toEqual([]);
});

test('stretches add up to the transferred bytes', () => {
  const timeline = Float64Array.of(0.25, 20.5, 0.5, 31, 0.8, 90.25, 1.1, 91);
  const moved = stretches(timeline).reduce((sum, { from, to, rate }) => sum + (to - from) * rate, 0);
  expect(moved).toBeCloseTo(91, 9);
});

test('outline begins and ends on its base line', () => {
  const all = stretches(Float64Array.of(1, 10, 2, 30));
  const path = outline(
    all,
    100,
    (seconds) => 40 + 10 * seconds,
    (rate) => rate,
  );
  expect(path).toBe('M40 100V90H50V80H60V100Z');
  expect(outline([], 100, Number, Number)).toBe('');
});
