// Charts without an x axis: one bar per series, described in words and numbers.
import type { ChartData, Doubt, OwnPoint, OwnPoints, Point } from '../charts/data';
import { signed } from '../charts/format';
import type { Words } from '../language';
import type { Chart } from '../lab/types';
import type { ChartWords } from './chart';

/** The model value and the published value of one series. */
export interface Bar {
  title: string;
  /** The model's value; NaN until it is computed. */
  model: number;
  /** The half-width of the model's confidence interval; NaN if it has none. */
  half: number;
  /** A remark about the model's value. */
  note?: string | undefined;
  published: Point | undefined;
  /** Relative error of the model: 0.03 is 3 % above the published value; NaN if there is no published value. */
  error: number;
}

/** The chart data that bars need. */
type BarData = Pick<ChartData, 'series' | 'points'> & {
  sweep: Pick<ChartData['sweep'], 'columns' | 'halves'>;
  doubt?: Pick<Doubt, 'note'> | undefined;
};

export const barsOf = ({ relative }: Pick<Chart, 'relative'>, { series, points, sweep, doubt }: BarData): Bar[] =>
  series.map(({ title }, s) => {
    const [model = NaN, half = NaN, published] = [sweep.columns[s]?.[0], sweep.halves[s]?.[0], points[s]?.[0]];
    // The first series' ratio to itself is 1 by definition, so it does not test the model.
    const error = relative && s === 0 ? NaN : model / (published?.y ?? NaN) - 1;
    return { title, model, half, note: doubt?.note(s, 0), published, error };
  });

/** Describes one bar, for a tooltip and for screen readers. */
export const describeBar = (names: ChartWords, { title, model, half, note = '', published, error }: Bar): string =>
  [
    title,
    Number.isFinite(model) ? (`model ${names.value(model, half)}${note}` satisfies Words) : '',
    published
      ? (`published ${names.value(published.y, undefined, published.text)}${published.heldOut ? ', held out' : ''}` satisfies Words)
      : '',
    Number.isFinite(error) ? (`model error ${signed(error)}` satisfies Words) : '',
  ]
    .filter(Boolean)
    .join(', ');

/** Returns the reader's measurements in one row: that of a bar, or a separate row below the bars. */
export const ownPointsInRow = (own: readonly OwnPoints[], row: number): OwnPoint[] =>
  own.flatMap(({ points, against }) => points.filter((point) => (point.against ?? against) === row));

/** Describes the reader's measurements in one row. */
export const describeOwn = (names: ChartWords, own: readonly OwnPoints[], row: number): string[] =>
  ownPointsInRow(own, row).map(({ y }) => `yours ${names.value(y)}` satisfies Words);

/** Describes the range of several values, or the single value that all share. */
function rangeWords(names: ChartWords, values: { title: string; y: number; text?: string }[]): string {
  const known = values.filter(({ y }) => Number.isFinite(y)).sort((a, b) => a.y - b.y);
  const [min, max] = [known[0], known.at(-1)];
  if (!min || !max) return '';
  const [from, to] = [min, max].map(({ y, text }) => names.value(y, undefined, text));
  if (from !== to) return `from ${from} (${min.title}) to ${to} (${max.title})` satisfies Words;
  return `${to} (${known.length === 1 ? max.title : (`all ${known.length}` satisfies Words)})`;
}

/** Returns a sentence with the published range and the largest error. */
export function barsTakeaway(names: ChartWords, all: readonly Bar[]): string {
  const published = rangeWords(
    names,
    all.map(({ title, published }) => ({ title, y: NaN, ...published })),
  );
  const model = rangeWords(
    names,
    all.map(({ title, model }) => ({ title, y: model })),
  );
  if (!published) return model ? `In the model: ${model}.` : `${names.y}.`;
  const worst = all
    .filter(({ error }) => Number.isFinite(error))
    .reduce<Bar | undefined>(
      (worst, one) => (Math.abs(one.error) > Math.abs(worst?.error ?? 0) ? one : worst),
      undefined,
    );
  return `Published: ${published}.${worst ? ` The model’s largest error is for ${worst.title}: ${signed(worst.error)}.` : ''}`;
}
