// The block map of a device, and the cost of external fragmentation.
import { owners, type Device } from '../../engine/live/outage/protocol';

/** The number of blocks in a row of the map. */
export const columns = 128;

export interface Part {
  owner: number;
  /** Rectangles in units of a block's side. */
  path: string;
}

/** Returns one path for each owner of allocated blocks. */
export function partsOf({ extents }: Pick<Device, 'extents'>): Part[] {
  const paths = new Map<number, string[]>();
  for (const [at, first] of extents.starts.entries()) {
    const [blocks, owner] = [extents.lengths[at] ?? 0, extents.owners[at] ?? owners.free];
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

/** Returns the number of rows of the map. */
export const rowsOf = ({ extents }: Pick<Device, 'extents'>): number =>
  Math.ceil(((extents.starts.at(-1) ?? 0) + (extents.lengths.at(-1) ?? 0)) / columns);

/**
 * Returns the sequential read speed of a file relative to that of a file with a single extent. Times are in
 * milliseconds.
 */
export function readingSpeed(pages: number, extents: number, position: number, mbs: number): number {
  const moving = (pages * 4096) / (mbs * 1000);
  return (position + moving) / (extents * position + moving);
}
