// SHA-256 of texts. Not by WebCrypto: browsers withhold it from pages without TLS, and a classroom's own host may have
// none.
import { sha256 as hashBytes } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';

/** The SHA-256 of a text, after the bytes of `previous`. */
export const sha256 = (text: string, previous: Uint8Array = new Uint8Array()): Uint8Array =>
  hashBytes(concatBytes(previous, utf8ToBytes(text)));

/** Bytes as hexadecimal digits. */
export const hexadecimal = (bytes: Uint8Array): string => bytesToHex(bytes);

/** A hash as labs and submissions name it: `sha256-` and 64 digits. */
export const hashName = (hash: Uint8Array): string => `sha256-${hexadecimal(hash)}`;
