import { describe, expect, test } from 'vitest';
import { channelsOf, extentsOf, shapesOf, tracksOf } from './channels';
import type { ChartData, Ends } from './data';
import { fetchMark, fetchedMarks, marksIn } from './fetched.svelte';
import { layoutOf, type LayoutInput } from './layout';
import type { Mark, Shape } from './mark';
import type { Plot } from './plot';
import names from './marks/names';
import { layoutKind, marks, modelMarks } from './registry';
import { linear } from './scale';

const plot: Plot = {
  x: linear([0, 10], [0, 100]),
  y: linear([0, 10], [100, 0]),
  left: 0,
  top: 0,
  width: 100,
  height: 100,
};
const data: ChartData = {
  series: [{ title: 'Old' }],
  xs: [2, 4],
  sweep: { columns: [Float64Array.of(5, 6)], halves: [Float64Array.of(1, 0)], done: 2 },
  points: [[{ x: 4, y: 8, heldOut: true }]],
  limits: [{ min: 3, series: 0, x: 2 }],
  predicted: { xs: [2, 4], ys: [1, 2] },
  own: [{ number: 1, name: 'mine', points: [{ x: 4, y: 7 }], against: 0 }],
};
const layout = (more: Partial<LayoutInput>) =>
  layoutOf({ kind: 'curves', single: false, style: (s) => s, count: 1, xs: [2, 4], range: [0, 10], base: 0, ...more });
const words = { value: String, at: (x: number) => `at ${x}` };

async function marksOf(model: string, side: ChartData = data): Promise<{ names: string[]; all: Mark[] }> {
  const names = marksIn(model, [side]);
  for (const name of names) await fetchMark(name);
  return { names, all: fetchedMarks(names) };
}

test('names of curves do not overlap, and are not below the axis', () => {
  const series = ['a', 'b', 'c'].map((title) => ({ title }));
  const sweep = { columns: [1, 0.9, 8].map((end) => Float64Array.of(5, end)), halves: [], done: 2 };
  const shapes = names.draw(plot, { ...data, series, sweep }, layout({ count: 3 }));
  expect(shapes.map(({ text, at }) => [text, at])).toEqual([
    ['a', [48, 76]],
    ['b', [48, 92]],
    ['c', [48, 20]],
  ]);
});

