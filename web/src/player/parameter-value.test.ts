import { describe, expect, test } from 'vitest';
import type { Parameter } from '../lab/types';
import { fittedValue, isSaturated, withDigits } from './parameter-value.ts';

const fitted = (value: number, rest: Partial<Parameter> = {}): Parameter => ({
  title: 'T',
  value,
  unit: 'us',
  provenance: 'fitted',
  source: 'S',
  fitted_on: ['all'],
  ...rest,
});

describe('value of a parameter', () => {
  test.each([
    [14.44, [1.1, 27], '10'],
    [10.54, [9.95, 11.37], '10.5'],
    [0.4449, [0.05315, 0.8139], '0.4'],
    [5.247, [0.006, 9.2], '5'],
    [0.001864, [0.001729, 0.002029], '0.0019'],
    [507.9, [410, 620], '500'],
    [2034.6, [1980, 2090], '2,030'],
  ] as const)('%f has no digits below half of the interval %j', (value, interval, text) => {
    expect(fittedValue(fitted(value, { interval: [...interval], determined: true }))).toBe(text);
  });

  test('ends of an interval keep their first digit', () => {
    const parameter = fitted(5.247, { interval: [0.006, 9.2], determined: true });
    expect(parameter.interval?.map((end) => withDigits(end, parameter))).toEqual(['0.006', '9']);
  });

  test('has one digit when the cells do not determine it', () => {
    expect(fittedValue(fitted(14.44, { determined: false }))).toBe('10');
  });

  test('keeps its digits when no fit says how well it is known', () => {
    expect(fittedValue(fitted(330.04))).toBe('330');
    expect(fittedValue(fitted(0.6427, { determined: true }))).toBe('0.643');
    expect(fittedValue(fitted(2000, { provenance: 'published' }))).toBe('2,000');
  });

  test('is saturated only after a fit without an interval', () => {
    expect(isSaturated(fitted(1, { determined: true }))).toBe(true);
    expect(isSaturated(fitted(1))).toBe(false);
    expect(isSaturated(fitted(1, { determined: true, interval: [0.9, 1.1] }))).toBe(false);
  });
});
