// SHA-256 of texts. This code does not use WebCrypto, which browsers withhold from pages without TLS: a classroom's own
// host may not have TLS.
import { sha256 as hashBytes } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';

/** Returns the SHA-256 of the bytes `previous` followed by a string. */
export const sha256 = (text: string, previous: Uint8Array = new Uint8Array()): Uint8Array =>
  hashBytes(concatBytes(previous, utf8ToBytes(text)));

/** Returns bytes as hexadecimal digits. */
export const hexadecimal = (bytes: Uint8Array): string => bytesToHex(bytes);

/** Returns a hash in the format of labs and submissions: `sha256-` and 64 digits. */
export const hashName = (hash: Uint8Array): string => `sha256-${hexadecimal(hash)}`;
