/** Where the blocks of a strip are drawn, line after line. */
export interface Layout {
  size: number;
  height: number;
  cells: { x: number; y: number }[];
  /** A mark between two blocks that a flush came between. */
  flushes: { x: number; y: number }[];
}

const size = 18;
const line = size + 10;
/** Room for a flush. */
const gap = 6;

/** Breaks the blocks into lines of a width. */
export function layoutOf(epochs: Uint32Array, width: number): Layout {
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
  return { size, height: y + line, cells, flushes };
}
