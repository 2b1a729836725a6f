import { describe, expect, test } from 'vitest';
import { exampleLab, exampleTable } from '../lab/examples';
import type { Chart, FitRecord } from '../lab/types';
import { seriesOf } from './chart';
import { scattersOf, spansOf } from './chart-doubt.svelte';

const table = (id: string, machine: string, ratio = false) =>
  exampleTable({
    id,
    scenario: { machine },
    fields: [
      {
        name: 'speed',
        title: 'Speed',
        group: '',
        unit: ratio ? 'ratio' : 'operations/s',
        output: 'speed',
        ...(ratio && { relative_to_row: 10 }),
      },
    ],
    rows: [10, 20],
    cells: [[1], [2]],
  });
const lab = exampleLab({
  tables: [table('old-table', 'old'), table('new-table', 'new'), table('ratios', 'ratio', true)],
  series: {
    machines: ['old', 'new', 'none', 'ratio'].map((machine) => ({ title: machine, scenario: { machine } })),
  },
});
const group = { cells: 9, independent_cells: 9, sum_of_logarithms: 1, parameters: 1, saturated: false };
const errors = { median_error: 0.1, max_error: 0.1, rms_log_error: 0.1, converged: true };
const record: FitRecord = {
  lab: 'l',
  engine: '0',
  bootstrap: 2,
  groups: [
    { ...group, ...errors, tables: ['old-table', 'ratios'], scatter: 0.03, freedom: 12 },
    { ...group, ...errors, tables: ['new-table'], scatter: 0.12, freedom: 10 },
    { ...group, ...errors, tables: ['saturated'], freedom: 1, saturated: true },
  ],
  parameters: {},
  values: {},
  draws: { names: [], values: [] },
};
const chart: Chart = {
  id: 'c',
  title: 'C',
  mark: 'line',
  x: 'names',
  values: [10, 100],
  x_scale: 'linear',
  y: 'speed',
  y_scale: 'linear',
  series: 'machines',
  relative: false,
  scenario: {},
};
const scatters = (changed: Partial<Chart>) =>
  scattersOf(lab, { ...chart, ...changed }, seriesOf(lab, chart, {}), record).map(({ deviation, freedom }) => [
    Number(deviation.toFixed(4)),
    freedom,
  ]);

describe('scatter of published values', () => {
  test('is that of the cells that were fitted together with a series, or the largest one', () => {
    expect(scatters({})).toEqual([
      [0.03, 12],
      [0.12, 10],
      [0.12, 10],
      [0.03, 12],
    ]);
  });

  test('grows for quotients, unless the source has nothing but the quotient', () => {
    const root = Math.SQRT2;
    expect(scatters({ relative: true }).map(([deviation]) => deviation)).toEqual(
      [0.03 * root, 0.12 * root, 0.12 * root, 0.03].map((value) => Number(value.toFixed(4))),
    );
    expect(scatters({ per: 'effort' })[3]).toEqual([Number((0.03 * root).toFixed(4)), 12]);
  });
});

describe('part of x with published values', () => {
  const point = (x: number) => ({ x, y: 1, heldOut: false });

  test('reaches from the first to the last published value of each series', () => {
    expect(spansOf([[point(20), point(5), point(9)], [point(7)], []])).toEqual([
      [5, 20],
      [7, 7],
      [NaN, NaN],
    ]);
  });

  test('is not known where a chart has no published value', () => {
    expect(spansOf([[], []])).toEqual([]);
  });
});
