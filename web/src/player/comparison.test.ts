import { expect, test } from 'vitest';
import type { Client } from '../engine/client';
import { exampleLab, exampleTable } from '../lab/examples';
import { parseModelCall, compare, expressionInUnit } from './comparison';

const lab = exampleLab({
  start: { names: 10, format: 'v5' },
  tables: [
    exampleTable({
      scenario: { format: 'v4' },
      fields: [{ name: 'e', title: 'E', group: 'A', unit: 'operations/s', output: 'speed', scenario: {} }],
      rows: [10, 20],
      cells: [[100], [50]],
    }),
  ],
});
const answers = {
  evaluate: (scenarios: { names: number }[]) => Float64Array.from(scenarios, ({ names }) => names * 2),
  calculate: (expressions: string[]) => expressions.map((text) => ({ value: text.length, unit: '' })),
};
const engine = {
  ask: (method: keyof typeof answers, [input]: [never]) => Promise.resolve(answers[method](input)),
} as unknown as Client;

test('model call is parsed only when the answer is a single call', () => {
  expect(parseModelCall('speed(names=20, format=v4, search=true)')).toEqual({
    output: 'speed',
    scenario: { names: 20, format: 'v4', search: true },
  });
  expect([
    parseModelCall('speed(names=20) / 2'),
    parseModelCall('published("t", 10, "e")'),
    parseModelCall('speed(names)'),
  ]).toEqual([undefined, undefined, undefined]);
});

test('curve is compared with the model and published values, point by point', async () => {
  const curve = { x: 'names', y: 'speed', points: [10, 15, 20], range: [1, 2] as [number, number] };
  const known = await compare(engine, lab, {
    kind: 'curve',
    ...curve,
    x_scale: 'log',
    y_scale: 'log',
    scenario: { format: 'v4' },
  });
  expect(known).toEqual([
    { x: 10, model: 20, published: 100 },
    { x: 15, model: 30 },
    { x: 20, model: 40, published: 50 },
  ]);
});

test('number comes from the model or a table, in the requested unit', async () => {
  const answer = 'speed(format=v4)';
  expect(await compare(engine, lab, { kind: 'number', unit: 's', answer })).toEqual([
    { model: `(${answer}) / (1 s)`.length, published: 100 },
  ]);
  const cell = 'published("t", 10, "e")';
  expect(await compare(engine, lab, { kind: 'number', unit: '', answer: cell })).toEqual([{ published: cell.length }]);
  const ratio = `${cell} / published("t", 20, "e")`;
  expect(await compare(engine, lab, { kind: 'number', unit: '', answer: ratio })).toEqual([{ derived: ratio.length }]);
});

test('number in a unit becomes an expression that the engine reads', () => {
  expect(expressionInUnit('operations/s per processor', '2 + n')).toBe('(2 + n) / (1 operations/s/processor)');
  expect(expressionInUnit('%', '2 + n')).toBe('(2 + n) / (1 %)');
  expect(expressionInUnit('1', '2 + n')).toBe('2 + n');
  expect(expressionInUnit('', '2 + n')).toBe('2 + n');
});
