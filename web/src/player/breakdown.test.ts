import { expect, test } from 'vitest';
import { inPlace, linesOf, madeOf, placesOf, totalOf, type Made } from './breakdown';

const term = (place: string, title: string, time_us: number) => ({
  place,
  title,
  count: 2,
  cost_us: time_us / 2,
  time_us,
});
const slow: Made = {
  title: 'SLOW',
  terms: [term('device', 'records', 30), term('guest', 'copy', 4), term('device', 'payload', 6)],
};
const quick: Made = { title: 'QUICK', terms: [term('cache', 'copy', 4), term('guest', 'copy', 2)] };

test('terms are added up, as a whole and by place', () => {
  expect([totalOf(slow.terms), inPlace(slow.terms, 'device'), inPlace(slow.terms, 'cache')]).toEqual([40, 36, 0]);
  expect(placesOf([quick, slow])).toEqual(['cache', 'guest', 'device']);
});

test('the lines hold each step once, place by place, also where only one of the values has it', () => {
  const lines = linesOf([slow, quick]);
  expect(lines.map(({ place, title, terms }) => [place, title, ...terms.map((term) => term?.time_us)])).toEqual([
    ['device', 'records', 30, undefined],
    ['device', 'payload', 6, undefined],
    ['guest', 'copy', 4, 2],
    ['cache', 'copy', undefined, 4],
  ]);
  for (const [at, { terms }] of [slow, quick].entries())
    expect(lines.reduce((sum, line) => sum + (line.terms[at]?.time_us ?? 0), 0)).toBe(totalOf(terms));
});

test('the sentence tells the largest place and the largest difference', () => {
  expect(madeOf([slow, quick])).toBe(
    'SLOW: 40 µs, the largest part of it device (36 µs, 90.0\u2009%). QUICK: 6 µs. The largest difference: “records”, 30 µs more.',
  );
  expect(madeOf([quick, slow])).toContain('The largest difference: “records”, 30 µs less.');
  expect(madeOf([quick])).toBe('QUICK: 6 µs, the largest part of it cache (4 µs, 66.7\u2009%).');
  expect(madeOf([slow, slow])).not.toContain('difference');
  expect(madeOf([{ title: 'NONE', terms: [] }])).toBe('NONE: 0 µs.');
});
