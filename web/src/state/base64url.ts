// Base64 for URLs (RFC 4648, section 5), without padding.
import { strFromU8, strToU8 } from 'fflate';

export const toBase64url = (bytes: Uint8Array): string =>
  btoa(strFromU8(bytes, true)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');

export const fromBase64url = (text: string): Uint8Array =>
  strToU8(atob(text.replaceAll('-', '+').replaceAll('_', '/')), true);
