// ALDC bit by bit: what is written, and what a decoder knows after each bit.
import type { Codewords } from '../../engine/live/codecs/protocol';

export interface Codeword {
  /** Where its bytes are in the text, and how many they are. */
  at: number;
  length: number;
  /** Where in the history they are copied from; missing for a byte as it is. */
  address: number | undefined;
  /** Its bits, as digits, and how many are written before them. */
  bits: string;
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

/** The end marker: a copy whose length is none. */
export const end = '1111111111111';

/** The parts of a codeword: the flag, then a byte, or a length and an address. */
export interface Part {
  kind: 'flag' | 'byte' | 'length' | 'address';
  bits: string;
}

export function partsOf({ bits, address }: Pick<Codeword, 'bits' | 'address'>, history: number): Part[] {
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

/** The number of the codeword whose bits are being written after so many bits; the number of codewords at the end. */
export function wordAt(words: readonly Codeword[], bits: number): number {
  const at = words.findIndex(({ from, bits: own }) => bits < from + own.length);
  return at < 0 ? words.length : at;
}

/** Lengths that a length code can still mean, once these of its bits are there. */
export function lengthsOf(bits: string): [number, number] {
  // Ones up to four, a nought unless there are four, and then the place within the class.
  const classes: readonly { prefix: string; least: number; wide: number }[] = [
    { prefix: '0', least: 2, wide: 1 },
    { prefix: '10', least: 4, wide: 2 },
    { prefix: '110', least: 8, wide: 3 },
    { prefix: '1110', least: 16, wide: 4 },
    { prefix: '1111', least: 32, wide: 8 },
  ];
  const longest = 271;
  const known = classes.find(({ prefix }) => bits.startsWith(prefix));
  if (!known) {
    const possible = classes.filter(({ prefix }) => prefix.startsWith(bits));
    return [possible[0]?.least ?? 2, longest];
  }
  const { prefix, least, wide } = known;
  const given = bits.slice(prefix.length);
  const open = wide - given.length;
  const low = least + (given === '' ? 0 : parseInt(given, 2) * 2 ** open);
  return [low, Math.min(longest, low + 2 ** open - 1)];
}

/** A byte as it is shown: a character where it has one. */
export const shown = (byte: number): string =>
  byte === 32
    ? '␣'
    : byte === 10
      ? '⏎'
      : byte > 32 && byte < 127
        ? String.fromCharCode(byte)
        : byte.toString(16).padStart(2, '0');

/** What a decoder knows once so many bits of a codeword are there. */
export function known(word: Codeword, written: number, history: number): string {
  const parts = partsOf(word, history);
  const got = (kind: Part['kind']): string => {
    let before = 0;
    for (const part of parts) {
      if (part.kind === kind) return part.bits.slice(0, Math.max(0, written - before));
      before += part.bits.length;
    }
    return '';
  };
  if (written === 0) return 'A codeword begins.';
  if (word.address === undefined) {
    const [have, all] = [got('byte'), parts[1]?.bits ?? ''];
    if (have === '') return '0: a byte as it is follows.';
    if (have.length < all.length) return `A byte as it is, ${have.length} of 8 bits.`;
    return `The byte ${shown(parseInt(all, 2))}, as it is.`;
  }
  const [length, address] = [got('length'), got('address')];
  if (length === '') return '1: a copy from the history follows, first its length.';
  const [least, most] = lengthsOf(length);
  const bytes = least === most ? `${least} bytes` : `${least} to ${most} bytes`;
  if (address === '') return `A copy of ${bytes}${least === most ? '; now the address' : ''}.`;
  const all = parts[2]?.bits.length ?? 0;
  if (address.length < all) return `A copy of ${bytes} from an address, ${address.length} of its ${all} bits.`;
  return `A copy of ${bytes} from address ${word.address}.`;
}
