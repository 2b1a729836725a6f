import { expect, test } from 'vitest';
import type { ChartData } from '../charts/data';
import { exampleLab } from '../lab/examples';
import type { Chart, Table } from '../lab/types';
import { publishedPoints, chartWordsOf, computedXs, scenarioAt, seriesOf, valuesOf } from './chart';
import { barsOf, barsTakeaway, describeOwn, describeBar } from './bars';
import { planOf, shown } from './export/plan';
import { parseSelection, formatSelection } from './chart-selection';

const field = (output: string) => ({
  name: output,
  title: output,
  group: output,
  unit: 'ratio',
  output,
  relative_to_row: 'OLD',
});
const table: Table = {
  id: 't',
  title: 'T',
  source: 'S',
  role: 'fit',
  scenario: { phase: 'read' },
  row: {
    name: 'way',
    title: 'Way',
    unit: '',
    values: [
      { is: 'OLD', scenario: { path: 'old' } },
      { is: 'NEW', scenario: { path: 'new' } },
      { is: 'FAR', scenario: { path: 'far' } },
    ],
  },
  fields: [field('speed'), field('effort')],
  roles: [
    { rows: ['OLD'], role: 'baseline' },
    { rows: ['FAR'], role: 'held_out' },
  ],
  rows: ['OLD', 'NEW', 'FAR'],
  cells: [
    [1, 1],
    [0.5, 4],
    [8, null],
  ],
};
const chart: Chart = {
  id: 'c',
  title: 'C',
  mark: 'bar',
  x_scale: 'linear',
  y: 'speed',
  also: ['effort'],
  y_scale: 'log',
  series: 'ways',
  relative: true,
  scenario: { phase: 'read' },
};
const ways = ['old', 'new', 'far', 'unknown'].map((path) => ({ title: path.toUpperCase(), scenario: { path } }));
const lab = exampleLab({
  tables: [table],
  start: { path: 'old', phase: 'write', size: 5 },
  series: { ways, turned: [...ways].reverse() },
  outputs: { speed: { title: 'Speed', unit: 'KB/s', terms: '' }, effort: { title: 'Effort', unit: 'us', terms: '' } },
});
const series = seriesOf(lab, chart, lab.start);
const points = (changed: Partial<Chart> = {}) => {
  const all = { ...chart, ...changed };
  return publishedPoints(lab, all, seriesOf(lab, all, lab.start)).map((points) => points.map(({ y }) => y));
};
const side = (model: number[], halves: number[] = []): ChartData => ({
  limits: [],
  xs: [0],
  predicted: undefined,
  own: [],
  series,
  points: publishedPoints(lab, chart, series),
  sweep: {
    columns: model.map((value) => Float64Array.of(value)),
    halves: halves.map((half) => Float64Array.of(half)),
    done: 1,
  },
});
const names = chartWordsOf(lab, chart, series);

test('chart without x is computed once per unchanged scenario', () => {
  expect(computedXs(lab, chart, [0, 0])).toEqual([0]);
  expect(scenarioAt(chart, { path: 'old' }, 0)).toEqual({ path: 'old' });
  expect(series.map(({ scenario }) => scenario['path'])).toEqual(['old', 'new', 'far', 'unknown']);
  expect([...valuesOf(chart, [2, 1, 16, 4])]).toEqual([1, 0.5, 8, 2]);
});

test('ratios are only on the chart that divides by their base', () => {
  expect(points()).toEqual([[1], [0.5], [8], []]);
  expect(points({ y: 'effort' })).toEqual([[1], [4], [], []]);
  expect(points({ relative: false })).toEqual([[], [], [], []]);
  expect(points({ series: 'turned' })).toEqual([[], [], [], []]);
  expect(points({ scenario: { phase: 'write' } })).toEqual([[], [], [], []]);
});

test('quotient of ratios is a ratio when both have the same base', () => {
  expect(points({ per: 'effort' })).toEqual([[1], [0.125], [], []]);
});

test('measured value is not divided by a ratio', () => {
  const absolute: Table = {
    ...table,
    id: 'a',
    fields: [{ name: 'speed', title: 'speed', group: 'g', unit: 'KB/s', output: 'speed' }],
    roles: [],
    rows: ['NEW'],
    cells: [[20_000]],
  };
  const both = { ...lab, tables: [absolute, table] };
  expect(publishedPoints(both, { ...chart, relative: false }, series)[1]).toMatchObject([{ y: 20_000 }]);
  expect(publishedPoints(both, chart, series)[1] ?? []).toEqual([]);
});

test('bar has the model value, the published value, and the error', () => {
  expect(barsOf(chart, side([1, 0.55, 6, 3]))).toMatchObject([
    { title: 'OLD', model: 1, published: { y: 1 }, error: NaN },
    { title: 'NEW', model: 0.55, published: { y: 0.5, heldOut: false } },
    { title: 'FAR', model: 6, published: { y: 8, heldOut: true }, error: -0.25 },
    { title: 'UNKNOWN', model: 3, published: undefined, error: NaN },
  ]);
  const all = barsOf(chart, side([1, 0.55, 6, 3]));
  expect(all.slice(1).map((one) => describeBar(names, one))).toEqual([
    'NEW, model 0.550×, published 0.50×, model error +10.0\u202f%',
    'FAR, model 6.00×, published 8.00×, held out, model error −25.0\u202f%',
    'UNKNOWN, model 3.00×',
  ]);
});

