import { describe, expect, test } from 'vitest';
import { cellOf, corner, fills, gridOf, outlines, pageAt, shares } from './grid';

describe('grid of pages', () => {
  test.each([1, 8, 17, 161, 1_601, 8_000, 65_536])('fits into its area with %i pages', (pages) => {
    for (const width of [340, 548]) {
      const grid = gridOf(pages, width, 196);
      expect(grid.height).toBeLessThanOrEqual(196);
      expect(grid.columns * (grid.w + grid.gap) - grid.gap).toBeLessThanOrEqual(width);
      expect(grid.cells * grid.per).toBeGreaterThanOrEqual(pages);
      expect(grid.cells).toBeLessThanOrEqual(1_000);
      expect(cellOf(grid, pages - 1)).toBe(grid.cells - 1);
    }
  });

  test('has cells of one size for both directories, one per page', () => {
    const small = gridOf(70, 548, 196, 161);
    const large = gridOf(161, 548, 196, 161);
    expect([small.w, small.h, small.per]).toEqual([large.w, large.h, large.per]);
    expect([small.cells, large.cells]).toEqual([70, 161]);
  });

  test('fills a cell by the mean of its pages', () => {
    const grid = { ...gridOf(3, 548, 196), per: 2, cells: 2 };
    expect([...shares(grid, Uint32Array.of(8192, 4096, 2048))]).toEqual([0.75, 0.25]);
  });

  test('finds the page that is drawn at a point', () => {
    const grid = gridOf(161, 548, 196);
    for (const page of [0, 1, 30, 160]) {
      const [x, y] = corner(grid, cellOf(grid, page));
      expect(pageAt(grid, x + grid.w / 2, y + grid.h / 2)).toBe(page);
    }
    expect(pageAt(grid, -5, 0)).toBeUndefined();
    expect(pageAt(grid, 5, 1000)).toBeUndefined();
  });

  test('draws one box per cell', () => {
    const grid = gridOf(4, 548, 196);
    expect(outlines(grid, [0, 1, 2, 3]).match(/z/g)).toHaveLength(4);
    expect(fills(grid, [1], Float64Array.of(0, 0.5, 0, 0))).toMatch(/^M[\d.]+ [\d.]+h/);
  });
});
