// Combines the marks of a chart into its drawing, its axis, and the stops of its cursor.
import type { Track } from './cursor.svelte';
import type { ChartData } from './data';
import type { Layout } from './layout';
import type { Channel, Mark, Shape } from './mark';
import { seriesWords } from './marks/model';
import type { Plot } from './plot';

/** Returns the drawn values, mark by mark. */
export const channelsOf = (marks: readonly Mark[], data: ChartData): Channel[] =>
  marks.flatMap(({ channels }) => channels?.(data) ?? []);

/**
 * Returns all values in the visible range and the upper ends of their intervals: the axis must contain them. A lower
 * end may be close to 0, which would stretch a logarithmic axis.
 */
export const extentsOf = (marks: readonly Mark[], data: ChartData, inside: (x: number) => boolean): number[] =>
  channelsOf(marks, data).flatMap(({ values }) =>
    values.flatMap(({ x, y, half = 0, high = y, place }) =>
      place !== undefined || inside(x) ? [y, Math.max(y + half, high || y)] : [],
    ),
  );

/** Returns all shapes of a chart, lowest layer first. */
export const shapesOf = (marks: readonly Mark[], plot: Plot, data: ChartData, layout: Layout): Shape[] =>
  [...marks.filter(({ below }) => below), ...marks.filter(({ below }) => !below)].flatMap(({ draw }) =>
    draw(plot, data, layout),
  );

/** Formatters of values and positions. */
export interface ValueWords {
  /** Formats a value, with the half-width of its confidence interval or with its printed digits. */
  value: (y: number, half?: number, printed?: string) => string;
  at: (x: number) => string;
}

/** Returns the cursor's stops: every visible value of every mark. */
export const tracksOf = (marks: readonly Mark[], words: ValueWords, data: ChartData, layout: Layout): Track[] =>
  channelsOf(marks, data).map(({ kind, series, name = kind, values }) => ({
    name: series === undefined ? name : seriesWords(data.series[series], kind),
    stops: values
      .filter(({ x, place }) => place !== undefined || layout.inside(x))
      .map(({ x, y, series, half, text: printed, note = '', cell }) => {
        const text = `${words.at(x)}: ${words.value(y, half, printed)}${note}`;
        return layout.kind === 'curves' ? { x, y, text, cell } : { x: y, y: layout.row(x, series) || 0, text, cell };
      }),
  }));
