import { expect, test } from 'vitest';
import { componentTotal, alignTerms, describeBreakdown, componentsOf, totalOf, type ValueBreakdown } from './breakdown';

const term = (place: string, title: string, time_us: number) => ({
  place,
  title,
  count: 2,
  cost_us: time_us / 2,
  time_us,
});
const slow: ValueBreakdown = {
  title: 'SLOW',
  terms: [term('device', 'records', 30), term('guest', 'copy', 4), term('device', 'payload', 6)],
};
const quick: ValueBreakdown = { title: 'QUICK', terms: [term('cache', 'copy', 4), term('guest', 'copy', 2)] };

test('terms are added up, as a whole and by place', () => {
  expect([totalOf(slow.terms), componentTotal(slow.terms, 'device'), componentTotal(slow.terms, 'cache')]).toEqual([
    40, 36, 0,
  ]);
  expect(componentsOf([quick, slow])).toEqual(['cache', 'guest', 'device']);
});

test('rows have each step once when only one value has it', () => {
  const lines = alignTerms([slow, quick]);
  expect(lines.map(({ place, title, terms }) => [place, title, ...terms.map((term) => term?.time_us)])).toEqual([
    ['device', 'records', 30, undefined],
    ['device', 'payload', 6, undefined],
    ['guest', 'copy', 4, 2],
    ['cache', 'copy', undefined, 4],
  ]);
  for (const [at, { terms }] of [slow, quick].entries())
    expect(lines.reduce((sum, line) => sum + (line.terms[at]?.time_us ?? 0), 0)).toBe(totalOf(terms));
});

test('sentence names the largest component and the largest difference', () => {
  expect(describeBreakdown([slow, quick])).toBe(
    'SLOW: 40 µs, the largest part of it device (36 µs, 90.0\u2009%). QUICK: 6 µs. The largest difference: “records”, 30 µs more.',
  );
  expect(describeBreakdown([quick, slow])).toContain('The largest difference: “records”, 30 µs less.');
  expect(describeBreakdown([quick])).toBe('QUICK: 6 µs, the largest part of it cache (4 µs, 66.7\u2009%).');
  expect(describeBreakdown([slow, slow])).not.toContain('difference');
  expect(describeBreakdown([{ title: 'NONE', terms: [] }])).toBe('NONE: 0 µs.');
});
