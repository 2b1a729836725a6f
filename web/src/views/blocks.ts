// Amounts as areas of small blocks, in columns from left to right.

/** A block's pitch and side, in drawing units; the difference is the gap. */
const [pitch, side] = [6, 5];

/** Returns the number of columns for `count` blocks. */
export const columnsOf = (count: number, rows: number): number => Math.max(1, Math.ceil((count - 1e-9) / rows));

/** Returns the area of `count` blocks: its size, and its width in percent of the width of `room` columns. */
export function areaOf(count: number, rows: number, room: number): { width: number; height: number; percent: number } {
  const columns = columnsOf(count, rows);
  return {
    width: columns * pitch,
    height: Math.min(rows, Math.max(1, Math.ceil(count - 1e-9))) * pitch,
    percent: tenth((100 * columns) / Math.max(room, columns)),
  };
}

/**
 * Returns the outline of `count` blocks in columns of `rows`. The blocks are ordered so that revealing the outline from
 * the left shows them at the pace at which they are finished. A partial block is narrower in proportion; an unknown
 * count yields no blocks.
 */
export function blocksPath(count: number, rows: number): string {
  const whole = Math.floor(count + 1e-9);
  const width = tenth((count - whole) * side);
  // Equal relative moves compress better than absolute positions.
  const down = `m0 ${pitch}`;
  const toNextColumn = `m${pitch} ${(1 - rows) * pitch}`;
  const to = (i: number): string => (i === 0 ? 'M0 0' : i % rows === 0 ? toNextColumn : down);
  const full = Array.from({ length: whole }, (_, i) => `${to(i)}h${side}v${side}h-${side}z`).join('');
  return width >= 0.1 ? `${full}${to(whole)}h${width}v${side}h-${width}z` : full;
}

const tenth = (length: number): number => Math.round(length * 10) / 10;
