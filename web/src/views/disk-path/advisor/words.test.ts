import { describe, expect, test } from 'vitest';
import type { Advice } from '../../../engine';
import { lag, summarize } from './words';

const path = (way: string, place: number, behind?: [number, number]): Advice => ({
  way,
  title: `path ${way}`,
  place,
  ...(behind && { behind }),
  score: 1,
  throughput: 1,
  cpu: 1,
  basis: 'published',
  hit_ratio: 0,
  reason: 'Because.',
  set_aside: place === 0 ? ['No.'] : [],
});

describe('lag behind the best path', () => {
  test('has a digit after the point only below 10 %', () => {
    expect(lag({ behind: [1.187, 1.264] })).toBe('19 to 26 %');
    expect(lag({ behind: [1.012, 1.0349] })).toBe('1.2 to 3.5 %');
  });

  test('includes 0 without a sign where a path may be the better one', () => {
    expect(lag({ behind: [0.98, 1.05] })).toBe('−2.0 to 5.0 %');
    expect(lag({ behind: [0.9999, 1.05] })).toBe('0.0 to 5.0 %');
  });

  test('is empty where it is not known', () => {
    expect(lag({})).toBe('');
  });
});

describe('summary', () => {
  test('names the runner-up with its distance', () => {
    expect(summarize([path('A', 1), path('B', 2, [1.2, 1.3]), path('C', 0)])).toBe(
      'A is the best path for this workload: path A. B is second, 20 to 30 % behind. 1 is excluded.',
    );
  });

  test('names no runner-up for a tie or without an interval', () => {
    expect(summarize([path('A', 1), path('B', 1, [0.9, 1.1])])).toBe(
      'A and B tie as the best paths for this workload.',
    );
    expect(summarize([path('A', 1), path('B', 2)])).toBe('A is the best path for this workload: path A.');
  });
});
