import { expect, test } from 'vitest';
import { blocksPath, perBlock, pitchOf, rowsOf } from './race';

/** The corners and widths of the blocks of an outline. */
const blocks = (path: string): number[][] =>
  [...path.matchAll(/M([\d.]+) ([\d.]+)h([\d.]+)/g)].map(([, x, y, width]) => [Number(x), Number(y), Number(width)]);

test('blocks fill one row after the other, and a part of one is a narrower block', () => {
  expect(blocks(blocksPath(4.25, 3, 12))).toEqual([
    [0, 0, 10],
    [12, 0, 10],
    [24, 0, 10],
    [0, 12, 10],
    [12, 12, 2.5],
  ]);
  expect([rowsOf(4.25, 3), rowsOf(3, 3), rowsOf(0.2, 3)]).toEqual([2, 1, 1]);
});

test('area of the blocks is the number of operations', () => {
  for (const count of [0, 1, 34.7, 276.6]) {
    const area = blocks(blocksPath(count, 24, 12)).reduce((sum, [, , width = 0]) => sum + width * 10, 0);
    expect(area / 100).toBeCloseTo(count, 1);
  }
});

test('blocks are as large as their room allows', () => {
  expect(pitchOf(10, 600, 300)).toBe(24);
  const pitch = pitchOf(277, 300, 200);
  const fits = (pitch: number): boolean => Math.ceil(277 / Math.floor(300 / pitch)) * pitch <= 200;
  expect([fits(pitch), fits(pitch + 1)]).toEqual([true, false]);
});

test('block stands for more operations if there are too many', () => {
  expect([perBlock(277), perBlock(1200), perBlock(1201), perBlock(90_000)]).toEqual([1, 1, 10, 100]);
});