test('sentence names a value once when all bars share it', () => {
  const one = {
    title: 'OLD',
    model: 3.441,
    half: NaN,
    published: { x: 0, y: 3.44, heldOut: false, text: '3.440' },
    error: NaN,
  };
  const absolute = chartWordsOf(lab, { ...chart, relative: false }, series);
  expect(barsTakeaway(absolute, [one, { ...one, title: 'NEW' }])).toBe('Published: 3.440 KB/s (all 2).');
  expect(barsTakeaway(absolute, [one])).toBe('Published: 3.440 KB/s (OLD).');
  expect(describeBar(absolute, one)).toBe('OLD, model 3.44 KB/s, published 3.440 KB/s');
});

test('sentence names the published range and the largest error', () => {
  expect(barsTakeaway(names, barsOf(chart, side([1, 0.55, 6, 3])))).toBe(
    'Published: from 0.50× (NEW) to 8.00× (FAR). The model’s largest error is for FAR: −25.0\u202f%.',
  );
  expect(barsTakeaway(names, barsOf(chart, side([])))).toBe('Published: from 0.50× (NEW) to 8.00× (FAR).');
  const alone = { ...side([5, 7]), points: [] };
  expect(barsTakeaway(names, barsOf(chart, alone))).toBe('In the model: from 5.00× (OLD) to 7.00× (NEW).');
  expect(barsTakeaway(names, barsOf(chart, { ...side([]), points: [] }))).toBe('Speed, relative to OLD.');
});

test('table has a row per bar and configuration, and the reader’s own data', () => {
  const points = [
    { x: 0, y: 2 },
    { x: 0, y: 3, against: 4, name: 'other' },
  ];
  const own = [{ number: 0, name: 'mine', points, against: 1, rows: ['other'] }];
  expect([0, 1, 4].map((row) => describeOwn(names, own, row))).toEqual([[], ['yours 2.00×'], ['yours 3.00×']]);
  const table = (all: ChartData[]) => {
    const sides = all.map((side) => ({ ...side, own }));
    return shown(planOf({ chart, names, sides, marks: [] }), sides);
  };
  const one = table([side([1, 0.55, 6, 3])]);
  expect(one.columns).toEqual(['Ways', 'Speed, relative to OLD: model', 'Published', 'Model error, %', 'Kind']);
  expect(one.rows).toEqual([
    ['OLD', 1, 1, '', 'published'],
    ['NEW', 0.55, 0.5, 10, 'published'],
    ['FAR', 6, 8, -25, 'published, held out'],
    ['UNKNOWN', 3, '', '', 'model'],
    ['mine', 2, '', '', 'your own data'],
    ['other', 3, '', '', 'your own data'],
  ]);
  const two = table([side([1]), side([2])]);
  expect(two.rows.every((row) => row.length === two.columns.length)).toBe(true);
  expect(new Set(two.columns).size).toBe(two.columns.length);
});

test('units come from the model where the sources have ratios only', () => {
  const absolute = chartWordsOf(lab, { ...chart, relative: false, y: 'effort' }, series);
  expect([absolute.y, absolute.value(12)]).toEqual(['Effort, µs', '12 µs']);
});

test('view of the scene holds until the reader chooses one, also plain values', () => {
  const look = (view: 'value' | 'ratio' | 'error') =>
    formatSelection(chart, { view, output: 'speed', bar: undefined }, 'error');
  expect([look('value'), look('ratio'), look('error')]).toEqual(['value:', 'ratio:', undefined]);
  const views = [undefined, 'value:', 'ratio:'].map((text) => parseSelection(chart, [], text, 'error').view);
  expect(views).toEqual(['error', 'value', 'ratio']);
});

test('selection survives a link without outputs and bars that the chart lacks', () => {
  const titles = ways.map(({ title }) => title);
  const selections = [
    { view: 'value', output: 'speed', bar: undefined },
    { view: 'value', output: 'effort', bar: undefined },
    { view: 'error', output: 'speed', bar: 'NEW' },
    { view: 'ratio', output: 'speed', bar: undefined },
    { view: 'value', output: 'effort', bar: 'FAR' },
  ] as const;
  for (const selection of selections)
    expect(parseSelection(chart, titles, formatSelection(chart, selection))).toEqual(selection);
  expect(formatSelection(chart, selections[0])).toBeUndefined();
  expect(parseSelection(chart, ['a/b', 'c'], 'effort/a/b')).toEqual({
    view: 'value',
    output: 'effort',
    bar: 'a/b',
  });
  for (const odd of ['nothing/NOBODY', '/', '', '//', 7, true, undefined])
    expect(parseSelection(chart, titles, odd)).toEqual({
      view: 'value',
      output: 'speed',
      bar: undefined,
    });
});
