import { describe, expect, test } from 'vitest';
import { tracksOf } from '../charts/channels';
import type { ChartData, ReaderData } from '../charts/data';
import { barRows, layoutOf } from '../charts/layout';
import bar from '../charts/marks/bar';
import line from '../charts/marks/line';
import own from '../charts/marks/own';
import published from '../charts/marks/points';
import prediction from '../charts/marks/prediction';
import { exampleLab, exampleTable } from '../lab/examples';
import type { Chart } from '../lab/types';
import {
  halfWidthOutput,
  isWhole,
  publishedPoints,
  chartWordsOf,
  computedXs,
  seriesOf,
  styleOf,
  takeawayOf,
  valuesOf,
} from './chart';
import { planOf, shown } from './export/plan';

const field = (name: string, output: string, code: string, relative_to?: string) => ({
  name,
  title: output === 'speed' ? 'Speed' : 'Effort',
  group: code,
  unit: relative_to === undefined ? 'operations/s' : 'ratio',
  output,
  scenario: { code },
  ...(relative_to !== undefined && { relative_to }),
});
const table = exampleTable({
  fields: [
    field('old_speed', 'speed', 'old'),
    field('old_effort', 'effort', 'old'),
    field('new_speed', 'speed', 'new', 'old_speed'),
    field('new_effort', 'effort', 'new', 'old_effort'),
  ],
  roles: [{ rows: [20], fields: ['new_effort'], role: 'held_out' }],
  rows: [10, 20, 2000],
  cells: [
    [100, 50, 2, 4],
    [80, 40, 3, 2],
    [8, null, 5, null],
  ],
});
const chart: Chart = {
  id: 'c',
  title: 'C',
  mark: 'line',
  x: 'names',
  values: [10, 1000],
  x_scale: 'log',
  y: 'speed',
  y_scale: 'log',
  series: 'codes',
  relative: false,
  scenario: { machine: 'old' },
};
const said = { unit: 'operations/s', terms: '' };
const lab = exampleLab({
  tables: [table],
  outputs: { speed: { ...said, title: 'Speed' }, effort: { ...said, title: 'Effort' } },
  start: { names: 10, machine: 'new', code: 'old' },
  series: {
    codes: [
      { title: 'Old', scenario: { code: 'old' } },
      { title: 'New', scenario: { code: 'new' } },
    ],
  },
});
const series = seriesOf(lab, chart, lab.start);
const points = (chart: Chart) =>
  publishedPoints(lab, chart, seriesOf(lab, chart, lab.start)).map((all) =>
    all.map(({ x, y, heldOut }) => [x, y, ...(heldOut ? ['held out'] : [])]),
  );

describe('scenarios of a chart', () => {
  test('are the lab’s settings, over them the chart’s, over them the series’, without x', () => {
    expect(series).toEqual([
      { title: 'Old', scenario: { machine: 'old', code: 'old' } },
      { title: 'New', scenario: { machine: 'old', code: 'new' } },
    ]);
  });

  test('are the lab’s settings alone where there are no series', () => {
    const alone = { ...chart };
    delete alone.series;
    expect(seriesOf(lab, alone, lab.start)).toEqual([{ title: '', scenario: { machine: 'old', code: 'old' } }]);
  });
});

describe('published points', () => {
  test('are in the unit of the output, and only where the chart is', () => {
    expect(points(chart)).toEqual([
      [
        [10, 100],
        [20, 80],
      ],
      [
        [10, 200],
        [20, 240],
      ],
    ]);
  });

  test('of a quotient need both of its parts, and are held out if one of them is', () => {
    expect(points({ ...chart, values: [10, 2000], per: 'effort' })).toEqual([
      [
        [10, 2],
        [20, 2],
      ],
      [
        [10, 1],
        [20, 3, 'held out'],
      ],
    ]);
  });

  test('against the first series need that one too', () => {
    expect(points({ ...chart, relative: true })).toEqual([
      [
        [10, 1],
        [20, 1],
      ],
      [
        [10, 2],
        [20, 3],
      ],
    ]);
  });

  test('of bars are those of its values', () => {
    expect(points({ ...chart, mark: 'bar', values: [20] })).toEqual([[[20, 80]], [[20, 240]]]);
  });

  test('of another machine are not shown', () => {
    expect(points({ ...chart, scenario: { machine: 'new' } })).toEqual([[], []]);
  });

  test('stay when a setting changes that their source leaves open', () => {
    expect(points({ ...chart, scenario: { machine: 'old', search: false } })[0]).toHaveLength(2);
  });
});

