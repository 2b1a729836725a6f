// While the first of several systems finishes one operation, the others finish several: as blocks.

/** The size of a block as a share of its room; the rest is the gap after it. */
const filled = 5 / 6;

/** The largest number of blocks that is still read as an area. */
const maxBlocks = 1200;

/** How many operations a block stands for: a power of ten. */
export const perBlock = (operations: number): number =>
  10 ** Math.max(0, Math.ceil(Math.log10(operations / maxBlocks)));

/** The largest room of a block, in pixels, with which `count` of them fit into a width and a height. */
export function pitchOf(count: number, width: number, height: number): number {
  for (let pitch = 24; pitch > 6; pitch--) if (rowsOf(count, Math.floor(width / pitch)) * pitch <= height) return pitch;
  return 6;
}

/** The outline of `count` blocks in rows of `columns`, each in a room of `pitch`; a part of a block is as wide as the part. */
export function blocksPath(count: number, columns: number, pitch: number): string {
  const side = tenth(pitch * filled);
  const whole = Math.floor(count + 1e-9);
  const width = tenth((count - whole) * side);
  const at = (i: number): string => `M${(i % columns) * pitch} ${Math.floor(i / columns) * pitch}`;
  const full = Array.from({ length: whole }, (_, i) => `${at(i)}h${side}v${side}h${-side}z`).join('');
  return width < 0.5 ? full : `${full}${at(whole)}h${width}v${side}h${-width}z`;
}

const tenth = (length: number): number => Math.round(length * 10) / 10;

/** The number of rows that `count` blocks take. */
export const rowsOf = (count: number, columns: number): number => Math.max(1, Math.ceil((count - 1e-9) / columns));
