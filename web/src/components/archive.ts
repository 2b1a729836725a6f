// Entries of untrusted zip archives: none is unpacked beyond its declared size.
import { Inflate } from 'fflate';

const END_OF_DIRECTORY = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;
/** The maximum size of the end record: 22 bytes and a comment. */
const MAX_END_BYTES = 22 + 0xffff;
/** The number of compressed bytes processed at a time; unpacked, they are at most a thousand times as long. */
const CHUNK_BYTES = 16_384;

/** Returns the compressed content of entry number `at`; undefined if the archive has no such entry. */
function packedEntry(bytes: Uint8Array, at: number): { packed: Uint8Array; method: number; size: number } | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let end = bytes.length - 22;
  const first = Math.max(0, bytes.length - MAX_END_BYTES);
  while (end >= first && view.getUint32(end, true) !== END_OF_DIRECTORY) end--;
  if (end < first) return undefined;
  const lengths = (place: number): number =>
    view.getUint16(place, true) + view.getUint16(place + 2, true) + view.getUint16(place + 4, true);
  let entry = view.getUint32(end + 16, true);
  for (let before = 0; before < at; before++) entry += 46 + lengths(entry + 28);
  if (view.getUint32(entry, true) !== DIRECTORY_ENTRY) return undefined;
  const local = view.getUint32(entry + 42, true);
  const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
  const packed = bytes.subarray(start, start + view.getUint32(entry + 20, true));
  return { packed, method: view.getUint16(entry + 10, true), size: view.getUint32(entry + 24, true) };
}

/** Inflates data to exactly this size; undefined as soon as the size proves to be different. */
function inflate(packed: Uint8Array, size: number): Uint8Array | undefined {
  const content = new Uint8Array(size);
  let filled = 0;
  const stream = new Inflate((chunk) => {
    if (filled + chunk.length <= size) content.set(chunk, filled);
    filled += chunk.length;
  });
  for (let from = 0; from < packed.length && filled <= size; from += CHUNK_BYTES)
    stream.push(packed.subarray(from, from + CHUNK_BYTES), from + CHUNK_BYTES >= packed.length);
  return filled === size ? content : undefined;
}

/**
 * Unpacks entry number `at` in the archive's directory, by number because names may not be unique. The caller has
 * checked the declared size. Returns undefined if the entry is damaged or has a different size.
 */
export function unpackEntry(bytes: Uint8Array, at: number): Uint8Array | undefined {
  try {
    const { packed, method, size } = packedEntry(bytes, at) ?? {};
    if (packed === undefined || size === undefined) return undefined;
    if (method === 8) return inflate(packed, size);
    return method === 0 && packed.length === size ? packed : undefined;
  } catch {
    return undefined;
  }
}
