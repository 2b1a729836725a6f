import { expect, test } from 'vitest';
import { exampleLab, exampleTable } from '../lab/examples';
import { printedTime, printedValues } from './cell-breakdown';

const field = (name: string, more: object = {}) => ({
  name,
  title: 'Speed',
  group: name,
  unit: 'operations/s',
  output: 'speed',
  scenario: {},
  ...more,
});
const table = exampleTable({
  fields: [field('old'), field('new', { unit: 'ratio', relative_to: 'old' })],
  rows: [10, 20],
  cells: [
    [100, 4],
    [50, null],
  ],
});
const lab = {
  ...exampleLab({ tables: [table] }),
  outputs: {
    speed: { title: 'Speed', unit: 'operations/s', terms: 'time' },
    wait: { title: 'Wait', unit: 'ms', terms: 'time' },
    load: { title: 'Load', unit: '%', terms: 'time' },
  },
};

test('ratio is multiplied by its base', () => {
  expect(printedValues(table, 0, 0, [90])).toEqual([100]);
  expect(printedValues(table, 0, 1, [390, 90])).toEqual([400, 100]);
  expect(printedValues(table, 1, 1, [390, 90])[0]).toBeNaN();
});

test('ratio to a row is relative to the model’s value of that row', () => {
  const rows = exampleTable({
    fields: [field('speed', { relative_to_row: 'A' })],
    rows: ['A', 'B'],
    cells: [[1], [4]],
  });
  expect(printedValues(rows, 1, 0, [390, 90])).toEqual([360, NaN]);
});

test('printed rate is the longer time where the model is too fast, and a printed time is itself', () => {
  const total_us = 100;
  expect(printedTime(lab, 'speed', { total_us, model: 110, printed: 100 })?.printed_us).toBeCloseTo(110);
  expect(printedTime(lab, 'wait', { total_us, model: 110, printed: 100 })?.printed_us).toBeCloseTo(90.909);
  expect(printedTime(lab, 'load', { total_us, model: 110, printed: 100 })).toBeUndefined();
  expect(printedTime(lab, 'speed', { total_us, model: 110, printed: NaN })).toBeUndefined();
});
