import { expect, test } from 'vitest';
import {
  partTotal,
  alignTerms,
  describeBreakdown,
  describeTerms,
  partsOf,
  totalOf,
  type ValueBreakdown,
} from './breakdown';

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
  expect([totalOf(slow.terms), partTotal(slow.terms, 'device'), partTotal(slow.terms, 'cache')]).toEqual([40, 36, 0]);
  expect(partsOf([quick, slow])).toEqual(['cache', 'guest', 'device']);
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
    'SLOW: 40 µs; the largest term is device (36 µs, 90.0\u202f%). QUICK: 6 µs. Largest difference: “records”, 30 µs more.',
  );
  expect(describeBreakdown([quick, slow])).toContain('Largest difference: “records”, 30 µs less.');
  expect(describeBreakdown([quick])).toBe('QUICK: 6 µs; the largest term is cache (4 µs, 66.7\u202f%).');
  expect(describeBreakdown([slow, slow])).not.toContain('difference');
  expect(describeBreakdown([{ title: 'NONE', terms: [] }])).toBe('NONE: 0 µs.');
});

test('terms of one place differ by the operation that their titles begin with', () => {
  const lookup = term('client', 'lookup: pages probed', 1);
  const search = [term('client', 'search: entry and exit', 3), term('client', 'search: pages probed', 36)];
  expect(partsOf([{ title: 'R13', terms: [lookup, ...search] }])).toEqual(['lookup', 'search']);
  expect(partTotal([lookup, ...search], 'search')).toBe(39);
  expect(describeTerms([{ title: 'R13', terms: [lookup, ...search] }, quick])).toBe(
    '“search: pages probed” takes 36 of 40 µs (90.0\u202f%), 2 times 18 µs. QUICK takes 6 µs in total.',
  );
});
