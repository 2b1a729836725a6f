import { describe, expect, test } from 'vitest';
import { baseOf, cellScenario, isMeasured, published, publishedAt, roleOf, rowTitle, unitOf } from './cells';
import { exampleLab, exampleTable } from './examples';
import type { Field, Table } from './types';

const table = exampleTable({
  fields: [
    { name: 'base', title: 'E', group: 'A', unit: 'operations/s', output: 'speed', scenario: { code: 1 } },
    {
      name: 'gain',
      title: 'E',
      group: 'B',
      unit: 'ratio',
      output: 'speed',
      relative_to: 'base',
      scenario: { code: 2 },
    },
  ],
  roles: [
    { rows: [20], role: 'held_out' },
    { rows: [20], fields: ['gain'], role: 'damaged' },
    { rows: [30], role: 'predicted' },
  ],
  rows: [10, 20, 30],
  cells: [
    [100, 2],
    [50, 3],
    [40, 4],
  ],
});
const lab = exampleLab({ tables: [table] });

describe('cells', () => {
  test('scenario joins table, column, and row', () => {
    expect(cellScenario(table, 1, table.fields[1] as (typeof table.fields)[number])).toEqual({
      machine: 'old',
      code: 2,
      names: 20,
    });
  });

  test('role is measured without an output, missing for a gap', () => {
    const [base, gain] = table.fields as [Field, Field];
    const { name, title, group, unit } = gain;
    const only: Field = { name, title, group, unit };
    const mixed: Table = { ...table, fields: [base, only], roles: [{ rows: [30], role: 'measured' }] };
    mixed.cells = [[100, 0], [50, null], [40, 4]]; // prettier-ignore
    expect([0, 1, 2].map((row) => [0, 1].map((column) => roleOf(mixed, row, column)))).toEqual([
      ['fit', 'measured'],
      ['fit', 'missing'],
      ['measured', 'measured'],
    ]);
    expect(
      [mixed, { ...mixed, fields: [only, only] }, { ...table, role: 'measured' as const, roles: [] }].map(isMeasured),
    ).toEqual([false, true, true]);
  });

  test('row keyed by a word has a name and settings', () => {
    const words: Table = {
      ...table,
      row: {
        name: 'size',
        title: 'Size',
        values: [{ is: 'small', title: 'A small one', scenario: { names: 10, machine: 'new' } }],
      },
      rows: ['small', 'large', 1234],
      roles: [{ rows: ['large'], role: 'held_out' }],
    };
    expect(cellScenario(words, 0, table.fields[0] as (typeof table.fields)[number])).toEqual({
      machine: 'new',
      code: 1,
      names: 10,
    });
    expect(words.rows.map((key) => rowTitle(words, key))).toEqual(['A small one', 'large', '1,234']);
    expect([roleOf(words, 0, 0), roleOf(words, 1, 0)]).toEqual(['fit', 'held_out']);
    expect(publishedAt({ ...lab, tables: [words] }, 'speed', { names: 10 })).toBe(100);
  });

  test('role is the last that applies; an empty list means all', () => {
    expect([roleOf(table, 0, 0), roleOf(table, 1, 0), roleOf(table, 1, 1)]).toEqual(['fit', 'held_out', 'damaged']);
    expect(roleOf({ ...table, roles: [{ rows: [], fields: [], role: 'held_out' }] }, 0, 0)).toBe('held_out');
    expect(roleOf({ ...table, cells: [[null, null]] }, 0, 0)).toBe('missing');
  });

  test('published values keep their unit, without damaged and predicted cells', () => {
    expect(published(lab, 'speed', {}).map(({ x, value }) => [x, value])).toEqual([
      [10, 100],
      [20, 50],
      [10, 200],
    ]);
    expect(publishedAt(lab, 'speed', { code: 2, names: 10 })).toBe(200);
    expect(publishedAt(lab, 'speed', { code: 2, names: 20 })).toBeUndefined();
  });
});

describe('ratios to a row', () => {
  const field = (name: string, output: string, rest = {}) => ({
    name,
    title: name,
    group: name,
    unit: 'ratio',
    output,
    relative_to_row: 'old',
    ...rest,
  });
  const ratios: Table = {
    id: 'r',
    title: 'R',
    source: 'S',
    role: 'fit',
    scenario: { machine: 'z' },
    row: {
      name: 'kind',
      title: 'Kind',
      unit: '',
      values: [
        { is: 'old', title: 'The old one', scenario: { code: 1 } },
        { is: 'new', scenario: { code: 2 } },
      ],
    },
    fields: [field('speed', 'speed'), field('effort', 'effort', { relative_to: 'speed' })],
    roles: [{ rows: ['old'], role: 'baseline' }],
    rows: ['old', 'new'],
    cells: [
      [1, 3],
      [2, 4],
    ],
  };
  const of = (output: string, changed = ratios) => published({ ...lab, tables: [changed] }, output, { code: 2 });

  test('stay ratios, and name their base', () => {
    const to = { scenario: { machine: 'z', code: 1 }, output: 'speed' };
    expect(of('speed')).toMatchObject([{ value: 2, scenario: { machine: 'z', code: 2 }, to }]);
    expect(of('effort')).toMatchObject([{ value: 4, to }]);
  });

  test('are not values of the output', () => {
    expect(publishedAt({ ...lab, tables: [ratios] }, 'speed', { code: 2 })).toBeUndefined();
  });

  test('are multiplied by their base if it was published', () => {
    const absolute = { ...field('speed', 'speed'), unit: 'operations/s' };
    delete (absolute as { relative_to_row?: string }).relative_to_row;
    const changed: Table = {
      ...ratios,
      fields: [absolute, field('effort', 'effort', { relative_to: 'speed' })],
      cells: [
        [100, 3],
        [200, 4],
      ],
    };
    expect(of('effort', changed)).toMatchObject([{ value: 400 }]);
    expect(of('effort', changed)[0]).not.toHaveProperty('to');
  });

  test('are found and named by row and column', () => {
    expect([baseOf(ratios, 1, 0), baseOf(ratios, 1, 1), baseOf(table, 1, 1), baseOf(table, 1, 0)]).toEqual([
      [0, 0],
      [0, 0],
      [1, 0],
      undefined,
    ]);
    expect([...ratios.fields, ...table.fields].map(unitOf)).toEqual([
      'ratio to old',
      'ratio to old',
      'operations/s',
      'ratio',
    ]);
  });
});
