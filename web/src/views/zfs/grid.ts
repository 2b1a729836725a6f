/** Pages as small boxes in rows, drawn with a few paths for any number of pages. */
export interface Grid {
  pages: number;
  /** The number of pages per cell. */
  per: number;
  cells: number;
  columns: number;
  /** The width of a cell. */
  w: number;
  /** The height of a cell. */
  h: number;
  /** The gap between two cells. */
  gap: number;
  height: number;
}

const MAX_WIDTH = 34;
const MIN_WIDTH = 8;
const HEIGHT_PER_WIDTH = 1.25;
const gapFor = (w: number): number => (w >= 20 ? 6 : w >= 12 ? 3 : 2);

/**
 * Returns a grid with the largest cells for which `maxPages` pages fit; if even the smallest cells are too large,
 * several pages share a cell. Two directories with the same `maxPages` have cells of the same size, so that their areas
 * can be compared.
 */
export function gridOf(pages: number, width: number, maxHeight: number, maxPages = pages): Grid {
  const shape = (w: number): Pick<Grid, 'columns' | 'w' | 'h' | 'gap'> & { fits: number } => {
    const gap = gapFor(w);
    const h = Math.round(w * HEIGHT_PER_WIDTH);
    const columns = Math.max(1, Math.floor((width + gap) / (w + gap)));
    return { columns, w, h, gap, fits: columns * Math.max(1, Math.floor((maxHeight + gap) / (h + gap))) };
  };
  let chosen = shape(MAX_WIDTH);
  for (let w = MAX_WIDTH; w >= MIN_WIDTH && chosen.fits < maxPages; w--) chosen = shape(w);
  const { columns, w, h, gap, fits } = chosen;
  const per = Math.max(1, Math.ceil(maxPages / fits));
  const cells = Math.ceil(pages / per);
  return { pages, per, cells, columns, w, h, gap, height: Math.max(1, Math.ceil(cells / columns)) * (h + gap) - gap };
}

export const cellOf = ({ per }: Grid, page: number): number => Math.floor(page / per);

/** Returns the upper left corner of a cell. */
export const corner = ({ columns, w, h, gap }: Grid, cell: number): [x: number, y: number] => [
  (cell % columns) * (w + gap),
  Math.floor(cell / columns) * (h + gap),
];

/** Returns the first page of the cell at a point. */
export function pageAt(grid: Grid, x: number, y: number): number | undefined {
  const column = Math.floor((x + grid.gap / 2) / (grid.w + grid.gap));
  const row = Math.floor((y + grid.gap / 2) / (grid.h + grid.gap));
  const page = (row * grid.columns + column) * grid.per;
  return column >= 0 && row >= 0 && column < grid.columns && page < grid.pages ? page : undefined;
}

/** Returns the fill factor of each cell, from 0 to 1: the mean of its pages. */
export function shares(grid: Grid, used: Uint32Array, bytes = 8192): Float64Array {
  const sums = new Float64Array(grid.cells);
  const pages = new Float64Array(grid.cells);
  for (let page = 0; page < grid.pages; page++) {
    const cell = cellOf(grid, page);
    sums[cell] = (sums[cell] ?? 0) + (used[page] ?? 0);
    pages[cell] = (pages[cell] ?? 0) + 1;
  }
  return sums.map((sum, cell) => sum / (pages[cell] || 1) / bytes);
}

/** An inset of half a pixel makes thin lines sharp. */
const half = 0.5;

export function outlines(grid: Grid, cells: Iterable<number>, outset = 0): string {
  let path = '';
  for (const cell of cells) {
    const [x, y] = corner(grid, cell);
    const [w, h] = [grid.w - 1 + 2 * outset, grid.h - 1 + 2 * outset];
    path += `M${x + half - outset} ${y + half - outset}h${w}v${h}h${-w}z`;
  }
  return path;
}

/** Draws the filled part of each cell, from the bottom up. */
export function fills(grid: Grid, cells: Iterable<number>, share: Float64Array): string {
  let path = '';
  const inset = grid.w >= 14 ? 2 : 1;
  for (const cell of cells) {
    const [x, y] = corner(grid, cell);
    const h = Math.max(1, Math.round((grid.h - 2 * inset) * (share[cell] ?? 0) * 10) / 10);
    path += `M${x + inset} ${y + grid.h - inset}h${grid.w - 2 * inset}v${-h}h${2 * inset - grid.w}z`;
  }
  return path;
}

/** Draws both diagonals of each cell. */
export function crosses(grid: Grid, cells: Iterable<number>): string {
  let path = '';
  for (const cell of cells) {
    const [x, y] = corner(grid, cell);
    path += `M${x} ${y}l${grid.w} ${grid.h}M${x + grid.w} ${y}l${-grid.w} ${grid.h}`;
  }
  return path;
}
