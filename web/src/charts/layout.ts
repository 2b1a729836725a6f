// How a chart is laid out: where a value of a series at a place along x is drawn.
import { nowhere } from './data';
import type { Plot } from './plot';

/** `curves` go up over an axis of x; `rows` go to the right, a row for each series of each value of x. */
export type LayoutKind = 'curves' | 'rows';

/** How marks look in a layout. */
export interface Look {
  kind: LayoutKind;
  /** Whether each series has one row, and there is no x. */
  single: boolean;
  /** The number of a series' style. */
  style: (series: number) => number;
}

export interface Layout extends Look {
  /** Whether a value of x is in the part that is shown. */
  inside: (x: number) => boolean;
  /** The row of a series at a value of x; NaN if it has none. */
  row: (x: number, series: number) => number;
  /** Where a value is drawn, in pixels. */
  at: (plot: Plot, x: number, series: number, y: number) => [number, number];
  /** The value where bars begin, and their height in pixels. */
  base: number;
  thickness: number;
}

/** Rows of bars: all series of a value below each other, with a gap after each value. */
export const barRows = (places: number, series: number): { place: number; series: number; at: number }[] =>
  Array.from({ length: places * series }, (_, i) => {
    const place = Math.floor(i / series);
    return { place, series: i % series, at: i + place * 0.6 };
  });

export interface LayoutInput extends Look {
  /** How many series there are. */
  count: number;
  xs: readonly number[];
  /** The stretch of x that is shown. */
  range: readonly [number, number];
  base: number;
}

export function layoutOf({ count, xs, range, base, ...look }: LayoutInput): Layout {
  const curves = look.kind === 'curves';
  const row = (x: number, series: number): number => {
    const place = xs.indexOf(x);
    if (look.single) return x === nowhere ? series : NaN;
    return place < 0 ? NaN : place * count + series + place * 0.6;
  };
  return {
    ...look,
    inside: (x) => (curves ? x >= range[0] && x <= range[1] : xs.includes(x)),
    row,
    at: (plot, x, series, y) => (curves ? [plot.x(x), plot.y(y)] : [plot.x(y), plot.y(row(x, series))]),
    base,
    thickness: look.single ? 13 : 12,
  };
}
