import { expect, test } from 'vitest';
import { cacheEvents } from '../../../engine/generated/disk-path';
import type { CacheTimeline } from '../../../engine/live/cache/protocol';
import { cellPitch, cellsPath, requestsOf } from './bands';
import { lessons } from './settings';

const settings = lessons[0].settings;
const kind = (event: (typeof cacheEvents)[number]): number => cacheEvents.indexOf(event);
const course: CacheTimeline = {
  unitKb: 48,
  ends: [2, 2, 5, 5],
  hits: [],
  misses: [],
  kinds: Uint8Array.of(kind('write'), kind('write'), kind('fill'), kind('hit'), kind('bypass')),
  askers: Uint8Array.of(0, 1, 0, 1, 0),
};

test('requests of a phase have their places in the run', () => {
  expect(requestsOf(course, settings, 2)).toEqual([
    [2, 'disk'],
    [3, 'hit'],
    [4, 'disk'],
  ]);
  expect(requestsOf(course, settings, 1)).toEqual([]);
});

test('requests of guests that only scan are left out', () => {
  const places = requestsOf(course, { ...settings, guests: 2, sharing: 'scan' }, 2).map(([at]) => at);
  expect(places).toEqual([2, 4]);
});

test('cells become smaller so that a phase is not too high', () => {
  expect(cellPitch(24, 140)).toBe(14);
  const pitch = cellPitch(100, 140);
  expect(Math.ceil(100 / Math.floor(140 / pitch)) * pitch).toBeLessThanOrEqual(56);
  expect(cellPitch(100_000, 140)).toBe(6);
});

test('cells of a read from disk have a hole, and those of a write half the height', () => {
  const corners = (path: string): string[] => path.match(/M[\d.]+ [\d.]+/g) ?? [];
  expect(corners(cellsPath([0, 4], 'hit', 3, 14))).toEqual(['M0 0', 'M14 14']);
  expect(corners(cellsPath([0], 'disk', 3, 14))).toEqual(['M0 0', 'M2 2']);
  expect(corners(cellsPath([0], 'write', 3, 14))).toEqual(['M0 6']);
});
