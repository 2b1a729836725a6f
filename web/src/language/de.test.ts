import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { engineWords, keyWords, listed, localNumber, modelWords, plainNumber, singular, unitWords } from './de';
import { damage, termWords } from './de-engine';

describe('German', () => {
  test.each([
    ['1,5', '1.5'],
    ['1.234', '1234'],
    ['1.234.567,8', '1234567.8'],
    ['0,25 ms', '0.25 ms'],
    ['12', '12'],
    ['1.5', '1.5'],
    ['0.233', '0.233'],
    ['1234.567', '1234.567'],
    ['-3,1', '-3.1'],
    ['', ''],
  ])('reads the number %s as %s', (written, plain) => {
    expect(plainNumber(written)).toBe(plain);
  });

  test('writes a number with a comma', () => {
    expect(localNumber('1234.5')).toBe('1234,5');
    expect(plainNumber(localNumber('0.125'))).toBe('0.125');
  });

  test('joins words without a comma before the last', () => {
    expect(listed(['a', 'b', 'c'])).toBe('a, b und c');
    expect(listed(['a', 'b'], 'or')).toBe('a oder b');
    expect(listed(['a'])).toBe('a');
    expect(listed([])).toBe('');
  });

  test('names units', () => {
    expect(unitWords('operations/s per processor')).toBe('Operationen/s pro Prozessor');
    expect(unitWords('µs')).toBe('µs');
    expect(singular(unitWords('names'))).toBe('Name');
    expect(singular('KB')).toBe('KB');
  });

  test('names the terms of a time, and settings', () => {
    expect(modelWords('search for each name returned: pages probed')).toBe(
      'Suche je aufgelistetem Namen: geprüfte Seiten',
    );
    expect(modelWords('update: log')).toBe('Ändern: Log');
    expect(modelWords('Machine')).toBe('Maschine');
    expect(modelWords('another: term')).toBe('another: term');
  });

  test.each([
    [
      '"zwei" is not a number: write one such as 1200 or 1.2',
      '„zwei“ ist keine Zahl: Schreiben Sie zum Beispiel 1200 oder 1,2',
    ],
    [
      'km cannot be converted to operations/s: write the answer in operations/s',
      'km lässt sich nicht in Operationen/s umrechnen: Schreiben Sie nur eine Zahl, in Operationen/s',
    ],
    ['write at least 3 significant figures', 'Geben Sie mindestens 3 signifikante Stellen an'],
    ['the name has 401 bytes: give at most 256', 'der Name hat 401 Byte: Geben Sie höchstens 256 an'],
    [
      'block 4 is damaged at byte 24: the count of names is wrong',
      'Block 4 ist bei Byte 24 beschädigt: die Anzahl der Namen ist falsch',
    ],
    ['something else', 'something else'],
  ])('says what the engine says: %s', (message, words) => {
    expect(engineWords(message)).toBe(words);
  });

  test('names keys', () => {
    expect(keyWords('Ctrl + Shift + Z')).toBe('Strg + Umschalt + Z');
    expect(keyWords('→')).toBe('→');
  });

  const engine = fileURLToPath(new URL('../../../engine', import.meta.url));

  test('names every term of the directory model', () => {
    const model = join(engine, 'models/zfs/src/directory/ptest/cost_breakdown.rs');
    const literals = readFileSync(model, 'utf8').matchAll(/"(?:\{title\}: )?([a-z][^"]*)"/g);
    const parts = [...literals].flatMap(([, name = '']) => name.split(': '));
    expect(parts).toContain('pages probed');
    expect(parts.filter((part) => !(part in termWords))).toEqual([]);
  });

  test('translates only what the engine still says', () => {
    const sources = ['models/zfs/src', 'lab/src', 'expression/src', 'model/src'].flatMap((folder) =>
      readdirSync(join(engine, folder), { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.rs'))
        .map((file) => readFileSync(join(engine, folder, file), 'utf8')),
    );
    const said = sources.join('\n').replaceAll(/\\\n\s*/g, '');
    const unknown = [...Object.keys(termWords), ...Object.keys(damage)].filter((text) => !said.includes(text));
    expect(unknown).toEqual([]);
  });
});
