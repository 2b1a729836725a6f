// Checks that the tests named in docs/guarantees.md exist.
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { at } from './run.mjs';

const rows = readFileSync(at('docs/guarantees.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| ---') && !line.startsWith('| Guarantee'))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, guarantee = '', proof = '']) => ({ guarantee, proof }));

describe('guarantee', () => {
  test('table is read', () => expect(rows.length).toBeGreaterThan(20));

  for (const { guarantee, proof } of rows)
    test(`“${guarantee}” names its tests`, () => {
      const named = [...proof.matchAll(/`([^`]+)`: ((?:“[^”]+”(?: and )?)+)/g)];
      // Some guarantees are checked by a command instead.
      if (named.length === 0) expect(proof).toMatch(/`npm run [a-z:]+`/);
      for (const [, file = '', titles = ''] of named) {
        expect(existsSync(at(file)), file).toBe(true);
        const text = readFileSync(at(file), 'utf8');
        for (const [, title = ''] of titles.matchAll(/“([^”]+)”/g)) expect(text, file).toContain(title);
      }
    });
});
