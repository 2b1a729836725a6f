// A file and its compressed sizes, drawn as blocks of equal size.

/**
 * The maximum number of blocks of the original, and the number of rows: the blocks form a band about ten times as wide
 * as high.
 */
const maxBlocks = 160;
export const rows = 4;

/**
 * Returns the number of bytes per block: the smallest power of two with which the original needs at most `maxBlocks`
 * blocks.
 */
export const bytesPerBlock = (bytes: number): number => 2 ** Math.max(0, Math.ceil(Math.log2(bytes / maxBlocks)));

/** Returns the number of blocks of a file that shrinks from `bytes` to `size`, at the given share of the animation. */
export const blocksAt = (bytes: number, size: number, share: number, per: number): number =>
  (bytes + (size - bytes) * share) / per;
