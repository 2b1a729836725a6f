import { expect, it } from 'vitest';
import { clockTicks, duration, gib, range, tickTime } from './systems';

it('writes times in the usual unit', () => {
  expect([0.512, 44, 127, 2532, 7200, NaN].map(duration)).toEqual(['0.51 s', '44 s', '2 min', '42 min', '2 h', '–']);
  expect(range(44, 68)).toBe('44 to 68 s');
  expect(range(90, 309)).toBe('90 s to 5 min');
  expect(range(0.5, 0.5)).toBe('0.5 s');
  expect([96, 16_384].map(gib)).toEqual(['96 GiB', '16 TiB']);
});

it('ticks of times are seconds, minutes, hours, and days', () => {
  expect(clockTicks.map(tickTime)).toEqual([
    '0.01 s',
    '0.1 s',
    '1 s',
    '10 s',
    '1 min',
    '10 min',
    '1 h',
    '6 h',
    '1 d',
    '7 d',
    '30 d',
  ]);
});
