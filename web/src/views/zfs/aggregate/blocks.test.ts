import { describe, expect, test } from 'vitest';
import { blocksOf } from './blocks';

describe('block map', () => {
  test('draws every block in use with its owner, and no free block', () => {
    const use = Uint8Array.from([255, 255, 255, 0, 0b111, 255]);
    const owner = Uint8Array.from([1, 2, 3, 0, 5, 4]);
    const { grid, paths } = blocksOf(use, owner, 3, 400, 200);
    expect(grid.cells).toBe(8);
    expect(paths.map(({ id, blocks }) => [id, blocks])).toEqual([
      ['header', 1],
      ['anodes', 1],
      ['v4', 1],
      ['v5', 1],
      ['file', 1],
    ]);
  });

  test('gives a box of several blocks the owner that has the most', () => {
    const use = new Uint8Array(100_000).fill(255);
    const owner = new Uint8Array(100_000).fill(3);
    owner[0] = 1;
    const { grid, paths } = blocksOf(use, owner, 0, 300, 100);
    expect(grid.per).toBeGreaterThan(2);
    expect(paths.map(({ id }) => id)).toEqual(['v4']);
  });
});
