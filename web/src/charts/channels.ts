// What several marks together mean for a chart: its drawing, its axis and the stops of its cursor.
import type { Track } from './cursor.svelte';
import type { ChartData } from './data';
import type { Layout } from './layout';
import type { Channel, Mark, Shape } from './mark';
import { seriesWords } from './marks/model';
import type { Plot } from './plot';

/** The values that are drawn, mark by mark. */
export const channelsOf = (marks: readonly Mark[], data: ChartData): Channel[] =>
  marks.flatMap(({ channels }) => channels?.(data) ?? []);

/** The ends of all values with their confidence intervals, as far as they are inside: what an axis must hold. */
export const extentsOf = (marks: readonly Mark[], data: ChartData, inside: (x: number) => boolean): number[] =>
  channelsOf(marks, data).flatMap(({ values }) =>
    values.flatMap(({ x, y, half = 0, high = y, place }) =>
      place !== undefined || inside(x) ? Math.max(y + half, high || y) : [],
    ),
  );

/** All shapes of a chart, from below. */
export const shapesOf = (marks: readonly Mark[], plot: Plot, data: ChartData, layout: Layout): Shape[] =>
  [...marks.filter(({ below }) => below), ...marks.filter(({ below }) => !below)].flatMap(({ draw }) =>
    draw(plot, data, layout),
  );

/** How values are written out. */
export interface ValueWords {
  /** With the half-width of its confidence interval if it has one, or with the digits that are printed. */
  value: (y: number, half?: number, printed?: string) => string;
  at: (x: number) => string;
}

/** Where the cursor can be: on every value of every mark that is shown. */
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