test('value is an output or a quotient, relative to the first series if asked', () => {
  expect([...valuesOf(chart, [6, 12])]).toEqual([6, 12]);
  expect([...valuesOf({ ...chart, per: 'effort' }, [6, 2, 12, 3])]).toEqual([3, 4]);
  expect([...valuesOf({ ...chart, relative: true }, [6, 12])]).toEqual([1, 2]);
  expect([...valuesOf({ ...chart, per: 'effort', relative: true }, [6, 2, 12, 2])]).toEqual([1, 2]);
});

test('line is computed along its axis, at whole numbers when the setting is whole', () => {
  const places = computedXs(lab, chart, [10, 1000]);
  expect([places[0], places.at(-1), isWhole(lab, 'names')]).toEqual([10, 1000, true]);
  expect(places.every(Number.isInteger)).toBe(true);
  expect(places.length).toBeGreaterThan(20);
  const seconds = computedXs(lab, { ...chart, x: 'seconds', x_scale: 'linear' }, [0, 1]);
  expect([seconds[0], seconds[13], seconds.at(-1)]).toEqual([0, 0.52, 1]);
  const edged = computedXs(lab, { ...chart, x: 'seconds', x_scale: 'linear', values: [0, 0.5, 2] }, [0, 1]);
  expect(edged).toEqual([...seconds, 0.5].sort((a, b) => a - b));
  expect(computedXs(lab, { ...chart, mark: 'bar', values: [3, 1] }, [1, 3])).toEqual([3, 1]);
});

