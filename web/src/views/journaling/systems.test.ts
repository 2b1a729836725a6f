import { expect, it } from 'vitest';
import { duration, gib, range } from './systems';

it('says times in the unit that people use', () => {
  expect([0.512, 44, 127, 2532, 7200, NaN].map(duration)).toEqual(['0.51 s', '44 s', '2 min', '42 min', '2 h', '–']);
  expect(range(44, 68)).toBe('44 to 68 s');
  expect(range(90, 309)).toBe('90 s to 5 min');
  expect(range(0.5, 0.5)).toBe('0.5 s');
  expect([96, 16_384].map(gib)).toEqual(['96 GiB', '16 TiB']);
});
