import { expect, test } from 'vitest';
import type { Lab, Table } from '../../../lab/types';
import { casesOf, numericSettings } from './cases';

const table = (id: string, engine: string): Table => ({
  id,
  title: id,
  source: 'a report',
  role: 'fit',
  scenario: { engine, users: 10 },
  row: {
    name: 'server',
    title: 'Server',
    unit: '',
    values: [{ is: 'one', title: 'The one', scenario: { cpu_ms: 4 } }],
  },
  fields: [{ name: 'rate', title: 'Rate', group: '', unit: 'requests/s', output: 'rate', scenario: { volumes: 3 } }],
  roles: [],
  rows: ['one', 'other'],
  cells: [[1], [2]],
});

test('cases are the simulated rows, with all settings of their tables', () => {
  const lab = { tables: [table('formula', 'analytic'), table('simulated', 'simulation')] } as unknown as Lab;
  expect(casesOf(lab)).toEqual([
    { id: 'simulated/one', title: 'The one', settings: { users: 10, volumes: 3, cpu_ms: 4 } },
    { id: 'simulated/other', title: 'other', settings: { users: 10, volumes: 3 } },
  ]);
});

test('numeric settings have no words and no switches', () => {
  expect(numericSettings({ engine: 'analytic', users: 0, on: true })).toEqual({ users: 0 });
});
