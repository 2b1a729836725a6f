// Intervals around curves: an area between their ends.
import type { Mark, Shape } from '../mark';
import type { Plot } from '../plot';
import { endsOf, intervalLegend } from './ends.ts';

/** The area between two curves. */
export function bandShape(
  plot: Plot,
  xs: ArrayLike<number>,
  lows: ArrayLike<number>,
  highs: ArrayLike<number>,
  style: number,
): Shape {
  /** A value's place; what a logarithmic scale has no place for is below it. */
  const place = (value: number): number => {
    const [foot, at] = [plot.top + plot.height, plot.y(value)];
    return Number.isFinite(at) ? Math.min(foot, Math.max(plot.top, at)) : foot;
  };
  // Where a value is missing the curve has a gap, and so has the band.
  const parts: number[][] = [[]];
  for (let i = 0; i < xs.length; i++)
    if (Number.isFinite(lows[i]) && Number.isFinite(highs[i])) parts.at(-1)?.push(i);
    else parts.push([]);
  const edge = (part: number[], ys: ArrayLike<number>): string[] =>
    part.map((i) => `${plot.x(xs[i] ?? NaN)} ${place(ys[i] ?? NaN)}`);
  const d = parts
    .filter((part) => part.length > 0)
    .map((part) => `M${[...edge(part, highs), ...edge(part, lows).reverse()].join('L')}Z`)
    .join('');
  return { class: `s${style}`, d, fill: 'var(--series)', opacity: 0.2, testid: 'band' };
}

export default {
  below: true,
  legend: (sides) => intervalLegend(sides, 'M0 0H22V10H0'),
  draw: (plot, data, { style }) =>
    data.sweep.columns.map((_, s) => bandShape(plot, data.xs, ...endsOf(data, s), style(s))),
} satisfies Mark;
