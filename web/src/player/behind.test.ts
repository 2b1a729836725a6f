import { expect, test } from 'vitest';
import type { Table } from '../lab/types';
import { behind } from './behind';

const field = (name: string, rest = {}) => ({
  name,
  title: name,
  group: `group ${name}`,
  unit: 'ratio',
  output: name,
  scenario: { column: name },
  ...rest,
});
const table: Table = {
  id: 't',
  title: 'T',
  source: 'S',
  role: 'fit',
  scenario: {},
  row: {
    name: 'way',
    title: 'Way',
    unit: '',
    values: [{ is: 'OLD', title: 'The old way', scenario: { path: 'old' } }],
  },
  fields: [
    field('absolute', { unit: 's' }),
    field('over', { relative_to: 'absolute' }),
    field('to_row', { relative_to_row: 'OLD' }),
    field('both', { relative_to: 'absolute', relative_to_row: 'OLD' }),
  ],
  rows: ['OLD', 'NEW'],
  cells: [
    [1, 1, 1, 1],
    [1, 1, 1, 1],
  ],
};

test('a value that is no ratio stands for itself', () => {
  expect(behind(table, 1, 0)).toEqual({
    base: undefined,
    wholes: [{ title: '', scenario: { column: 'absolute' }, output: 'absolute' }],
  });
});

test('a ratio to a column is beside that column of its row', () => {
  expect(behind(table, 1, 1)).toEqual({
    base: { name: 'group absolute', is: 'in the row' },
    wholes: [
      { title: 'group over', scenario: { column: 'over' }, output: 'over' },
      { title: 'group absolute', scenario: { column: 'absolute' }, output: 'absolute' },
    ],
  });
});

test('a ratio to a row is beside its column in that row, or beside the one that it names', () => {
  expect(behind(table, 1, 2)).toMatchObject({
    base: { name: 'The old way', is: 'another row' },
    wholes: [{ title: 'NEW' }, { title: 'OLD', scenario: { path: 'old', column: 'to_row' }, output: 'to_row' }],
  });
  expect(behind(table, 1, 3)).toMatchObject({
    base: { name: 'The old way, absolute', is: 'another row' },
    wholes: [{ title: 'NEW, group both' }, { title: 'OLD, group absolute', output: 'absolute' }],
  });
});

test('the row that the others are ratios to is 1 by definition', () => {
  const { base, wholes } = behind(table, 0, 2);
  expect(base?.is).toBe('the cell itself');
  expect(wholes).toHaveLength(1);
});
