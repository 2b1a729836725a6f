/** The layout of a strip's blocks in lines. */
export interface Layout {
  /** The side of a block. */
  size: number;
  /** The pitch of lines. */
  line: number;
  height: number;
  cells: { x: number; y: number }[];
  /** The marks of flushes between blocks. */
  flushes: { x: number; y: number }[];
}

/** The possible sides of a block; a letter would not fit in a smaller one. */
const sizes = [18, 16, 14, 11, 8];
/** The width of a flush mark. */
const gap = 6;

function withSize(epochs: Uint32Array, width: number, size: number): Layout {
  const line = size + 8;
  const cells: Layout['cells'] = [];
  const flushes: Layout['flushes'] = [];
  let [x, y] = [0, 6];
  epochs.forEach((epoch, at) => {
    const flush = at > 0 && epoch !== epochs[at - 1];
    if (flush) {
      flushes.push({ x: x + 2, y });
      x += gap;
    }
    if (x + size > width) {
      x = 0;
      y += line;
    }
    cells.push({ x, y });
    x += size;
  });
  return { size, line, height: y + line, cells, flushes };
}

/** Breaks the blocks into lines of a given width; many blocks are drawn smaller, so that they fit a height. */
export function layoutOf(epochs: Uint32Array, width: number, maxHeight = Infinity): Layout {
  const layouts = sizes.map((size) => withSize(epochs, width, size));
  return layouts.find(({ height }) => height <= maxHeight) ?? layouts.at(-1) ?? withSize(epochs, width, 8);
}

/** Returns the block at a position, or the nearest one in its line. */
export function blockAt({ cells, line, size }: Layout, x: number, y: number): number {
  const rows = cells.map((cell) => Math.round((cell.y - 6) / line));
  const row = Math.max(0, Math.min(rows.at(-1) ?? 0, Math.floor((y - 2) / line)));
  let nearest = rows.indexOf(row);
  cells.forEach((cell, at) => {
    if (rows[at] === row && cell.x + size / 2 <= x) nearest = at;
  });
  return nearest;
}
