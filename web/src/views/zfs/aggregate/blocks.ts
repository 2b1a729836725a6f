import { blockOwners, type BlockOwner } from '../../../engine/live/aggregate';
import { fills, gridOf, outlines, shares, type Grid } from '../grid';

/** Titles of the owners. */
const titles: Record<BlockOwner, string> = {
  nobody: 'free',
  header: 'header',
  anodes: 'anode table',
  v4: 'directories in format v4',
  v5: 'directories in format v5',
  file: 'files',
};

export interface BlockDiagram {
  grid: Grid;
  /** All cells, as outlines. */
  cells: string;
  /** Blocks in use, one path per owner. */
  paths: { id: BlockOwner; title: string; blocks: number; d: string }[];
}

/** The bits of a block with all fragments in use. */
const FULL_BLOCK = 255;
const bitCount = (mask: number): number => {
  let count = 0;
  for (let rest = mask; rest; rest &= rest - 1) count++;
  return count;
};

/**
 * Draws the blocks of an aggregate as boxes: all that were ever in use, and `free` free ones. A box for several blocks
 * shows the owner that has the most of them.
 */
export function blocksOf(
  masks: Uint8Array,
  owner: Uint8Array,
  free: number,
  width: number,
  maxHeight: number,
): BlockDiagram {
  const use = new Uint8Array(free + masks.reduce((sum, mask) => sum + Number(mask > 0), 0));
  use.set(masks.subarray(0, use.length));
  const grid = gridOf(use.length, width, maxHeight);
  const used = Uint32Array.from(use, (mask) => (mask === FULL_BLOCK ? 8 : bitCount(mask)));
  const share = shares(grid, used, 8);
  const votes = Array.from({ length: grid.cells }, () => new Uint32Array(blockOwners.length));
  const blocks = new Uint32Array(blockOwners.length);
  use.forEach((mask, block) => {
    const number = owner[block] ?? 0;
    blocks[number] = (blocks[number] ?? 0) + 1;
    const vote = votes[Math.floor(block / grid.per)];
    if (mask && vote) vote[number] = (vote[number] ?? 0) + 1;
  });
  const owned = votes.map((vote) =>
    vote.reduce((best, votes, number) => (votes > (vote[best] ?? 0) ? number : best), 0),
  );
  const paths = blockOwners.flatMap((id, number) => {
    const cells = owned.flatMap((one, cell) => (one === number ? [cell] : []));
    return number > 0 && cells.length > 0
      ? [{ id, title: titles[id], blocks: blocks[number] ?? 0, d: fills(grid, cells, share) }]
      : [];
  });
  return { grid, cells: outlines(grid, Array(grid.cells).keys()), paths };
}
