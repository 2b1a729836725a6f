import type { PageView } from '../../engine/live/protocol';

/** The bytes of one page as rows of a band, and what is where. */
export const pageBytes = 8192;
export const rowBytes = 1024;
export const rows = pageBytes / rowBytes;

export interface ByteRange {
  offset: number;
  bytes: number;
}

export interface Band {
  /** Pixels of a row, without and with the room below it. */
  width: number;
  row: number;
  step: number;
}

/** Where a byte is drawn: the left end of it, in the middle of its row. */
export const byteAt = ({ width, row, step }: Band, byte: number): [x: number, y: number] => [
  ((byte % rowBytes) / rowBytes) * width,
  Math.floor(byte / rowBytes) * step + row / 2,
];

/** Ranges of bytes as boxes, broken at the ends of rows. */
export function boxes({ width, row, step }: Band, ranges: Iterable<ByteRange>): string {
  let path = '';
  const gap = 0.75;
  for (const { offset, bytes } of ranges) {
    for (let from = offset; from < offset + bytes;) {
      const end = Math.min(offset + bytes, (Math.floor(from / rowBytes) + 1) * rowBytes);
      const x = ((from % rowBytes) / rowBytes) * width;
      const w = ((end - from) / rowBytes) * width;
      // The room between neighbours is taken from their right ends.
      path += `M${x.toFixed(1)} ${Math.floor(from / rowBytes) * step}h${Math.max(w - gap, 0.5).toFixed(1)}v${row}h${(-Math.max(w - gap, 0.5)).toFixed(1)}z`;
      from = end;
    }
  }
  return path;
}

/** What is free: the gaps, or all that an index page has beyond its pointers. */
export const free = ({ summary, gaps }: PageView): ByteRange[] =>
  summary.index ? [{ offset: summary.used_bytes, bytes: pageBytes - summary.used_bytes }] : gaps;

/** What is neither entry nor gap: the page's header and its table. */
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

/** The entries of a v4 page's hash chain, from its head on. A chain that runs in a circle is cut. */
export function chainOf({ entries }: PageView, bucket: number): PageView['entries'] {
  const own = entries.filter((entry) => entry.bucket === bucket);
  const at = new Map(own.map((entry) => [entry.offset, entry]));
  const followed = new Set(own.map(({ next }) => next));
  const chain: PageView['entries'] = [];
  for (let entry = own.find(({ offset }) => !followed.has(offset)); entry && chain.length < own.length;) {
    chain.push(entry);
    entry = at.get(entry.next);
  }
  return chain;
}

/** The hash chain with the most entries. */
export function longestChain({ entries }: PageView): number {
  const lengths = new Map<number, number>();
  let longest = entries[0]?.bucket ?? 0;
  for (const { bucket } of entries) {
    lengths.set(bucket, (lengths.get(bucket) ?? 0) + 1);
    if ((lengths.get(bucket) ?? 0) > (lengths.get(longest) ?? 0)) longest = bucket;
  }
  return longest;
}
