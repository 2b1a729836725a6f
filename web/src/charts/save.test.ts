import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { csvOf } from './save';

/** Texts with their CSV cells; an engine test reads the same file. */
const cases = JSON.parse(readFileSync(new URL('../../../tests/csv-cells.json', import.meta.url), 'utf8')) as [
  text: string,
  cell: string,
][];

describe('CSV cell', () => {
  test.each(cases)('is not a formula in any program: %j', (text, cell) => {
    expect(csvOf([[text]])).toBe(`${cell}\n`);
  });

  test('keeps a number unchanged', () => {
    expect(csvOf([[-1.5, 1e21, 0, NaN, -Infinity, 7]])).toBe('-1.5,1e+21,0,,,7\n');
  });

  test('begins no formula, whatever separates cells and with blanks and quotes dropped', () => {
    const sign = fc.constantFrom(...'=+-@\uff1d;,|\t\n\r " \u3000\ufeff\u001ba1');
    const text = fc.array(sign, { maxLength: 12 }).map((signs) => signs.join(''));
    fc.assert(
      fc.property(text, (text) => {
        // Numbers, and a dash for a missing one, stay unchanged.
        fc.pre(!/^[-+.\de]*$/i.test(text));
        const cells = csvOf([[text]]).split(/[,;|\t\n\r]/);
        expect(cells.filter((cell) => /^[\s"\u200b]*[=+\-@\uff1d\uff0b\uff0d\uff20]/.test(cell))).toEqual([]);
      }),
      { numRuns: 2000 },
    );
  });

  test('can be a megabyte of line breaks', () => {
    expect(csvOf([['\n'.repeat(1 << 20)]])).toHaveLength((1 << 20) + 3);
  });
});
