// Confidence intervals around curves: an area from each value as far down as up.
import type { Mark, Shape } from '../mark';
import type { Plot } from '../plot';

/** The area around a curve, or the part of it above a value where the half-widths are those of the middle. */
export function bandShape(
  plot: Plot,
  xs: ArrayLike<number>,
  ys: ArrayLike<number>,
  halves: ArrayLike<number>,
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
    if (Number.isFinite(ys[i]) && Number.isFinite(halves[i])) parts.at(-1)?.push(i);
    else parts.push([]);
  const edge = (part: number[], sign: number): string[] =>
    part.map((i) => `${plot.x(xs[i] ?? NaN)} ${place((ys[i] ?? NaN) + sign * (halves[i] ?? NaN))}`);
  const d = parts
    .filter((part) => part.length > 0)
    .map((part) => `M${[...edge(part, 1), ...edge(part, -1).reverse()].join('L')}Z`)
    .join('');
  return { class: `s${style}`, d, fill: 'var(--series)', opacity: 0.2, testid: 'band' };
}

export default {
  below: true,
  legend: () => [
    {
      width: 22,
      height: 10,
      shapes: [{ d: 'M0 0H22V10H0', fill: 'var(--soft)', opacity: 0.3, stroke: 'var(--soft)' }],
      text: '95 % confidence interval',
    },
  ],
  draw: (plot, { sweep, xs }, { style }) =>
    sweep.halves.map((halves, s) => bandShape(plot, xs, sweep.columns[s] ?? [], halves, style(s))),
} satisfies Mark;
