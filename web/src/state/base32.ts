// Codes that people copy, type, and scan: groups of four symbols in Crockford's base 32, which has no letter that looks
// like a digit. The last symbol is a check symbol.
import { base32crockford } from '@scure/base';

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Returns the first `count` groups of five bits as symbols. */
export const base32 = (bytes: Uint8Array, count: number): string => base32crockford.encode(bytes).slice(0, count);

/**
 * Returns the check symbol of the Luhn algorithm for 32 symbols, which detects every single wrong symbol and nearly
 * every swap of two neighbors.
 */
function checkSymbol(symbols: string): string {
  const sum = [...symbols].reverse().reduce((sum, symbol, at) => {
    const value = alphabet.indexOf(symbol) * (at % 2 === 0 ? 2 : 1);
    return sum + Math.floor(value / 32) + (value % 32);
  }, 0);
  return alphabet.charAt((32 - (sum % 32)) % 32);
}

/** Encodes symbols as a code: the symbols and their check symbol, in groups. */
export const codeOf = (symbols: string): string => (symbols + checkSymbol(symbols)).replace(/.{4}(?=.)/g, '$&-');

/** Encodes bytes as a code. */
export const encodeBytes = (bytes: Uint8Array): string => codeOf(base32crockford.encode(bytes));

/** Returns the bytes of a code as a person may have typed it; undefined if the code is damaged. */
export function decodeBytes(code: string): Uint8Array | undefined {
  const typed = code.toUpperCase().replace(/[-\s]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1');
  const [symbols, check] = [typed.slice(0, -1), typed.slice(-1)];
  if (symbols === '' || !/^[0-9A-HJKMNP-TV-Z]+$/.test(typed) || checkSymbol(symbols) !== check) return undefined;
  try {
    return base32crockford.decode(symbols);
  } catch {
    // The code has extra bits after the last byte.
    return undefined;
  }
}
