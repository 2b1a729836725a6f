// Conversion between files and bytes.
import { pictureType } from './folder.ts';

/** Returns the bytes of a file in a folder. */
export function bytesOf(text: string, path: string): Uint8Array<ArrayBuffer> {
  if (!pictureType(path)) return new TextEncoder().encode(text);
  return Uint8Array.from(atob(text.slice(text.indexOf(',') + 1)), (character) => character.charCodeAt(0));
}

/**
 * Returns a file in a folder from its bytes.
 *
 * @throws {TypeError} If the file should be text but is not UTF-8.
 */
export function fromBytes(bytes: Uint8Array, path: string): string {
  const type = pictureType(path);
  if (!type) return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  // The bytes are converted in chunks, because a call has a limited number of arguments.
  let binary = '';
  for (let at = 0; at < bytes.length; at += 0x8000) binary += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return `data:${type};base64,${btoa(binary)}`;
}
