/** Pages as small boxes in rows. However many pages there are, they are drawn with a few paths, not a node each. */
export interface Grid {
  pages: number;
  /** Pages in one cell. */
  per: number;
  cells: number;
  columns: number;
  /** Size of a cell and the room between two. */
  w: number;
  h: number;
  gap: number;
  height: number;
}

const widest = 34;
const narrowest = 8;
const tall = 1.25;
const gapFor = (w: number): number => (w >= 20 ? 6 : w >= 12 ? 3 : 2);

/**
 * The largest cells with which as many as `most` pages fit; several pages share a cell where none do. Two directories
 * drawn with the same `most` have the same cells, so that their sizes compare.
 */
export function gridOf(pages: number, width: number, room: number, most = pages): Grid {
  const shape = (w: number): Pick<Grid, 'columns' | 'w' | 'h' | 'gap'> & { fits: number } => {
    const gap = gapFor(w);
    const h = Math.round(w * tall);
    const columns = Math.max(1, Math.floor((width + gap) / (w + gap)));
    return { columns, w, h, gap, fits: columns * Math.max(1, Math.floor((room + gap) / (h + gap))) };
  };
  let chosen = shape(widest);
  for (let w = widest; w >= narrowest && chosen.fits < most; w--) chosen = shape(w);
  const { columns, w, h, gap, fits } = chosen;
  const per = Math.max(1, Math.ceil(most / fits));
  const cells = Math.ceil(pages / per);
  return { pages, per, cells, columns, w, h, gap, height: Math.max(1, Math.ceil(cells / columns)) * (h + gap) - gap };
}

export const cellOf = ({ per }: Grid, page: number): number => Math.floor(page / per);

/** The upper left corner of a cell. */
export const corner = ({ columns, w, h, gap }: Grid, cell: number): [x: number, y: number] => [
  (cell % columns) * (w + gap),
  Math.floor(cell / columns) * (h + gap),
];

/** The first page of the cell at a point. */
export function pageAt(grid: Grid, x: number, y: number): number | undefined {
  const column = Math.floor((x + grid.gap / 2) / (grid.w + grid.gap));
  const row = Math.floor((y + grid.gap / 2) / (grid.h + grid.gap));
  const page = (row * grid.columns + column) * grid.per;
  return column >= 0 && row >= 0 && column < grid.columns && page < grid.pages ? page : undefined;
}

/** How full each cell is, from 0 to 1: the mean of its pages. */
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

/** Half a pixel in, so that thin lines are sharp. */
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

/** What is full of each cell, from the bottom up. */
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

/** Both diagonals. */
export function crosses(grid: Grid, cells: Iterable<number>): string {
  let path = '';
  for (const cell of cells) {
    const [x, y] = corner(grid, cell);
    path += `M${x} ${y}l${grid.w} ${grid.h}M${x + grid.w} ${y}l${-grid.w} ${grid.h}`;
  }
  return path;
}
