// The model's values over x as curves, with gaps at values that are not finite. Another mark draws the curves beyond
// the published values.
import { line } from 'd3-shape';
import { decimate } from '../decimate.ts';
import type { Mark, Shape } from '../mark';
import type { Plot } from '../plot';
import { modelChannels, seriesWords } from './model.ts';

/**
 * Styles in drawing order, from the solid line to the sparsest dashes: the upper of two equal curves does not hide the
 * lower one.
 */
const fromSolid = [2, 5, 3, 1, 4, 0];

const path = line()
  .defined(([, y]) => Number.isFinite(y))
  .digits(1);

export function lineShape(plot: Plot, xs: ArrayLike<number>, ys: ArrayLike<number>, style: number): Shape {
  const px = Array.from(xs, (value) => plot.x(value));
  const py = Array.from(ys, (value) => plot.y(value));
  const kept = px.length > 2 * plot.width ? decimate(px, py) : px.map((_, i) => i);
  return { class: `line s${style}`, d: path(kept.map((i) => [px[i] ?? NaN, py[i] ?? NaN])) ?? '' };
}

export default {
  channels: modelChannels,
  // If there are several curves, their names are at their ends.
  legend: ([side], { style }) =>
    (side && side.series.length === 1 ? side.series : []).map((series, s) => ({
      width: 34,
      height: 10,
      shapes: [{ class: `line s${style(s)}`, d: 'M1 5H33' }],
      text: seriesWords(series, 'model'),
    })),
  draw: (plot, { sweep, xs, doubt }, { style }) =>
    [...sweep.columns.entries()]
      .sort(([a], [b]) => fromSolid.indexOf(style(a)) - fromSolid.indexOf(style(b)))
      .map(([s, ys]) => {
        const [from, to] = doubt?.spans[s] ?? [-Infinity, Infinity];
        const within = ys.map((y, i) => ((xs[i] ?? 0) >= from && (xs[i] ?? 0) <= to ? y : NaN));
        return lineShape(plot, xs, within, style(s));
      }),
} satisfies Mark;
