// The blocks of a device as a picture, and what its files in pieces cost.
import { owners, type Device } from '../../engine/live/outage/protocol';

/** Blocks in a row of the map. */
export const columns = 128;

export interface Part {
  owner: number;
  /** Rectangles in units of a block's side. */
  path: string;
}

/** One path for each owner that is not nobody. */
export function partsOf({ pieces }: Pick<Device, 'pieces'>): Part[] {
  const paths = new Map<number, string[]>();
  for (let at = 0; at < pieces.length; at += 3) {
    const [first = 0, blocks = 0, owner = 0] = pieces.subarray(at, at + 3);
    if (owner === owners.free) continue;
    const path = paths.get(owner) ?? [];
    for (let from = first; from < first + blocks;) {
      const column = from % columns;
      const length = Math.min(columns - column, first + blocks - from);
      path.push(`M${column} ${Math.floor(from / columns)}h${length}v1h${-length}z`);
      from += length;
    }
    paths.set(owner, path);
  }
  return [...paths].sort(([a], [b]) => a - b).map(([owner, path]) => ({ owner, path: path.join('') }));
}

/** Rows of the map. */
export const rowsOf = ({ pieces }: Pick<Device, 'pieces'>): number =>
  Math.ceil(((pieces.at(-3) ?? 0) + (pieces.at(-2) ?? 0)) / columns);

/** How fast a file is read from its beginning to its end, over one in a single piece. Times in milliseconds. */
export function readingSpeed(pages: number, extents: number, position: number, mbs: number): number {
  const moving = (pages * 4096) / (mbs * 1000);
  return (position + moving) / (extents * position + moving);
}
