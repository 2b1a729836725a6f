// The model's values as bars, one per row.
import type { Mark, Shape } from '../mark';
import type { Plot } from '../plot';
import { modelChannels, seriesWords } from './model.ts';

/** A bar between two values, in the row at position `at`. */
export interface Bar {
  at: number;
  from: number;
  to: number;
  style: number;
}

export function barShape(plot: Plot, { at, from, to, style }: Bar, thickness: number): Shape {
  const [a, b] = [plot.x(from), plot.x(to)];
  return {
    class: `bar s${style}`,
    rect: [Math.min(a, b), plot.y(at) - thickness / 2, Math.max(1, Math.abs(b - a)), thickness],
  };
}

export default {
  channels: modelChannels,
  // If each series has one row, its name is next to the row.
  legend: ([side], { single, style }) =>
    (single ? [{ title: '' }] : (side?.series ?? [])).map((series, s) => ({
      width: 22,
      height: 10,
      shapes: [{ class: `bar s${style(s)}`, rect: [0, 0, 22, 10] }],
      text: seriesWords(series, 'model'),
    })),
  draw: (plot, data, { row, base, style, thickness }) =>
    data.sweep.columns.flatMap((column, s) =>
      data.xs.flatMap((x, place) => {
        const to = column[place] ?? NaN;
        if (!Number.isFinite(to)) return [];
        const cell = data.points[s]?.find((point) => point.x === x)?.cell;
        return [{ ...barShape(plot, { at: row(x, s), from: base, to, style: style(s) }, thickness), cell }];
      }),
    ),
} satisfies Mark;
