import { expect, test } from 'vitest';
import { exampleLab, exampleTable } from '../lab/examples';
import { picturesOf } from './table-picture';

const column = (name: string, group: string, more: object = {}) => ({
  name,
  title: 'Rate',
  group,
  unit: '1/s',
  output: 'rate',
  ...more,
});

test('cells of one quantity are one picture, a series a column', () => {
  const table = exampleTable({
    fields: [column('a', 'Old'), column('b', 'New')],
    rows: [10, 20],
    cells: [
      [100, 200],
      [50, null],
    ],
  });
  const [picture, ...rest] = picturesOf(exampleLab({ tables: [table] }), table, {
    model: Float64Array.of(90, 210, 55, 120),
  });
  expect(rest).toEqual([]);
  expect(picture?.data.series.map(({ title }) => title)).toEqual(['Old', 'New']);
  expect(picture?.data.points.map((points) => points.map(({ x, y, model }) => [x, y, model]))).toEqual([
    [
      [0, 100, 90],
      [1, 50, 55],
    ],
    [[0, 200, 210]],
  ]);
  expect(picture?.isRatio).toBe(false);
});

test('ratio to another column is drawn in the unit of that column, on both sides', () => {
  const table = exampleTable({
    fields: [column('a', 'Old'), column('b', 'New', { unit: '1', relative_to: 'a' })],
    rows: [10],
    cells: [[100, 2]],
  });
  const [picture] = picturesOf(exampleLab({ tables: [table] }), table, { model: Float64Array.of(90, 3) });
  expect(picture?.data.points[1]?.map(({ y, model, text }) => [y, model, text])).toEqual([[200, 270, undefined]]);
});

test('cells that cannot be compared are not drawn, and without the model only the printed values are', () => {
  const table = exampleTable({
    fields: [column('a', '')],
    rows: [10, 20, 30],
    cells: [[100], [50], [25]],
    roles: [
      { rows: [20], role: 'damaged' },
      { rows: [30], role: 'held_out' },
    ],
  });
  const [picture] = picturesOf(exampleLab({ tables: [table] }), table, undefined);
  expect(picture?.data.points[0]?.map(({ x, model, heldOut }) => [x, model, heldOut])).toEqual([
    [0, NaN, false],
    [2, NaN, true],
  ]);
});

test('bound is drawn as a bound, and a row without a cell of the quantity is left out', () => {
  const table = exampleTable({
    fields: [column('a', ''), column('b', '', { title: 'Delay' })],
    rows: [10, 20, 30],
    cells: [
      [100, null],
      ['<70', 5],
      [null, '2..3'],
    ],
  });
  const [rate, delay] = picturesOf(exampleLab({ tables: [table] }), table, {
    model: Float64Array.of(90, 1, 55, 4, 9, 2.5),
  });
  expect([rate?.data.xs, rate?.data.limits]).toEqual([[0, 1], [{ max: 70, series: 0, x: 1 }]]);
  expect(Array.from(rate?.data.sweep.columns[0] ?? [])).toEqual([90, 55]);
  expect([delay?.data.xs, delay?.data.limits]).toEqual([[1, 2], [{ min: 2, max: 3, series: 0, x: 2 }]]);
  expect(Array.from(delay?.data.sweep.columns[0] ?? [])).toEqual([4, 2.5]);
});
