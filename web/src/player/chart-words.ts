// A chart in words: where its cursor can stand.
import type { Track } from '../charts/cursor.svelte';
import type { Chart } from '../lab/types';
import type { Drawn, Names, Point } from './chart';
import type { OwnPoints } from './own';

/** What is drawn of one configuration. */
interface Side {
  series: readonly Drawn[];
  points: Point[][];
  sweep: { columns: Float64Array[]; halves: Float64Array[]; done: number };
}

interface Readers {
  predicted: { xs: number[]; ys: number[] } | undefined;
  own: OwnPoints[];
}

/** Rows of bars: all series of a value below each other, with a gap after each value. */
export const barRows = (places: number, series: number): { place: number; series: number; at: number }[] =>
  Array.from({ length: places * series }, (_, i) => {
    const place = Math.floor(i / series);
    return { place, series: i % series, at: i + place * 0.6 };
  });

const called = ({ title }: Drawn, what: string): string => (title ? `${title}, ${what}` : what);

/** Where a cursor can stand: on each curve, then on the published points of each, then on the reader's own. */
export function tracksOf(
  chart: Chart,
  names: Names,
  { series, points, sweep }: Side,
  places: readonly number[],
  { predicted, own }: Readers,
  inside: (x: number) => boolean,
): Track[] {
  const rows = barRows(places.length, series.length);
  const stop = (s: number, x: number, y: number, more = '', half?: number, printed?: string) => {
    const text = `${names.at(x)}: ${names.value(y, half, printed)}${more}`;
    if (chart.mark === 'line') return { x, y, text };
    const row = rows.find((row) => row.series === s && places[row.place] === x);
    return { x: y, y: row?.at ?? 0, text };
  };
  return [
    ...series.map((drawn, s) => ({
      name: called(drawn, 'model'),
      stops: places
        .slice(0, sweep.done)
        .map((x, i) => stop(s, x, sweep.columns[s]?.[i] ?? NaN, '', sweep.halves[s]?.[i])),
    })),
    ...series.map((drawn, s) => ({
      name: called(drawn, 'published'),
      stops: (points[s] ?? [])
        .filter(({ x }) => inside(x))
        .map(({ x, y, heldOut, text }) => stop(s, x, y, heldOut ? ', held out' : '', undefined, text)),
    })),
    {
      name: 'your prediction',
      stops: (predicted?.xs ?? []).flatMap((x, i) => (inside(x) ? stop(0, x, predicted?.ys[i] ?? NaN) : [])),
    },
    ...own.map(({ name, points, against }) => ({
      name,
      stops: points.filter(({ x }) => inside(x)).map(({ x, y }) => stop(against, x, y)),
    })),
  ];
}
