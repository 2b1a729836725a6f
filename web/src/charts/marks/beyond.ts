// Curves beyond the published values of their series, where no measurement exists: thin and dashed.
import type { ChartData } from '../data';
import type { Mark } from '../mark';
import { lineShape } from './line.ts';

const look = { fill: 'none', strokeWidth: 1.25, dash: '3 4' };

/**
 * Returns a series' values outside the range of its published values; NaN inside the range, except at its first and
 * last x.
 */
function outside({ xs, doubt }: Pick<ChartData, 'xs' | 'doubt'>, ys: Float64Array, s: number): Float64Array {
  const [from, to] = doubt?.spans[s] ?? [-Infinity, Infinity];
  const isInside = (x: number): boolean => x >= from && x <= to;
  const [first, last] = [xs.findIndex(isInside), xs.findLastIndex(isInside)];
  return first < 0 ? ys : ys.map((y, i) => (i > first && i < last ? NaN : y));
}

export default {
  legend: (sides) =>
    sides.some(({ doubt, xs }) => doubt?.spans.some(([from, to]) => xs.some((x) => !(x >= from && x <= to))))
      ? [
          {
            width: 34,
            height: 10,
            shapes: [{ ...look, d: 'M1 5H33', stroke: 'currentColor' }],
            text: 'model, beyond the published values',
          },
        ]
      : [],
  draw: (plot, data, { style }) =>
    data.sweep.columns.map((ys, s) => ({
      ...look,
      class: `s${style(s)}`,
      d: lineShape(plot, data.xs, outside(data, ys, s), 0).d ?? '',
      stroke: 'var(--series)',
      testid: 'beyond',
    })),
} satisfies Mark;
