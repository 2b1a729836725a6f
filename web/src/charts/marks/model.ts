// Code shared by the marks for the model's values.
import type { ChartData } from '../data';
import type { Channel } from '../mark';

/** Returns the model's values computed so far, series by series. */
export const modelChannels = ({ series, xs, sweep: { columns, halves, done }, doubt }: ChartData): Channel[] =>
  series.map((_, s) => ({
    kind: 'model',
    series: s,
    values: xs.slice(0, done).map((x, place) => ({
      x,
      y: columns[s]?.[place] ?? NaN,
      series: s,
      place,
      half: halves[s]?.[place],
      high: doubt?.intervals[s]?.[1][place],
      ...(doubt && { note: doubt.note(s, place) }),
    })),
  }));

/** Returns the name of a series, followed by the kind of its values. */
export const seriesWords = (series: { title: string } | undefined, kind: string): string =>
  series?.title ? `${series.title}, ${kind}` : kind;

/** Returns whether the model's values have intervals. */
export const hasIntervals = ({ sweep: { halves }, doubt }: ChartData): boolean =>
  !!doubt?.intervals.length || halves.some((column) => column.some((half) => half > 0));
