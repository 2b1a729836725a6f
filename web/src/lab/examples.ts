// Small labs for tests.
import type { Lab, Table } from './types';

/** A lab with nothing in it but what is given. */
export const exampleLab = (parts: Partial<Lab> = {}): Lab => ({
  format: 1,
  id: 'l',
  title: 'L',
  summary: '',
  model: 'm',
  sources: {},
  start: {},
  series: {},
  tables: [],
  parameters: {},
  introduction: [],
  steps: [],
  ...parts,
});

/** A table by names, with the columns and rows that are given. */
export const exampleTable = (parts: Pick<Table, 'fields' | 'rows' | 'cells'> & Partial<Table>): Table => ({
  id: 't',
  title: 'T',
  source: 'S',
  role: 'fit',
  scenario: { machine: 'old' },
  row: { name: 'names', key: 'names', title: 'Names', unit: 'names' },
  ...parts,
});
