// Checks that the tests named in docs/guarantees.md and docs/accessibility.md exist.
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { at } from './run.mjs';

/** Returns the first cell of each row of a document's tables, and the cell with its tests. */
const rowsOf = (file: string, column: number): { name: string; proof: string }[] =>
  readFileSync(at(file), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| ') && !/^\| (---|Guarantee |Criterion )/.test(line))
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .map((cells) => ({ name: cells[1] ?? '', proof: cells[column] ?? '' }));

/** Looks up the tests that a cell names; returns the number of files that it names. */
function lookUp(proof: string): number {
  const named = [...proof.matchAll(/`([^`]+)`: ((?:“[^”]+”(?: and )?)+)/g)];
  for (const [, file = '', titles = ''] of named) {
    expect(existsSync(at(file)), file).toBe(true);
    const text = readFileSync(at(file), 'utf8');
    for (const [, title = ''] of titles.matchAll(/“([^”]+)”/g)) expect(text, file).toContain(title);
  }
  return named.length;
}

describe('guarantee', () => {
  const rows = rowsOf('docs/guarantees.md', 2);
  test('table is read', () => expect(rows.length).toBeGreaterThan(20));

  for (const { name, proof } of rows)
    test(`“${name}” names its tests`, () => {
      // Some guarantees are checked by a command instead of by a test.
      if (lookUp(proof) === 0) expect(proof).toMatch(/`npm run [a-z:]+`/);
    });
});

describe('criterion of accessibility', () => {
  const rows = rowsOf('docs/accessibility.md', 3);
  // WCAG 2.2 has 31 criteria of level A and 24 of level AA; the table has one row per level for time-based media.
  test('table is read', () => expect(rows).toHaveLength(31 - 2 + 24 - 1));

  for (const { name, proof } of rows) test(`${name} names existing tests`, () => void lookUp(proof));
});
