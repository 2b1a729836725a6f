// Chart layouts: the position of a series' value for a value of x.
import { nowhere } from './data';
import type { Plot } from './plot';

/** `curves` have a vertical y axis over x; `rows` are horizontal, with a row for each series at each x. */
export type LayoutKind = 'curves' | 'rows';

/** The appearance of marks in a layout. */
export interface Look {
  kind: LayoutKind;
  /** Whether each series has a single row, because the chart has no x quantity. */
  single: boolean;
  /** Returns the style number of a series. */
  style: (series: number) => number;
}

export interface Layout extends Look {
  /** Whether an x is in the visible range. */
  inside: (x: number) => boolean;
  /** Returns the row of a series at an x; NaN if the series has no row there. */
  row: (x: number, series: number) => number;
  /** Returns the position of a value, in pixels. */
  at: (plot: Plot, x: number, series: number, y: number) => [number, number];
  /** The value at which bars start. */
  base: number;
  /** The height of bars in pixels. */
  thickness: number;
}

/** Lays out bars in rows: for each x, one row per series, followed by a gap. */
export const barRows = (places: number, series: number): { place: number; series: number; at: number }[] =>
  Array.from({ length: places * series }, (_, i) => {
    const place = Math.floor(i / series);
    return { place, series: i % series, at: i + place * 0.6 };
  });

export interface LayoutInput extends Look {
  /** The number of series. */
  count: number;
  xs: readonly number[];
  /** The visible range of x. */
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
