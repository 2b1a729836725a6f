import { describe, expect, test } from 'vitest';
import { exampleLab, exampleTable } from '../lab/examples';
import type { Chart } from '../lab/types';
import { readPictureStyle, styled } from '../../build/picture-style';
import { pairsOf, partsOf, type Part } from './part-picture';

const field = (name: string) => ({ name, title: name, group: 'G', unit: 's', output: 'seconds' });
const table = exampleTable({
  fields: [field('a'), field('b')],
  rows: [1, 2],
  cells: [
    [10, 20],
    [30, null],
  ],
});
const chart = {
  kind: 'chart',
  id: 'cost',
  title: 'Cost <of> names',
  x: 'names',
  y: 'seconds',
  values: [1, 4],
  x_scale: 'linear',
  y_scale: 'linear',
  mark: 'line',
} as Chart & { kind: 'chart' };
const model = (id: string, title: string) => ({ kind: 'model' as const, id, title, view: 'race' });
const lab = exampleLab({
  title: 'The lab',
  tables: [
    table,
    { ...table, id: 'words', fields: [{ name: 'a', title: 'a', group: 'G', unit: 's' }], cells: [[1], [2]] },
  ],
  introduction: [model('opening', 'Before all')],
  steps: [
    { id: 'one', title: 'One', blocks: [model('model-race', 'A <race>'), chart] },
    { id: 'two', title: 'Two', blocks: [model('last', 'After all')] },
  ],
  start: { machine: 'old' },
});
const answers = {
  charts: { cost: { xs: [1, 2, 4], columns: [[11, 28.5, 60]], halves: [] } },
  tables: {
    t: { model: [11, 20, 28.5, 70], half: [0, 0, 0, 0], error: [0.1, 0, -0.05, null], role: [0, 0, 0, 0] },
    words: { model: [null, null], half: [0, 0], error: [null, null], role: [0, 0] },
  },
};
const [drawnChart, drawnTable, plain, opening, near, after] = (await partsOf(lab, answers)) as [
  Part,
  Part,
  Part,
  Part,
  Part,
  Part,
];
const style = readPictureStyle(new URL('..', import.meta.url).pathname);
const lightOf = ({ picture }: Part): string => styled(picture.svg, style, 'light');
const darkOf = ({ picture }: Part): string => styled(picture.svg, style, 'dark');

describe('picture of a chart', () => {
  test('has a title, and a description with the numbers of the lab and the model', () => {
    const svg = lightOf(drawnChart);
    expect(svg).toContain('<title>Cost &lt;of&gt; names</title>');
    const [, words = ''] = /<desc>(.*)<\/desc>/.exec(svg) ?? [];
    expect(words).toBe(
      'Published at 2 names: 30. Thin dashes: no published values below 1 name or above 2 names. ' +
        'Model: 11 at 1 name, 60 at 4 names.',
    );
    expect(drawnChart.words).toBe(words);
  });

  test('has its published values and the curve, drawn without any style sheet', () => {
    const svg = lightOf(drawnChart);
    expect(svg.match(/<circle /g)?.length).toBeGreaterThanOrEqual(2);
    expect(svg).toContain(`stroke="${style.light.get('--series-2')}"`);
    expect(svg).not.toMatch(/ class=| style=|var\(|<!--|svelte/);
    expect(drawnChart.table.rows).toContainEqual(['4', '', '60', 'model, beyond the published values']);
  });

  test('differs in nothing but colors between light and dark', () => {
    for (const part of [drawnChart, drawnTable, plain, near]) {
      const [light, dark] = [lightOf(part), darkOf(part)];
      expect(dark).not.toBe(light);
      const withoutColors = (svg: string): string => svg.replace(/#[\da-f]{6}/g, '#');
      expect(withoutColors(dark)).toBe(withoutColors(light));
      expect(dark).toContain(`fill="${style.dark.get('--paper')}"`);
    }
  });
});

describe('picture of a table', () => {
  test('names the cell with the largest error, as printed and as computed', () => {
    expect(drawnTable.words).toBe(
      '3 cells with a published and a model value: median error 5.0\u202f%. ' +
        'The largest error is +10.0\u202f%: 1, G, a (published 10, model 11).',
    );
    expect(lightOf(drawnTable)).toMatch(/>Pathlength: The lab<.*>Source: S\.</s);
    expect(drawnTable.table.rows[0]).toEqual(['1', '10, model 11 (+10.0\u202f%)', '20, model 20 (±0.0\u202f%)']);
  });

  test('has the cells themselves where the model says nothing', () => {
    const texts = [...lightOf(plain).matchAll(/<text[^>]*>([^<]*)</g)].map(([, text]) => text);
    expect(texts).toEqual(['T', 'Pathlength: The lab', 'Source: S.', 'Names', 'G: a (s)', '1', '1', '2', '2']);
    expect(plain.words).toBe('2 rows; the first: Names: 1; G: a (s): 1.');
    expect(plain.table.rows).toEqual([
      ['1', '1'],
      ['2', '2'],
    ]);
  });

  test('pairs the published values that have a value of the model', () => {
    expect(pairsOf(lab, answers)).toEqual([
      [10, 11],
      [20, 20],
      [30, 28.5],
    ]);
  });
});

describe('picture of an interactive model', () => {
  test('is the chart of its step, under its own title, and says so', () => {
    const svg = lightOf(near);
    expect(svg).toContain('<title>A &lt;race&gt;</title>');
    expect(svg).toContain('>An interactive model in the step “One”: run it in the lab.<');
    expect(svg).toContain('>Chart of the same step: Cost &lt;of&gt; names<');
    expect(svg.match(/<circle /g)?.length).toBeGreaterThanOrEqual(2);
    expect(near.words).toContain('Model: 11 at 1 name, 60 at 4 names.');
    expect(near.table).toEqual(drawnChart.table);
  });

  test('is the nearest chart of the lab, if its step has none', () => {
    for (const part of [opening, after])
      expect(lightOf(part)).toContain('>Chart of the same lab: Cost &lt;of&gt; names<');
    expect(opening.words).toMatch(/^An interactive model: run it in the lab\. /);
  });

  test('is the summary of a lab without charts', async () => {
    const [bare] = await partsOf(exampleLab({ summary: 'A finding.', introduction: [model('m', 'M')] }), {
      charts: {},
      tables: {},
    });
    expect(bare?.picture.svg).toContain('run it in the lab. A finding.');
  });
});
