// Small labs for tests.
import type { Lab } from './types';

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
