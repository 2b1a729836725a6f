import { describe, expect, test } from 'vitest';
import { exampleLab, exampleTable } from '../src/lab/examples.ts';
import type { InventoryEntry } from '../src/lab/compile/index.ts';
import { judge, percent, writeList, type ListedLab, type Results } from './source-list.ts';

const field = (name: string) => ({ name, title: name, group: 'G', unit: 's', output: 'seconds', scenario: {} });
const table = exampleTable({
  fields: [field('a'), field('b')],
  rows: ['one', 'two', 'three'],
  cells: [
    [1, 2],
    [3, 4],
    ['>5', '<6'],
  ],
  row: {
    name: 'key',
    title: 'Key',
    unit: '',
    values: [{ is: 'three', title: 'Three', claim: 'in_part', scenario: {} }],
  },
  roles: [
    { rows: ['two'], role: 'held_out' },
    { rows: ['one'], fields: ['b'], role: 'identity', because: 'It follows.' },
  ],
});
const lab = exampleLab({
  sources: { deck: { cite: 'Talk A' }, paper: { cite: 'Paper B' } },
  tables: [table],
  steps: [{ id: 'first', title: 'First', blocks: [{ kind: 'table', id: 'table-t', table: 't' }] }],
});
const results: Results = {
  t: { 'one/a': -0.02, 'one/b': 0.5, 'two/a': 0.04, 'two/b': 0.3, 'three/a': true, 'three/b': false },
};
const listed = (entries: readonly InventoryEntry[]): ListedLab => ({
  lab,
  inventory: { main: 'deck', entries },
  results,
});
const entry = (parts: Partial<InventoryEntry>): InventoryEntry => ({
  source: 'deck',
  place: 'slide 1',
  kind: 'number',
  item: 'An item',
  at: [],
  ...parts,
});
const judged = (parts: Partial<InventoryEntry>) => judge(listed([]), entry(parts));
const cells = (row?: string, column?: string) => ({
  at: [{ kind: 'cells', table: 't', ...(row && { row }), ...(column && { column }) } as const],
});

describe('verdict', () => {
  test('of cells counts independent cells with an error of at most a tenth', () => {
    expect(judged(cells('one', 'a'))).toEqual({
      kind: 'reproduced',
      text: 'reproduced (fitted)',
      errors: [0.02, 0.02],
    });
    expect(judged(cells('two', 'b'))).toMatchObject({ kind: 'missed', text: 'missed (held out)' });
    const column = judged(cells('two'));
    expect(column).toMatchObject({ kind: 'in_part', text: 'reproduced in part (1 of 2 cells, held out)' });
    expect(column.errors?.[0]).toBeCloseTo(0.17);
    expect(column.errors?.[1]).toBe(0.3);
  });

  test('of cells derived from others is not a test', () => {
    expect(judged(cells('one', 'b'))).toEqual({
      kind: 'dependent',
      text: 'arithmetic on other cells',
      errors: [0.5, 0.5],
    });
  });

  test('of bounds is satisfied, not satisfied, or partly satisfied', () => {
    expect(judged(cells('three', 'a'))).toEqual({
      kind: 'satisfied',
      text: 'claim satisfied (a parameter was chosen for this claim)',
    });
    expect(judged(cells('three', 'b'))).toEqual({ kind: 'not_satisfied', text: 'claim not satisfied' });
    expect(judged(cells('three'))).toMatchObject({ kind: 'claim_in_part' });
  });

  test('of a sentence names its evidence and keeps the errors of its cells', () => {
    const printed = { verdict: 'satisfied', when: 'abs(published("t", "one", "a") - 1) < 0.1' } as const;
    expect(judged({ ...cells('one', 'a'), ...printed })).toEqual({
      kind: 'satisfied',
      text: 'claim satisfied (by printed values)',
      errors: [0.02, 0.02],
    });
    expect(judged({ ...printed, when: 'seconds(names=2) < 3 s' }).text).toBe('claim satisfied (by the model)');
    expect(judged({ verdict: 'in_part' }).text).toBe('claim satisfied in part (argued in the lab)');
  });

  test('of anything else is shown or not covered', () => {
    expect(judged({ at: [{ kind: 'block', id: 'first' }] })).toEqual({ kind: 'shown', text: 'shown' });
    expect(judged({ not_covered: 'No figure.' })).toEqual({ kind: 'not_covered', text: 'not covered: No figure.' });
  });
});

test('percentages have two digits', () => {
  expect([0, 0.0004, 0.00123, 0.0234, 0.0996, 0.234, 2.48].map(percent)).toEqual([
    '0 %',
    '0.04 %',
    '0.12 %',
    '2.3 %',
    '10 %',
    '23 %',
    '248 %',
  ]);
});

test('list has each entry under its source, with location and verdict counts', () => {
  const text = writeList([
    listed([
      entry({ kind: 'table', item: 'All | cells', ...cells() }),
      entry({ item: 'Elsewhere', source: 'paper', at: [{ kind: 'parameter', name: 'p' }] }),
      entry({ item: 'Left out', not_covered: 'No figure.' }),
    ]),
  ]);
  expect(text).toContain('| Talk A | 2 | 0 | 0 | 0 | 0 | 1 | 0 | 0 | 0 | 1 |');
  expect(text).toContain(
    '| slide 1 | table | All \\| cells | `t` (step 1) | claim satisfied in part (1 of 2 bounds; a parameter was chosen for this claim) | 4.0 % | 30 % |',
  );
  expect(text).toContain('| slide 1 | number | Left out | – | not covered: No figure. | – | – |');
  expect(text.indexOf('## Paper B')).toBeGreaterThan(text.indexOf('# Tables from other documents'));
});
