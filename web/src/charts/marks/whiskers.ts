// Confidence intervals at the ends of bars: from each value, on its row, as far to the left as to the right.
import type { Mark, Shape } from '../mark';
import type { Plot } from '../plot';
import { modelChannels } from './model.ts';

function whiskerShapes(plot: Plot, row: number, value: number, half: number): Shape[] {
  const from = plot.x(value - half);
  const left = Number.isFinite(from) ? Math.max(plot.left, from) : plot.left;
  const d = `M${left} ${plot.y(row) - 3.5}v7m0-3.5H${plot.x(value + half)}m0-3.5v7`;
  // A halo, so that it is seen on its bar too.
  return [
    { d, fill: 'none', stroke: 'var(--paper)', strokeWidth: 4 },
    { d, fill: 'none', stroke: 'var(--ink)', strokeWidth: 1.5, testid: 'whisker' },
  ];
}

export default {
  legend: () => [
    {
      width: 22,
      height: 10,
      shapes: [{ d: 'M1 1v8m0-4H21m0-4v8', fill: 'var(--soft)', opacity: 0.3, stroke: 'var(--soft)' }],
      text: '95 % confidence interval',
    },
  ],
  draw: (plot, data, { row }) =>
    modelChannels(data)
      .flatMap(({ values }) => values)
      .flatMap(({ x, y, series, half = 0 }) => (half > 0 ? whiskerShapes(plot, row(x, series), y, half) : [])),
} satisfies Mark;