describe('marks of a chart', () => {
  test('are those that have values in its layout', async () => {
    expect((await marksOf('line')).names).toEqual(['line', 'band', 'bounds', 'points', 'prediction', 'own']);
    expect((await marksOf('bar')).names).toEqual(['bar', 'whiskers', 'bounds', 'points', 'prediction', 'own']);
    const plain = { ...data, sweep: { ...data.sweep, halves: [] }, limits: [], predicted: undefined, own: [] };
    expect((await marksOf('line', plain)).names).toEqual(['line', 'points']);
  });

  test('are drawn from below: bands, then the model, then what was measured', async () => {
    const { all } = await marksOf('line');
    expect(shapesOf(all, plot, data, layout({})).map((shape) => shape.testid ?? shape.class ?? shape.stroke)).toEqual([
      'band',
      'bound',
      'line s0',
      'point s0',
      'predicted',
      'predicted-name',
      'own',
    ]);
    const rows = shapesOf((await marksOf('bar')).all, plot, data, layout({ kind: 'rows' }));
    expect(rows.map((shape) => shape.testid ?? shape.class ?? shape.stroke)).toEqual([
      'bound',
      'bar s0',
      'bar s0',
      'var(--paper)',
      'whisker',
      'point s0',
      'own',
    ]);
  });

  test('are where their values are', async () => {
    const curves = shapesOf((await marksOf('line')).all, plot, data, layout({}));
    const outlines = (shapes: readonly Shape[]): unknown[] =>
      shapes.flatMap(({ group, rect, at, d }) => (group ? outlines(group) : [rect ?? (at ? [...at, d] : d)]));
    const plus = 'M-6.07,0L6.07,0M0,6.07L0,-6.07';
    expect(outlines(curves)).toEqual([
      'M20,40L40,40L40,40L20,60Z',
      'M11 70V0h18V70z',
      'M11 70h18',
      'M20,50L40,40',
      [40, 20, 'M0,-6.75L6.75,0L0,6.75L-6.75,0Z'],
      'M20,90L40,80',
      [47, 80, undefined],
      [40, 30, plus],
    ]);
    // Row 0 is at the bottom of this scale; the row of the second value is one row and a gap higher.
    const rows = shapesOf((await marksOf('bar')).all, plot, data, layout({ kind: 'rows', base: 1 }));
    expect(outlines(rows)).toEqual([
      'M30 91H100v18H30z',
      'M30 91v18',
      [10, 94, 40, 12],
      [10, 78, 50, 12],
      'M40 96.5v7m0-3.5H60m0-3.5v7',
      'M40 96.5v7m0-3.5H60m0-3.5v7',
      [80, 84, 'M0,-6.75L6.75,0L0,6.75L-6.75,0Z'],
      [70, 84, plus],
    ]);
  });

  test('have an axis that holds all their values, and intervals with them', async () => {
    const { all } = await marksOf('line');
    // The model's first value is 5 ± 1.
    expect(new Set(extentsOf(all, data, () => true))).toEqual(new Set([5, 6, 8, 1, 2, 7]));
    expect(new Set(extentsOf(all, data, (x) => x < 3))).toEqual(new Set([5, 6, 1]));
  });

  test('become tracks of the cursor, in words', async () => {
    const tracks = tracksOf((await marksOf('line')).all, words, data, layout({}));
    expect(tracks.map(({ name, stops }) => [name, ...stops.map(({ text }) => text)])).toEqual([
      ['Old, model', 'at 2: 5', 'at 4: 6'],
      ['Old, published', 'at 4: 8, held out'],
      ['your prediction', 'at 2: 1', 'at 4: 2'],
      ['mine', 'at 4: 7'],
    ]);
  });

  test('have one legend entry each', async () => {
    const legend = async (model: string) =>
      (await marksOf(model)).all.flatMap(({ legend }) => legend?.([data], layout({})) ?? []).map(({ text }) => text);
    const others = ['95 % confidence interval', 'published, held out', 'your prediction', 'mine'];
    expect(await legend('line')).toEqual(['Old, model', ...others]);
    expect(await legend('bar')).toEqual(['Old, model', ...others]);
  });
});

