import { expect, test } from 'vitest';
import { chosenInView, chosenWith, isWholeInView, parseCells } from './chosen';
import { exampleLab, exampleTable } from './examples';
import type { Parameter } from './types';

const parameter = (chosen_with?: string[]): Parameter => ({
  title: '',
  value: 1,
  unit: '1',
  provenance: 'assumed',
  source: '',
  ...(chosen_with && { chosen_with }),
});
const field = (name: string, output?: string) => ({
  name,
  title: name,
  group: name,
  unit: 's',
  scenario: {},
  ...(output && { output }),
});
const table = exampleTable({
  fields: [field('a', 'seconds'), field('b', 'seconds'), field('c')],
  rows: [10, 20, 30],
  cells: [
    [1, 2, 3],
    [1, '>2', 3],
    [null, 2, 3],
  ],
  roles: [{ rows: [20], fields: ['a'], role: 'damaged', because: 'Printed twice.' }],
});

test('entry names a table or one of its rows', () => {
  expect(parseCells('t')).toEqual({ table: 't', row: undefined });
  expect(parseCells('t:EDED: one')).toEqual({ table: 't', row: 'EDED: one' });
});

test('cells in view are those of the named rows by which the model is judged', () => {
  const lab = exampleLab({
    parameters: { x: parameter(['t:20', 'other']), y: parameter(['t:20', 't:30']), z: parameter() },
  });
  expect([0, 1, 2].map((row) => chosenWith(lab, table, row))).toEqual([[], ['x', 'y'], ['y']]);
  // Damaged values, gaps, and columns without model values test nothing; bounds do.
  expect(chosenInView(lab, table)).toEqual([false, false, false, false, true, false, false, true, false]);
});

test('choice other than a parameter may have a whole table in view', () => {
  const whole = { ...table, chosen_in_view: 'The patterns.' };
  expect(chosenInView(exampleLab(), whole)).toEqual([true, true, false, false, true, false, false, true, false]);
  expect(chosenInView(exampleLab(), table)).not.toContain(true);
  expect([isWholeInView(exampleLab(), whole), isWholeInView(exampleLab(), table)]).toEqual([true, false]);
  const named = (...entries: string[]) => exampleLab({ parameters: { x: parameter(entries) } });
  expect([isWholeInView(named('t:20', 't'), table), isWholeInView(named('t:20'), table)]).toEqual([true, false]);
});
