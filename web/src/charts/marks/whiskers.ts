// Intervals at the ends of bars, drawn as whiskers.
import type { Mark, Shape } from '../mark';
import type { Plot } from '../plot';
import { endsOf, intervalLegend } from './ends.ts';

function whiskerShapes(plot: Plot, row: number, low: number, high: number): Shape[] {
  const [from, y] = [plot.x(low), plot.y(row)];
  // An interval that continues beyond the axis has no end there. On a logarithmic axis, zero has no position.
  const start = from >= plot.left ? `M${from} ${y - 3.5}v7m0-3.5` : `M${plot.left} ${y}`;
  const d = `${start}H${plot.x(high)}m0-3.5v7`;
  // A halo keeps the whisker visible on its bar.
  return [
    { d, fill: 'none', stroke: 'var(--paper)', strokeWidth: 4 },
    { d, fill: 'none', stroke: 'var(--ink)', strokeWidth: 1.5, testid: 'whisker' },
  ];
}

export default {
  legend: (sides) => intervalLegend(sides, 'M1 1v8m0-4H21m0-4v8'),
  draw: (plot, data, { row }) =>
    data.series.flatMap((_, s) => {
      const [lows, highs] = endsOf(data, s);
      return data.xs.slice(0, data.sweep.done).flatMap((x, place) => {
        const [low, high] = [lows[place] ?? NaN, highs[place] ?? NaN];
        return high > low ? whiskerShapes(plot, row(x, s), low, high) : [];
      });
    }),
} satisfies Mark;
