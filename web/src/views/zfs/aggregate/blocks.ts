import type { Owner } from '../../../engine/live/aggregate';
import { fills, gridOf, outlines, shares, type Grid } from '../grid';

/** Owners by their numbers, with what they are called. */
export const titles = [
  ['nobody', 'free'],
  ['header', 'header'],
  ['anodes', 'anode table'],
  ['v4', 'directories in format v4'],
  ['v5', 'directories in format v5'],
  ['file', 'files'],
] as const satisfies readonly (readonly [Owner, string])[];

export interface BlockPicture {
  grid: Grid;
  /** All cells, as outlines. */
  cells: string;
  /** What is in use, one path for each owner that has some. */
  paths: { id: Owner; title: string; blocks: number; d: string }[];
}

/** One byte with all fragments in use. */
const whole = 255;
const ones = (mask: number): number => {
  let count = 0;
  for (let rest = mask; rest; rest &= rest - 1) count++;
  return count;
};

/**
 * The blocks of an aggregate as boxes: those that were ever in use, and `free` in all. A box that stands for several
 * blocks has the owner of most that are in use.
 */
export function blocksOf(
  known: Uint8Array,
  owner: Uint8Array,
  free: number,
  width: number,
  room: number,
): BlockPicture {
  const use = new Uint8Array(free + known.reduce((sum, mask) => sum + Number(mask > 0), 0));
  use.set(known.subarray(0, use.length));
  const grid = gridOf(use.length, width, room);
  const used = Uint32Array.from(use, (mask) => (mask === whole ? 8 : ones(mask)));
  const share = shares(grid, used, 8);
  const votes = Array.from({ length: grid.cells }, () => new Uint32Array(titles.length));
  const blocks = new Uint32Array(titles.length);
  use.forEach((mask, block) => {
    const who = owner[block] ?? 0;
    blocks[who] = (blocks[who] ?? 0) + 1;
    const vote = votes[Math.floor(block / grid.per)];
    if (mask && vote) vote[who] = (vote[who] ?? 0) + 1;
  });
  const owned = votes.map((vote) => vote.reduce((best, votes, who) => (votes > (vote[best] ?? 0) ? who : best), 0));
  const paths = titles.flatMap(([id, title], who) => {
    const cells = owned.flatMap((one, cell) => (one === who ? [cell] : []));
    return who > 0 && cells.length > 0 ? [{ id, title, blocks: blocks[who] ?? 0, d: fills(grid, cells, share) }] : [];
  });
  return { grid, cells: outlines(grid, Array(grid.cells).keys()), paths };
}
