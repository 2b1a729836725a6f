import type { PageView } from '../../engine/live/protocol';

/** The size of a page, and of a row in its byte diagram. */
export const pageBytes = 8192;
export const rowBytes = 1024;
export const rows = pageBytes / rowBytes;

export interface ByteRange {
  offset: number;
  bytes: number;
}

export interface Band {
  /** The width of a row, in pixels. */
  width: number;
  /** The height of a row, in pixels. */
  row: number;
  /** The distance between the tops of two rows, in pixels. */
  step: number;
}

/** Returns the point at which a byte is drawn: its left edge, at the middle of the row. */
export const byteAt = ({ width, row, step }: Band, byte: number): [x: number, y: number] => [
  ((byte % rowBytes) / rowBytes) * width,
  Math.floor(byte / rowBytes) * step + row / 2,
];

/** Draws ranges of bytes as boxes, split at the ends of rows. */
export function boxes({ width, row, step }: Band, ranges: Iterable<ByteRange>): string {
  let path = '';
  const gap = 0.75;
  for (const { offset, bytes } of ranges) {
    for (let from = offset; from < offset + bytes;) {
      const end = Math.min(offset + bytes, (Math.floor(from / rowBytes) + 1) * rowBytes);
      const x = ((from % rowBytes) / rowBytes) * width;
      const w = ((end - from) / rowBytes) * width;
      // The gap to the next box is cut from a box's right edge.
      path += `M${x.toFixed(1)} ${Math.floor(from / rowBytes) * step}h${Math.max(w - gap, 0.5).toFixed(1)}v${row}h${(-Math.max(w - gap, 0.5)).toFixed(1)}z`;
      from = end;
    }
  }
  return path;
}

/** Returns the free ranges: the gaps, or everything after the pointers of an index page. */
export const free = ({ summary, gaps }: PageView): ByteRange[] =>
  summary.index ? [{ offset: summary.used_bytes, bytes: pageBytes - summary.used_bytes }] : gaps;

/** Returns the ranges of the page's header and its table: those outside entries and gaps. */
export function tables({ summary, entries, gaps }: PageView): ByteRange[] {
  if (summary.index) return [{ offset: 0, bytes: summary.used_bytes }];
  const taken = [...entries, ...gaps].sort((a, b) => a.offset - b.offset);
  const rest: ByteRange[] = [];
  let next = 0;
  for (const { offset, bytes } of taken) {
    if (offset > next) rest.push({ offset: next, bytes: offset - next });
    next = Math.max(next, offset + bytes);
  }
  if (next < pageBytes) rest.push({ offset: next, bytes: pageBytes - next });
  return rest;
}

/** Returns the entries of a v4 page's hash chain from its head. In a damaged page, a circular chain is cut off. */
export function chainOf({ entries }: PageView, bucket: number): PageView['entries'] {
  const members = entries.filter((entry) => entry.bucket === bucket);
  const at = new Map(members.map((entry) => [entry.offset, entry]));
  const followed = new Set(members.map(({ next }) => next));
  const chain: PageView['entries'] = [];
  for (let entry = members.find(({ offset }) => !followed.has(offset)); entry && chain.length < members.length;) {
    chain.push(entry);
    entry = at.get(entry.next);
  }
  return chain;
}

/** Returns the number of the hash chain with the most entries. */
export function fullestBucket({ entries }: PageView): number {
  const lengths = new Map<number, number>();
  let fullest = entries[0]?.bucket ?? 0;
  for (const { bucket } of entries) {
    lengths.set(bucket, (lengths.get(bucket) ?? 0) + 1);
    if ((lengths.get(bucket) ?? 0) > (lengths.get(fullest) ?? 0)) fullest = bucket;
  }
  return fullest;
}
