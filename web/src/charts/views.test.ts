import { describe, expect, test } from 'vitest';
import type { ChartData } from './data';
import { doublings } from './scale';
import { aroundZero, inView, octaves, viewsOf } from './views';

const data: ChartData = {
  series: [{ title: 'Old' }, { title: 'New' }],
  xs: [10, 100],
  sweep: { columns: [Float64Array.of(50, 20), Float64Array.of(100, 80)], halves: [], done: 2 },
  points: [
    [{ x: 10, y: 40, heldOut: false, model: 50, cell: 't/10/old' }],
    [
      { x: 10, y: 80, heldOut: true, model: 100, text: '80', cell: 't/10/new' },
      { x: 100, y: 100, heldOut: false, cell: 't/100/new' },
    ],
  ],
  limits: [{ min: 3, series: 0, x: 2 }],
  predicted: { xs: [10], ys: [1] },
  own: [],
};
const curves = { isRatio: false, isBars: false };

describe('views of a chart', () => {
  test('are those that have something to show', () => {
    expect(viewsOf(data, false)).toEqual(['value', 'ratio', 'error']);
    expect(viewsOf(data, true)).toEqual(['value', 'error']);
    expect(viewsOf({ ...data, points: [[], []] }, false)).toEqual(['value', 'ratio']);
    expect(viewsOf({ series: [{ title: '' }], points: [[]] }, false)).toEqual(['value']);
  });

  test('values are the data themselves', () => {
    expect(inView('value', data, curves)).toBe(data);
  });

  test('ratios are to the first series at the same place, where both are published', () => {
    const { sweep, points, predicted, limits } = inView('ratio', data, curves);
    expect(sweep.columns.map((ys) => [...ys])).toEqual([
      [1, 1],
      [2, 4],
    ]);
    expect(points[1]).toEqual([{ x: 10, y: 2, model: 2, heldOut: true, cell: 't/10/new' }]);
    expect([predicted, limits]).toEqual([undefined, []]);
  });

  test('errors are (model − published) / published at the published places, and the model is flat', () => {
    const { sweep, points } = inView('error', data, curves);
    expect(points.map((all) => all.map(({ x, y }) => [x, y]))).toEqual([[[10, 0.25]], [[10, 0.25]]]);
    expect(sweep.columns.every((ys) => ys.every((y) => y === 0))).toBe(true);
  });

  test('bars are as long as their errors, and the base of ratios has none', () => {
    const { sweep, points } = inView('error', data, { isRatio: true, isBars: true });
    expect(points[0]).toEqual([]);
    expect(sweep.columns.map((ys) => [...ys])).toEqual([
      [NaN, NaN],
      [0.25, NaN],
    ]);
  });
});

describe('axes of views', () => {
  test('errors have zero in the middle and room for the band', () => {
    expect(aroundZero([])).toEqual([-0.1, 0.1]);
    expect(aroundZero([0.01, -0.28])).toEqual([-0.3, 0.3]);
  });

  test('ratios near 1 end at powers of two; others are for powers of ten', () => {
    expect(octaves([1, 0.38, 1.64])).toEqual([0.25, 2]);
    expect(octaves([1])).toEqual([1, 2]);
    expect(octaves([1, 277])).toBeUndefined();
  });

  test('five times as slow is as far from 1 as five times as fast', () => {
    const scale = doublings([0.125, 8], [0, 600]);
    expect(scale.ticks).toEqual([0.125, 0.25, 0.5, 1, 2, 4, 8]);
    expect(scale(1) - scale(0.2)).toBeCloseTo(scale(5) - scale(1), 0);
    expect(doublings([0.125, 8], [0, 600], 4).ticks).toEqual([0.25, 1, 4]);
  });
});
