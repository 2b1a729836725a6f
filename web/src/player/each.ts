// Charts without x: one bar for each of the series, in words and numbers.
import type { ChartData, OwnPoint, OwnPoints, Point } from '../charts/data';
import { signed } from '../charts/format';
import type { Chart } from '../lab/types';
import type { Names } from './chart';

/** What the model and the sources say of one of the series. */
export interface Each {
  title: string;
  /** NaN until it is computed. */
  model: number;
  /** Half of the model's confidence interval; NaN if it has none. */
  half: number;
  published: Point | undefined;
  /** Of the model, relative to what was published: 0.03 is 3 % too high; NaN where there is nothing to compare. */
  error: number;
}

/** What is drawn of one configuration. */
type Side = Pick<ChartData, 'series' | 'points'> & { sweep: Pick<ChartData['sweep'], 'columns' | 'halves'> };

export const eachOf = ({ relative }: Pick<Chart, 'relative'>, { series, points, sweep }: Side): Each[] =>
  series.map(({ title }, s) => {
    const [model = NaN, half = NaN, published] = [sweep.columns[s]?.[0], sweep.halves[s]?.[0], points[s]?.[0]];
    // What the others are divided by is 1 by definition, and no test of the model.
    const error = relative && s === 0 ? NaN : model / (published?.y ?? NaN) - 1;
    return { title, model, half, published, error };
  });

/** All that is known of one bar, to be read or heard. */
export const told = (names: Names, { title, model, half, published, error }: Each): string =>
  [
    title,
    Number.isFinite(model) ? `model ${names.value(model, half)}` : '',
    published
      ? `published ${names.value(published.y, undefined, published.text)}${published.heldOut ? ', held out' : ''}`
      : '',
    Number.isFinite(error) ? `error of the model ${signed(error)}` : '',
  ]
    .filter(Boolean)
    .join(', ');

/** What a reader has measured in one row: of a bar or, below them, in a row of its own. */
export const ownAt = (own: readonly OwnPoints[], row: number): OwnPoint[] =>
  own.flatMap(({ points, against }) => points.filter((point) => (point.against ?? against) === row));

/** The same, to be read or heard. */
export const ownTold = (names: Names, own: readonly OwnPoints[], row: number): string[] =>
  ownAt(own, row).map(({ y }) => `yours ${names.value(y)}`);

/** The least and the greatest of several values; one that all share stands alone. */
function ends(names: Names, values: { title: string; y: number; text?: string }[]): string {
  const known = values.filter(({ y }) => Number.isFinite(y)).sort((a, b) => a.y - b.y);
  const [least, most] = [known[0], known.at(-1)];
  if (!least || !most) return '';
  const [from, to] = [least, most].map(({ y, text }) => names.value(y, undefined, text));
  if (from !== to) return `from ${from} (${least.title}) to ${to} (${most.title})`;
  return `${to} (${known.length === 1 ? most.title : `all ${known.length}`})`;
}

/** A sentence on what there is to see. */
export function eachTakeaway(names: Names, all: readonly Each[]): string {
  const published = ends(
    names,
    all.map(({ title, published }) => ({ title, y: NaN, ...published })),
  );
  const model = ends(
    names,
    all.map(({ title, model }) => ({ title, y: model })),
  );
  if (!published) return model ? `In the model: ${model}.` : `${names.y}.`;
  const worst = all
    .filter(({ error }) => Number.isFinite(error))
    .reduce<Each | undefined>(
      (worst, one) => (Math.abs(one.error) > Math.abs(worst?.error ?? 0) ? one : worst),
      undefined,
    );
  return `Published: ${published}.${worst ? ` The model is farthest off at ${worst.title}, by ${signed(worst.error)}.` : ''}`;
}
