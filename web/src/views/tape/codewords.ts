// ALDC bit by bit: the written codewords, and a decoder's knowledge after each bit.
import type { Codewords } from '../../engine/live/codecs/protocol';

export interface Codeword {
  /** The position in the text of the bytes that the codeword represents. */
  at: number;
  /** The number of text bytes that the codeword represents. */
  length: number;
  /** The history address of a copy; undefined for a literal. */
  address: number | undefined;
  /** The codeword's bits, as digits. */
  bits: string;
  /** The number of bits before the codeword. */
  from: number;
}

export function codewordsOf({ at, lengths, addresses, bits, codes }: Codewords): Codeword[] {
  let from = 0;
  return Array.from(at, (begin, i) => {
    const [wide, address] = [bits[i] ?? 0, addresses[i] ?? -1];
    const word = {
      at: begin,
      length: lengths[i] ?? 0,
      address: address < 0 ? undefined : address,
      bits: (codes[i] ?? 0).toString(2).padStart(wide, '0'),
      from,
    };
    from += wide;
    return word;
  });
}

/** The end marker: a copy with an unused length code. */
export const end = '1111111111111';

/** A part of a codeword: the flag, then a byte, or a length and an address. */
export interface CodewordPart {
  kind: 'flag' | 'byte' | 'length' | 'address';
  bits: string;
}

export function partsOf({ bits, address }: Pick<Codeword, 'bits' | 'address'>, history: number): CodewordPart[] {
  const [flag, rest] = [bits.slice(0, 1), bits.slice(1)];
  if (address === undefined)
    return [
      { kind: 'flag', bits: flag },
      { kind: 'byte', bits: rest },
    ];
  const wide = Math.log2(history);
  return [
    { kind: 'flag', bits: flag },
    { kind: 'length', bits: rest.slice(0, -wide) },
    { kind: 'address', bits: rest.slice(-wide) },
  ];
}

/**
 * Returns the index of the codeword that contains the next bit after `bits` bits; at the end, the number of codewords.
 */
export function wordAt(words: readonly Codeword[], bits: number): number {
  const at = words.findIndex(({ from, bits: digits }) => bits < from + digits.length);
  return at < 0 ? words.length : at;
}

/** Returns the range of lengths that a prefix of a length code allows. */
export function lengthsOf(bits: string): [number, number] {
  // A code consists of up to four ones, a zero unless there are four ones, and the offset within the class.
  const classes: readonly { prefix: string; min: number; width: number }[] = [
    { prefix: '0', min: 2, width: 1 },
    { prefix: '10', min: 4, width: 2 },
    { prefix: '110', min: 8, width: 3 },
    { prefix: '1110', min: 16, width: 4 },
    { prefix: '1111', min: 32, width: 8 },
  ];
  const MAX_LENGTH = 271;
  const match = classes.find(({ prefix }) => bits.startsWith(prefix));
  if (!match) {
    const possible = classes.filter(({ prefix }) => prefix.startsWith(bits));
    return [possible[0]?.min ?? 2, MAX_LENGTH];
  }
  const { prefix, min, width } = match;
  const offset = bits.slice(prefix.length);
  const open = width - offset.length;
  const low = min + (offset === '' ? 0 : parseInt(offset, 2) * 2 ** open);
  return [low, Math.min(MAX_LENGTH, low + 2 ** open - 1)];
}

/** Returns a byte's visible character, or its hexadecimal digits. */
export const characterOf = (byte: number): string =>
  byte === 32
    ? '␣'
    : byte === 10
      ? '⏎'
      : byte > 32 && byte < 127
        ? String.fromCharCode(byte)
        : byte.toString(16).padStart(2, '0');

/** Describes what a decoder knows after the first `written` bits of a codeword. */
export function describeKnowledge(word: Codeword, written: number, history: number): string {
  const parts = partsOf(word, history);
  const received = (kind: CodewordPart['kind']): string => {
    let before = 0;
    for (const part of parts) {
      if (part.kind === kind) return part.bits.slice(0, Math.max(0, written - before));
      before += part.bits.length;
    }
    return '';
  };
  if (written === 0) return 'A codeword begins.';
  if (word.address === undefined) {
    const [have, all] = [received('byte'), parts[1]?.bits ?? ''];
    if (have === '') return '0: a literal byte follows.';
    if (have.length < all.length) return `A literal byte, ${have.length} of 8 bits.`;
    return `The literal byte ${characterOf(parseInt(all, 2))}.`;
  }
  const [length, address] = [received('length'), received('address')];
  if (length === '') return '1: a copy from the history follows, length first.';
  const [min, max] = lengthsOf(length);
  const bytes = min === max ? `${min} bytes` : `${min} to ${max} bytes`;
  if (address === '') return `A copy of ${bytes}${min === max ? '; the address follows' : ''}.`;
  const all = parts[2]?.bits.length ?? 0;
  if (address.length < all) return `A copy of ${bytes} from the history: ${address.length} of ${all} address bits.`;
  return `A copy of ${bytes} from address ${word.address}.`;
}
