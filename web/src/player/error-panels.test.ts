import { expect, test } from 'vitest';
import { exampleLab, exampleTable } from '../lab/examples';
import { panelsOf } from './error-panels';

const column = (name: string, group: string) => ({ name, title: 'Rate', group, unit: '1/s', output: 'rate' });
const table = exampleTable({
  fields: [column('a', 'Monoplex: old'), column('b', 'Client: old'), column('c', 'Client: new')],
  rows: [10, 20],
  cells: [
    [1, 2, 3],
    [4, 5, 6],
  ],
  roles: [{ rows: [20], role: 'held_out' }],
});
const lab = exampleLab({
  tables: [table],
  series: {
    configuration: [
      { title: 'old', scenario: {} },
      { title: 'new', scenario: {} },
    ],
  },
  steps: [{ id: 's', title: 'S', blocks: [{ kind: 'table', id: 'here', table: 't' }] }],
});
const error = Float64Array.of(0.1, 0.2, 0.3, -0.1, NaN, -0.3);

test('table has a panel for each system, with the colors of the configurations', () => {
  const panels = panelsOf(lab, [{ table, result: { error } }]);
  expect(panels.map(({ place, system }) => [place, system])).toEqual([
    ['here', 'Monoplex'],
    ['here', 'Client'],
  ]);
  expect(panels[1]?.marks.map(({ row, error, heldOut, style, title }) => [row, error, heldOut, style, title])).toEqual([
    [0, 0.2, false, 0, 'old, Rate'],
    [0, 0.3, false, 1, 'new, Rate'],
    [1, -0.3, true, 1, 'new, Rate'],
  ]);
});

test('cells that test nothing have no mark, and a table without one has no panel', () => {
  const roles = [{ role: 'identity' as const }];
  expect(panelsOf(lab, [{ table: { ...table, roles }, result: { error } }])).toEqual([]);
  expect(panelsOf(lab, [{ table, result: undefined }])).toEqual([]);
});