describe('chart in words', () => {
  test('names axes with units, and explains quotients and ratios', () => {
    const { x, y, value, at } = chartWordsOf(lab, chart, series);
    expect([x, y, value(1234.5), at(2000)]).toEqual([
      'Names',
      'Speed, operations/s',
      '1,235 operations/s',
      '2,000 names',
    ]);
    expect(chartWordsOf(lab, { ...chart, per: 'effort' }, series).y).toBe('Speed over effort');
    const across = (title: string, unit: string) =>
      chartWordsOf({ ...lab, tables: [{ ...table, row: { ...table.row, title, unit } }] }, chart, series).x;
    expect([
      across('Reserved pages (0: none)', 'pages'),
      across('Names per directory', 'names'),
      across('Stalls', 's'),
      across('Stall', 'us'),
    ]).toEqual(['Reserved pages', 'Names per directory', 'Stalls, s', 'Stall, µs']);
    const same = { ...lab, outputs: { speed: { title: 'KB/s', unit: 'KB/s', terms: '' } } };
    expect(chartWordsOf(same, chart, series).y).toBe('KB/s');
    const relative = chartWordsOf(lab, { ...chart, relative: true }, series);
    expect([relative.y, relative.value(2)]).toEqual(['Speed, relative to Old', '2.00×']);
  });

  test('has the published values at the far end, or the model’s at both', () => {
    const names = chartWordsOf(lab, chart, series);
    const published = publishedPoints(lab, chart, series);
    expect(takeawayOf(names, series, published, [], [])).toBe(
      'Published at 20 names: 80 operations/s (Old), 240 operations/s (New).',
    );
    expect(takeawayOf(names, series, [[{ x: 20, y: 80, heldOut: false, text: '80.00' }]], [], [])).toBe(
      'Published at 20 names: 80.00 operations/s (Old).',
    );
    expect(takeawayOf(names, series, [[], []], [10, 1000], [Float64Array.of(4, 4)])).toBe(
      'From 10 names to 1,000 names, in the model: 4 operations/s at both ends (Old).',
    );
    const ys = [Float64Array.of(4, 2), Float64Array.of(6, NaN)];
    expect(takeawayOf(names, series, [[], []], [10, 1000], ys)).toBe(
      'From 10 names to 1,000 names, in the model: 4 operations/s to 2 operations/s (Old).',
    );
  });

  const side: ChartData = {
    series,
    points: publishedPoints(lab, chart, series),
    limits: [],
    xs: [10, 1000],
    predicted: undefined,
    own: [],
    sweep: {
      columns: [Float64Array.of(1, NaN), Float64Array.of(2, NaN)],
      halves: [] as Float64Array[],
      done: 1,
    },
  };
  const layout = layoutOf({
    kind: 'curves',
    single: false,
    style: (s) => s,
    count: 2,
    xs: [10, 1000],
    range: [10, 1000],
    base: 0,
  });
  const marks = [line, published, prediction, own];

  test('lets the cursor stop at computed and published values', () => {
    const tracks = tracksOf(marks, chartWordsOf(lab, chart, series), side, layout);
    expect(tracks.map(({ name, stops }) => [name, stops.length])).toEqual([
      ['Old, model', 1],
      ['New, model', 1],
      ['Old, published', 2],
      ['New, published', 2],
      ['your prediction', 0],
    ]);
    expect(tracks[2]?.stops[0]).toEqual({ x: 10, y: 100, cell: 't/10/old_speed', text: '10 names: 100 operations/s' });
  });

  test('puts the bars of a value below each other, with a gap after them', () => {
    expect(barRows(2, 2).map(({ at }) => at)).toEqual([0, 1, 2.6, 3.6]);
    const rows = layoutOf({ ...layout, kind: 'rows', count: 2, xs: [10, 1000], range: [10, 1000] });
    const tracks = tracksOf([bar], chartWordsOf(lab, chart, series), side, rows);
    expect(tracks[1]?.stops[0]).toEqual({ x: 2, y: 1, text: '10 names: 2 operations/s' });
  });

  test('is a table of all marks, by configuration if there are two', () => {
    const names = chartWordsOf(lab, chart, series);
    const readers: ReaderData = {
      predicted: { xs: [10], ys: [70] },
      own: [{ number: 0, name: 'mine', points: [{ x: 10, y: 7 }], against: 0 }],
    };
    const table = (...sides: ChartData[]) => shown(planOf({ chart, names, sides, marks }), sides);
    const drawn = { ...side, ...readers };
    const one = table(drawn);
    expect(one.columns).toEqual(['Names', 'Series', 'Speed, operations/s', 'Kind']);
    expect(one.rows).toEqual([
      [10, 'Old', 100, 'published'],
      [20, 'Old', 80, 'published'],
      [10, 'Old', 1, 'model'],
      [10, 'New', 200, 'published'],
      [20, 'New', 240, 'published'],
      [10, 'New', 2, 'model'],
      [10, '', 70, 'your prediction'],
      [10, 'mine', 7, 'your own data'],
    ]);
    const two = table(drawn, drawn);
    expect(two.rows.every((row) => row.length === two.columns.length)).toBe(true);
    expect(new Set(two.rows.map((row) => row[1]))).toEqual(new Set(['A', 'B', '']));
  });

  test('has a half-width only where the model’s values scatter', () => {
    const names = chartWordsOf(lab, chart, series);
    const uncertain = {
      ...side,
      sweep: { ...side.sweep, halves: [Float64Array.of(0.25, NaN), Float64Array.of(0, NaN)] },
    };
    const tracks = tracksOf(marks, names, uncertain, layout);
    expect(tracks.slice(0, 2).map(({ stops }) => stops[0]?.text)).toEqual([
      '10 names: 1 ±\u202f0.25 operations/s',
      '10 names: 2 operations/s',
    ]);
    const { rows } = shown(planOf({ chart, names, sides: [uncertain], marks }), [uncertain]);
    const values = rows.filter((row) => row.at(-1) === 'model');
    expect(values.map((row) => row[2])).toEqual([{ value: 1, half: 0.25 }, 2]);
  });

  test('asks for intervals of outputs, but not of quotients', () => {
    const { speed = { ...said, title: '' }, ...others } = lab.outputs ?? {};
    const scattered = { ...lab, outputs: { speed: { ...speed, half_width: 'speed_half_width' }, ...others } };
    expect(halfWidthOutput(scattered, chart)).toBe('speed_half_width');
    expect(
      [{ relative: true }, { per: 'effort' }, { y: 'effort' }].map((more) =>
        halfWidthOutput(scattered, { ...chart, ...more }),
      ),
    ).toEqual([undefined, undefined, undefined]);
    expect([...valuesOf(chart, [6, 0.1, 12, 0.2], 2)]).toEqual([6, 12]);
  });

  test('draws a series alone as a model is drawn', () => {
    expect([styleOf(chart, 0, 1), styleOf(chart, 0, 3), styleOf(chart, 7, 8)]).toEqual([2, 0, 1]);
  });

  test('draws two series in the colors of v4 and v5', () => {
    expect([styleOf(chart, 0, 2), styleOf(chart, 1, 2)]).toEqual([1, 2]);
  });
});
