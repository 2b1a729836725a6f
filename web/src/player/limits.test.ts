import { expect, test } from 'vitest';
import { exampleLab, exampleTable } from '../lab/examples';
import type { Chart } from '../lab/types';
import { limitsOf } from './limits';

const table = exampleTable({
  fields: [
    { name: 'one', title: 'E', group: 'A', unit: 'MB/s', output: 'speed', scenario: { code: 1 } },
    { name: 'gain', title: 'E', group: 'B', unit: 'ratio', output: 'speed', relative_to: 'one', scenario: { code: 2 } },
    { name: 'two', title: 'E', group: 'A', unit: 'MB/s', output: 'speed', scenario: { code: 2 } },
    { name: 'load', title: 'L', group: 'A', unit: '%', output: 'load', scenario: { code: 2 } },
  ],
  rows: [10, 20],
  cells: [
    ['>3600', '>2', 7, '<50'],
    [100, 3, '1000..2000', null],
  ],
});
const lab = exampleLab({ tables: [table] });
const chart = (more: Partial<Chart>): Chart => ({ y: 'speed', x: 'names', mark: 'bar', ...more }) as Chart;
const series = [
  { title: 'one', scenario: { machine: 'old', code: 1 } },
  { title: 'two', scenario: { machine: 'old', code: 2 } },
];

test('bounds are at their x, and those of ratios have no position', () => {
  expect(limitsOf(lab, chart({}), series)).toEqual([
    { min: 3600, series: 0, x: 10, text: expect.stringContaining('>3,600 MB/s') as unknown },
    { min: 1000, max: 2000, series: 1, x: 20, text: expect.stringContaining('1,000–2,000 MB/s') as unknown },
  ]);
  expect(limitsOf(lab, chart({ relative: true }), series)).toEqual([]);
  expect(limitsOf(lab, chart({ per: 'load' }), series)).toEqual([]);
  expect(limitsOf(lab, chart({ y: 'load' }), series)).toMatchObject([{ max: 50, series: 1, x: 10 }]);
});

test('bound is absent when its scenario is another machine', () => {
  const others = series.map(({ title, scenario }) => ({ title, scenario: { ...scenario, machine: 'new' } }));
  expect(limitsOf(lab, chart({}), others)).toEqual([]);
});
