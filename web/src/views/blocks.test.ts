import { expect, test } from 'vitest';
import { blocksPath } from './blocks';

/** Returns the corners and widths of the blocks in an outline. */
const blocks = (path: string): number[][] =>
  [...path.matchAll(/M([\d.]+) ([\d.]+)h([\d.]+)/g)].map(([, x, y, width]) => [Number(x), Number(y), Number(width)]);

test('blocks fill one column after the other, and a part of one is a narrower block', () => {
  expect(blocks(blocksPath(4.2, 3))).toEqual([
    [0, 0, 5],
    [0, 6, 5],
    [0, 12, 5],
    [6, 0, 5],
    [6, 6, 1],
  ]);
});

test('area of the blocks is the number of operations', () => {
  for (const count of [0, 1, 34.7, 276.6]) {
    const area = blocks(blocksPath(count, 8)).reduce((sum, [, , width = 0]) => sum + width * 5, 0);
    expect(area / 25).toBeCloseTo(count, 1);
  }
});
