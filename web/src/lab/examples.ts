// Small labs for tests.
import type { Lab, Table } from './types';

/** Returns an otherwise empty lab with the given parts. */
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

/** Returns a table keyed by names, with the given columns and rows. */
export const exampleTable = (parts: Pick<Table, 'fields' | 'rows' | 'cells'> & Partial<Table>): Table => ({
  id: 't',
  title: 'T',
  source: 'S',
  role: 'fit',
  scenario: { machine: 'old' },
  row: { name: 'names', key: 'names', title: 'Names', unit: 'names' },
  ...parts,
});
