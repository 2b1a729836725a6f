import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codewordsOf, describeKnowledge, lengthsOf, partsOf, wordAt, type Codeword } from './codewords';

/** Returns the standard's code for a length, written independently. */
const code = (length: number): string => {
  const digits = (value: number, wide: number): string => value.toString(2).padStart(wide, '0');
  if (length < 4) return `0${digits(length - 2, 1)}`;
  if (length < 8) return `10${digits(length - 4, 2)}`;
  if (length < 16) return `110${digits(length - 8, 3)}`;
  if (length < 32) return `1110${digits(length - 16, 4)}`;
  return `1111${digits(length - 32, 8)}`;
};

describe('codewords', () => {
  it('names the possible lengths after every bit, until one is left', () => {
    for (let length = 2; length <= 271; length++) {
      const bits = code(length);
      let room = Infinity;
      for (let given = 0; given <= bits.length; given++) {
        const [min, max] = lengthsOf(bits.slice(0, given));
        expect(min).toBeLessThanOrEqual(length);
        expect(max).toBeGreaterThanOrEqual(length);
        expect(max - min).toBeLessThanOrEqual(room);
        room = max - min;
      }
      expect(lengthsOf(bits)).toEqual([length, length]);
      // The length is not known too early: a shorter prefix leaves several lengths possible.
      expect(lengthsOf(bits.slice(0, -1))[1]).toBeGreaterThan(lengthsOf(bits.slice(0, -1))[0]);
    }
  });

  it('cuts a codeword into parts that add up to it', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 271 }),
        fc.constantFrom(512, 1024, 2048),
        fc.nat(2047),
        (length, history, place) => {
          const address = place % history;
          const bits = `1${code(length)}${address.toString(2).padStart(Math.log2(history), '0')}`;
          const parts = partsOf({ bits, address }, history);
          expect(parts.map(({ bits }) => bits).join('')).toBe(bits);
          expect(parts[1]?.bits).toBe(code(length));
          expect(parseInt(parts[2]?.bits ?? '', 2)).toBe(address);
          const word: Codeword = { at: 0, length, address, bits, from: 0 };
          expect(describeKnowledge(word, bits.length, history)).toBe(
            `A copy of ${length} bytes from address ${address}.`,
          );
        },
      ),
    );
  });

  it('reads columns and knows which codeword a bit belongs to', () => {
    // A literal A, then two As copied from address 0: 0 01000001, 1 00 000000000.
    const words = codewordsOf({
      at: Float64Array.of(0, 1),
      lengths: Float64Array.of(1, 2),
      addresses: Float64Array.of(-1, 0),
      bits: Float64Array.of(9, 12),
      codes: Float64Array.of(0x41, 0b1000_0000_0000),
    });
    expect(words.map(({ bits }) => bits)).toEqual(['001000001', '100000000000']);
    expect([0, 8, 9, 20, 21].map((bits) => wordAt(words, bits))).toEqual([0, 0, 1, 1, 2]);
    expect(describeKnowledge(words[0] as Codeword, 9, 512)).toBe('The literal byte A.');
    expect(describeKnowledge(words[1] as Codeword, 1, 512)).toContain('a copy');
  });
});
