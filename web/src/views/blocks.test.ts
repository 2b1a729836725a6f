import { expect, test } from 'vitest';
import { areaOf, blocksPath } from './blocks';

/** Returns the corners and widths of the blocks in an outline, where each position is relative to the previous one. */
function blocks(path: string): number[][] {
  const moves = [...path.matchAll(/[Mm]([\d.-]+) ([\d.-]+)h([\d.]+)/g)].map((move) => move.slice(1).map(Number));
  let [left, top] = [0, 0];
  return moves.map(([x = NaN, y = NaN, width = NaN]) => [(left += x), (top += y), width]);
}

test('blocks fill one column after the other, and a part of one is a narrower block', () => {
  expect(blocks(blocksPath(4.2, 3))).toEqual([
    [0, 0, 5],
    [0, 6, 5],
    [0, 12, 5],
    [6, 0, 5],
    [6, 6, 1],
  ]);
});

test('blocks fill each column from the left, at the pace at which they are finished', () => {
  const [count, rows] = [277, 8];
  const { width } = areaOf(count, rows, rows * 5);
  for (const share of [0.1, 0.5, 0.9]) {
    const shown = blocks(blocksPath(count, rows)).filter(([x = 0]) => x < share * width).length;
    expect(Math.abs(shown - share * count)).toBeLessThanOrEqual(rows);
  }
});

test('area of the blocks is the number of operations', () => {
  for (const count of [0, 1, 34.7, 276.6]) {
    const area = blocks(blocksPath(count, 8)).reduce((sum, [, , width = 0]) => sum + width * 5, 0);
    expect(area / 25).toBeCloseTo(count, 1);
  }
});
