// The list of promises in docs names tests that exist.
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { at } from './run.mjs';

const rows = readFileSync(at('docs/guarantees.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| ---') && !line.startsWith('| Promise'))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, promise = '', proof = '']) => ({ promise, proof }));

describe('guarantee', () => {
  test('has a line for each promise', () => expect(rows.length).toBeGreaterThan(20));

  for (const { promise, proof } of rows)
    test(`“${promise}” names its tests`, () => {
      const named = [...proof.matchAll(/`([^`]+)`: ((?:“[^”]+”(?: and )?)+)/g)];
      // Some promises are checked by a command.
      if (named.length === 0) expect(proof).toMatch(/`npm run [a-z:]+`/);
      for (const [, file = '', titles = ''] of named) {
        expect(existsSync(at(file)), file).toBe(true);
        const text = readFileSync(at(file), 'utf8');
        for (const [, title = ''] of titles.matchAll(/“([^”]+)”/g)) expect(text, file).toContain(title);
      }
    });
});
