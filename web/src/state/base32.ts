// Codes that people copy, type, and scan: groups of four symbols in Crockford's base 32, which has no letter that looks
// like a digit. The last symbol is a check.
import { base32crockford } from '@scure/base';

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** The first `count` groups of five bits. */
export const base32 = (bytes: Uint8Array, count: number): string => base32crockford.encode(bytes).slice(0, count);

/**
 * The check of a code by Luhn's rule for 32 symbols, which finds every single wrong symbol and nearly every exchange of two
 * neighbours.
 */
function checkSymbol(symbols: string): string {
  const sum = [...symbols].reverse().reduce((sum, symbol, at) => {
    const value = alphabet.indexOf(symbol) * (at % 2 === 0 ? 2 : 1);
    return sum + Math.floor(value / 32) + (value % 32);
  }, 0);
  return alphabet.charAt((32 - (sum % 32)) % 32);
}

/** A code of symbols: they and their check, in groups. */
export const codeOf = (symbols: string): string => (symbols + checkSymbol(symbols)).replace(/.{4}(?=.)/g, '$&-');

/** The code of bytes. */
export const encodeBytes = (bytes: Uint8Array): string => codeOf(base32crockford.encode(bytes));

/** The bytes of a code, as a person may have typed it; undefined if it is damaged. */
export function decodeBytes(code: string): Uint8Array | undefined {
  const typed = code.toUpperCase().replace(/[-\s]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1');
  const [symbols, check] = [typed.slice(0, -1), typed.slice(-1)];
  if (symbols === '' || !/^[0-9A-HJKMNP-TV-Z]+$/.test(typed) || checkSymbol(symbols) !== check) return undefined;
  try {
    return base32crockford.decode(symbols);
  } catch {
    // Bits that no byte has.
    return undefined;
  }
}