describe('marks of doubt', () => {
  const xs = [1, 2, 3, 4, 5];
  const doubtful: ChartData = {
    ...data,
    xs,
    sweep: { columns: [Float64Array.of(5, 6, 7, 8, 9)], halves: [], done: 5 },
    limits: [],
    predicted: undefined,
    own: [],
    doubt: {
      intervals: [[Float64Array.of(4, 5, 6, NaN, 8), Float64Array.of(6, 8, 8, NaN, 10)]],
      spans: [[2, 4]],
      note: (s, place) => `, note ${s} ${place}`,
      words: '',
    },
  };
  const drawn = async (model: string, side: ChartData) =>
    shapesOf((await marksOf(model, side)).all, plot, side, layout({ kind: layoutKind(model), xs }));

  test('are a band between the ends of intervals, and thin dashes beyond the published values', async () => {
    expect((await marksOf('line', doubtful)).names).toEqual(['line', 'band', 'beyond', 'points']);
    const shapes = await drawn('line', doubtful);
    const outline = (id: string) => shapes.find(({ testid }) => testid === id)?.d;
    // The band has a gap where a value has no interval.
    expect(outline('band')).toBe('M10,40L20,20L30,20L30,40L20,50L10,60ZM50,0L50,20Z');
    expect(shapes.find((shape) => shape.class === 'line s0')?.d).toBe('M20,40L30,30L40,20');
    expect(outline('beyond')).toBe('M10,50L20,40M40,20L50,10');
  });

  test('are only dashes for a series without published values', async () => {
    const { doubt } = doubtful;
    if (!doubt) throw new Error('it has doubt');
    const lonely = await drawn('line', { ...doubtful, doubt: { ...doubt, spans: [[NaN, NaN]] } });
    expect(lonely.find((shape) => shape.class === 'line s0')?.d).toBe('');
    expect(lonely.find(({ testid }) => testid === 'beyond')?.d).toBe('M10,50L20,40L30,30L40,20L50,10');
    const bare = { ...doubtful, doubt: { ...doubt, spans: [] } };
    expect((await marksOf('line', bare)).names).toEqual(['line', 'band', 'points']);
  });

  test('are whiskers on bars, as long below as the interval is', async () => {
    const shapes = await drawn('bar', doubtful);
    const whiskers = shapes.filter(({ testid }) => testid === 'whisker').map(({ d }) => d?.replace(/ .*H/, ' to '));
    expect(whiskers).toEqual(['M40 to 60m0-3.5v7', 'M50 to 80m0-3.5v7', 'M60 to 80m0-3.5v7', 'M80 to 100m0-3.5v7']);
  });

  test('are whiskers without a lower end if that is beyond the axis', async () => {
    const { doubt } = doubtful;
    const [lows, highs] = doubt?.intervals[0] ?? [];
    if (!doubt || !lows || !highs) throw new Error('it has intervals');
    const intervals: Ends[] = [[Float64Array.from(lows).with(0, -1), highs]];
    const shapes = await drawn('bar', { ...doubtful, doubt: { ...doubt, intervals } });
    const [whisker] = shapes.filter(({ testid }) => testid === 'whisker');
    expect(whisker?.d).toMatch(/^M0 [\d.]+H60m0-3\.5v7$/);
  });

  test('are described for each value, and the axis contains them', async () => {
    const { all } = await marksOf('line', doubtful);
    const [track] = tracksOf(all, words, doubtful, layout({ xs }));
    expect(track?.stops[1]?.text).toBe('at 2: 6, note 0 1');
    expect(new Set(extentsOf(all, doubtful, () => true))).toEqual(new Set([5, 6, 7, 8, 9, 10]));
    const legend = all.flatMap(({ legend }) => legend?.([doubtful], layout({})) ?? []).map(({ text }) => text);
    expect(legend).toEqual([
      'Old, model',
      '95 % prediction interval',
      'model, beyond the published values',
      'published, held out',
    ]);
  });
});

describe('registry of marks', () => {
  test('lists the marks of the lab format with their layouts', () => {
    expect(modelMarks.map((name) => [name, layoutKind(name)])).toEqual([
      ['line', 'curves'],
      ['bar', 'rows'],
    ]);
  });

  test('draws a mark that no other file names', async () => {
    const rug: Mark = {
      channels: ({ points }) => [{ kind: 'place', values: points.flat().map(({ x }) => ({ x, y: 0, series: 0 })) }],
      legend: () => [{ width: 4, height: 10, shapes: [{ d: 'M2 0v10' }], text: 'published there' }],
      draw: (plot, { points }) => points.flat().map(({ x }) => ({ d: `M${plot.x(x)} ${plot.top + plot.height}v-6` })),
    };
    marks['rug'] = { when: ({ points }) => points.flat().length > 0, mark: () => Promise.resolve({ default: rug }) };
    try {
      const { names, all } = await marksOf('line');
      expect(names.at(-1)).toBe('rug');
      expect(shapesOf(all, plot, data, layout({})).at(-1)?.d).toBe('M40 100v-6');
      expect(channelsOf(all, data).at(-1)?.values).toEqual([{ x: 4, y: 0, series: 0 }]);
    } finally {
      delete marks['rug'];
    }
  });
});
