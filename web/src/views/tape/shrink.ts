// A file and what each codec makes of it, as blocks of one size.

/** The blocks of the original at most, and their rows: together a band some ten times as wide as high. */
const maxBlocks = 160;
export const rows = 4;

/** How many bytes a block stands for: a power of two, so that the original has no more blocks than fit. */
export const bytesPerBlock = (bytes: number): number => 2 ** Math.max(0, Math.ceil(Math.log2(bytes / maxBlocks)));

/** The number of blocks of a file that shrinks from `bytes` to `size`, of which a share is done. */
export const blocksAt = (bytes: number, size: number, share: number, per: number): number =>
  (bytes + (size - bytes) * share) / per;
