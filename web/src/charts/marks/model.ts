// What all marks of the model's values share.
import type { ChartData } from '../data';
import type { Channel } from '../mark';

/** The model's values that are computed so far, series by series. */
export const modelChannels = ({ series, xs, sweep: { columns, halves, done } }: ChartData): Channel[] =>
  series.map((_, s) => ({
    kind: 'model',
    series: s,
    values: xs.slice(0, done).map((x, place) => ({
      x,
      y: columns[s]?.[place] ?? NaN,
      series: s,
      place,
      half: halves[s]?.[place],
    })),
  }));

/** What a series is called together with a kind of values. */
export const seriesWords = (series: { title: string } | undefined, kind: string): string =>
  series?.title ? `${series.title}, ${kind}` : kind;

/** Whether the model's values have confidence intervals. */
export const hasIntervals = ({ sweep: { halves } }: ChartData): boolean =>
  halves.some((column) => column.some((half) => half > 0));
