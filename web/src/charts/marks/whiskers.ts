// Intervals at the ends of bars, drawn as whiskers.
import type { Mark, Shape } from '../mark';
import type { Plot } from '../plot';
import { endsOf, intervalLegend } from './ends.ts';

function whiskerShapes(plot: Plot, row: number, low: number, high: number): Shape[] {
  const from = plot.x(low);
  const left = Number.isFinite(from) ? Math.max(plot.left, from) : plot.left;
  const d = `M${left} ${plot.y(row) - 3.5}v7m0-3.5H${plot.x(high)}m0-3.5v7`;
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
