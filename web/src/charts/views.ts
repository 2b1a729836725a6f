// The three views of a chart: plain values, ratios to the first series, and errors of the model.
import { extent, nice } from 'd3-array';
import type { ChartData, Point, View } from './data';
import { tolerance } from './errors';

/** Returns the views that a chart can have; `isRatio` means that its values are already ratios. */
export function viewsOf({ series, points }: Pick<ChartData, 'series' | 'points'>, isRatio: boolean): View[] {
  const isPublished = points.some((all) => all.length > 0);
  return [
    'value',
    ...(series.length > 1 && !isRatio ? ['ratio' as const] : []),
    ...(isPublished ? ['error' as const] : []),
  ];
}

/** Returns a chart's data in a derived view, without the data that only plain values have. */
const reduced = (data: ChartData, view: View, columns: Float64Array[], points: Point[][]): ChartData => ({
  ...data,
  view,
  sweep: { columns, halves: [], done: data.sweep.done },
  points,
  limits: [],
  predicted: undefined,
  own: [],
  doubt: data.doubt && { ...data.doubt, intervals: [], note: () => '', words: '' },
});

/** Divides values by those of the first series at the same x. */
function asRatios(data: ChartData): ChartData {
  const [base] = data.sweep.columns;
  const columns = data.sweep.columns.map((ys) => ys.map((y, place) => y / (base?.[place] ?? NaN)));
  const bases = new Map(data.points[0]?.map((point) => [point.x, point]));
  const points = data.points.map((all) =>
    all.flatMap(({ text: _, ...point }): Point[] => {
      const first = bases.get(point.x);
      if (!first) return [];
      const model = (point.model ?? NaN) / (first.model ?? NaN);
      return [{ ...point, y: point.y / first.y, model, heldOut: point.heldOut || first.heldOut }];
    }),
  );
  return reduced(data, 'ratio', columns, points);
}

/** Returns the error of the model at a published value; NaN while the model's value is not known. */
export const errorAt = ({ y, model = NaN }: Point): number => model / y - 1;

/**
 * Replaces each published value with the model's error. The model's curves become a flat line at zero; the length of a
 * bar becomes the model's error. The first series of ratios is 1 by definition, so it has no error.
 */
function asErrors(data: ChartData, isRatio: boolean, isBars: boolean): ChartData {
  const points = data.points.map((all, s) =>
    isRatio && s === 0
      ? []
      : all.flatMap((point): Point[] => {
          const y = errorAt(point);
          return Number.isFinite(y) ? [{ ...point, y }] : [];
        }),
  );
  const columns = data.sweep.columns.map((ys, s) =>
    ys.map((_, place) => (isBars ? (points[s]?.find(({ x }) => x === data.xs[place])?.y ?? NaN) : 0)),
  );
  return { ...reduced(data, 'error', columns, points), doubt: undefined };
}

/**
 * The form of a chart's values: whether they are already ratios to the first series, and whether they are shown in rows
 * of bars.
 */
export interface ValueForm {
  isRatio: boolean;
  isBars: boolean;
}

/** Returns a chart's data in a view. */
export function inView(view: View, data: ChartData, { isRatio, isBars }: ValueForm): ChartData {
  if (view === 'value') return data;
  return view === 'ratio' ? asRatios(data) : asErrors(data, isRatio, isBars);
}

/** The maximum number of doublings on an axis of ratios; beyond it, powers of ten are easier to read. */
const maxDoublings = 7;

/** Returns the powers of two around all positive values; undefined if there are too many doublings between them. */
export function octaves(values: Iterable<number>): [number, number] | undefined {
  const [low = 1, high = 1] = extent([...values].filter((value) => value > 0 && Number.isFinite(value)));
  const [from, to] = [Math.floor(Math.log2(low)), Math.ceil(Math.log2(high))];
  return to - from > maxDoublings ? undefined : [2 ** from, 2 ** Math.max(to, from + 1)];
}

/** Returns a round interval centered on 0 that contains every error and twice the tolerance band. */
export function aroundZero(errors: Iterable<number>): [number, number] {
  const sizes = [...errors].filter(Number.isFinite).map(Math.abs);
  const [, high] = nice(0, Math.max(2 * tolerance, ...sizes), 4);
  return [-high, high];
}
