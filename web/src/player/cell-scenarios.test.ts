import { expect, test } from 'vitest';
import type { Table } from '../lab/types';
import { cellScenarios } from './cell-scenarios';

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

test('value has only its own scenario when it is not a ratio', () => {
  expect(cellScenarios(table, 1, 0)).toEqual({
    base: undefined,
    targets: [{ title: '', scenario: { column: 'absolute' }, output: 'absolute' }],
  });
});

test('ratio to a column has the scenario of that column in its row', () => {
  expect(cellScenarios(table, 1, 1)).toEqual({
    base: { name: 'group absolute', is: 'in the row' },
    targets: [
      { title: 'group over', scenario: { column: 'over' }, output: 'over' },
      { title: 'group absolute', scenario: { column: 'absolute' }, output: 'absolute' },
    ],
  });
});

test('columns of one group are distinguished by their titles', () => {
  const fields = table.fields.map((one) => ({ ...one, group: 'Monoplex' }));
  expect(cellScenarios({ ...table, fields }, 1, 1)).toMatchObject({
    base: { name: 'absolute', is: 'in the row' },
    targets: [{ title: 'over' }, { title: 'absolute' }],
  });
});

test('ratio to a row has its column or the named column in that row', () => {
  expect(cellScenarios(table, 1, 2)).toMatchObject({
    base: { name: 'The old way', is: 'another row' },
    targets: [{ title: 'NEW' }, { title: 'OLD', scenario: { path: 'old', column: 'to_row' }, output: 'to_row' }],
  });
  expect(cellScenarios(table, 1, 3)).toMatchObject({
    base: { name: 'The old way, absolute', is: 'another row' },
    targets: [{ title: 'NEW, group both' }, { title: 'OLD, group absolute', output: 'absolute' }],
  });
});

test('baseline row is 1 by definition', () => {
  const { base, targets } = cellScenarios(table, 0, 2);
  expect(base?.is).toBe('the cell itself');
  expect(targets).toHaveLength(1);
});
