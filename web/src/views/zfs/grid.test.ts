import { describe, expect, test } from 'vitest';
import { cellOf, corner, fills, gridOf, outlines, pageAt, shares } from './grid';

describe('the grid of pages', () => {
  test.each([1, 8, 17, 161, 1_601, 8_000, 65_536])('%i pages fit their room', (pages) => {
    for (const width of [340, 548]) {
      const grid = gridOf(pages, width, 196);
      expect(grid.height).toBeLessThanOrEqual(196);
      expect(grid.columns * (grid.w + grid.gap) - grid.gap).toBeLessThanOrEqual(width);
      expect(grid.cells * grid.per).toBeGreaterThanOrEqual(pages);
      expect(grid.cells).toBeLessThanOrEqual(1_000);
      expect(cellOf(grid, pages - 1)).toBe(grid.cells - 1);
    }
  });

  test('few pages have a cell each, and both directories the same cells', () => {
    const small = gridOf(70, 548, 196, 161);
    const large = gridOf(161, 548, 196, 161);
    expect([small.w, small.h, small.per]).toEqual([large.w, large.h, large.per]);
    expect([small.cells, large.cells]).toEqual([70, 161]);
  });

  test('a cell is as full as its pages are on average', () => {
    const grid = { ...gridOf(3, 548, 196), per: 2, cells: 2 };
    expect([...shares(grid, Uint32Array.of(8192, 4096, 2048))]).toEqual([0.75, 0.25]);
  });

  test('the page at a point is the one drawn there', () => {
    const grid = gridOf(161, 548, 196);
    for (const page of [0, 1, 30, 160]) {
      const [x, y] = corner(grid, cellOf(grid, page));
      expect(pageAt(grid, x + grid.w / 2, y + grid.h / 2)).toBe(page);
    }
    expect(pageAt(grid, -5, 0)).toBeUndefined();
    expect(pageAt(grid, 5, 1000)).toBeUndefined();
  });

  test('a path draws one box a cell', () => {
    const grid = gridOf(4, 548, 196);
    expect(outlines(grid, [0, 1, 2, 3]).match(/z/g)).toHaveLength(4);
    expect(fills(grid, [1], Float64Array.of(0, 0.5, 0, 0))).toMatch(/^M[\d.]+ [\d.]+h/);
  });
});
