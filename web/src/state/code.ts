// A lab's whole state as one value in an address: `1.<deflated JSON in base64url>.<CRC-32 of the text before it>`.
import { deflateSync, inflateSync, strFromU8, strToU8 } from 'fflate';
import { fromBase64url, toBase64url } from './base64url';
import { canonicalJson } from './canonical';
import { crc32 } from './crc32';

/** The version of the format. */
const version = '1';
/** A state is small; larger data did not come from this program. */
export const MAX_TEXT_CHARS = 20_000;

/** The maximum length of a value in an address, and the maximum size of its JSON. */
interface Limits {
  chars: number;
  bytes: number;
}
const stateLimits: Limits = { chars: MAX_TEXT_CHARS, bytes: 200_000 };

/** The reason why a link cannot be read, for readers. */
export class LinkError extends Error {}

const damaged = (): LinkError => new LinkError('This link is damaged: copy it again');

/** Encodes a value so that equal states have equal links. */
export function encode(value: unknown): string {
  const text = `${version}.${toBase64url(deflateSync(strToU8(canonicalJson(value)), { level: 9 }))}`;
  return `${text}.${crc32(strToU8(text))}`;
}

/**
 * Decodes a value that `encode` returned, within limits: by default, those of a state.
 *
 * @throws {LinkError} If the text was truncated, damaged, or written by another version.
 */
export function decode(text: string, { chars, bytes }: Limits = stateLimits): unknown {
  const [, found, payload = '', sum] = /^(\d+)\.([\w-]*)(?:\.([0-9a-f]*))?$/.exec(text) ?? [];
  if (found === undefined || text.length > chars) throw damaged();
  if (found !== version) throw new LinkError('This link is from another version of the site');
  if (sum === undefined || sum.length < 8) throw new LinkError('This link is incomplete: copy all of it');
  if (crc32(strToU8(`${found}.${payload}`)) !== sum) throw damaged();
  try {
    const json = inflateSync(fromBase64url(payload), { out: new Uint8Array(bytes) });
    return JSON.parse(strFromU8(json)) as unknown;
  } catch {
    throw damaged();
  }
}
