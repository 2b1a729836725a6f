// Intervals around curves, drawn as bands.
import { range } from 'd3-array';
import { area } from 'd3-shape';
import type { Mark, Shape } from '../mark';
import type { Plot } from '../plot';
import { endsOf, intervalLegend } from './ends.ts';

/** Returns the area between two curves. */
export function bandShape(
  plot: Plot,
  xs: ArrayLike<number>,
  lows: ArrayLike<number>,
  highs: ArrayLike<number>,
  style: number,
): Shape {
  /** Returns a value's position; a value that a logarithmic scale cannot show is at the lower edge. */
  const place = (value: number): number => {
    const [foot, at] = [plot.top + plot.height, plot.y(value)];
    return Number.isFinite(at) ? Math.min(foot, Math.max(plot.top, at)) : foot;
  };
  const d = area<number>()
    // The curve has a gap at a missing value, and so does the band.
    .defined((i) => Number.isFinite(lows[i]) && Number.isFinite(highs[i]))
    .x((i) => plot.x(xs[i] ?? NaN))
    .y0((i) => place(lows[i] ?? NaN))
    .y1((i) => place(highs[i] ?? NaN))
    .digits(1)(range(xs.length));
  return { class: `s${style}`, d: d ?? '', fill: 'var(--series)', opacity: 0.2, testid: 'band' };
}

export default {
  below: true,
  legend: (sides) => intervalLegend(sides, 'M0 0H22V10H0'),
  draw: (plot, data, { style }) =>
    data.sweep.columns.map((_, s) => bandShape(plot, data.xs, ...endsOf(data, s), style(s))),
} satisfies Mark;
