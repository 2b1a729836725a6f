// Ratios, errors, and highlighted published values of a chart: fetched when its first values are drawn.
import { inSentence, type Words } from '../language';
import type { ChartData, Point, View } from '../charts/data';
import { tolerance } from '../charts/errors';
import { short, signed, tickError } from '../charts/format';
import type { Look } from '../charts/layout';
import type { Shape } from '../charts/mark';
import type { AxisSpec } from '../charts/plot';
import { aroundZero, errorAt, octaves } from '../charts/views';
import type { ChartWords } from './chart';

export { inView } from '../charts/views';
export { default as Note } from '../charts/Note.svelte';
export { default as ViewChoice } from './ViewChoice.svelte';
export { lightFigures } from './lit-figures.svelte';

/** A highlighted published value, and its series. */
interface Light {
  series: number;
  point: Point;
}

/** Returns the published value of a cell, if a chart shows it. */
export const lightIn = ({ points }: ChartData, cell: string | undefined): Light | undefined =>
  cell === undefined
    ? undefined
    : points.flatMap((all, series) => all.flatMap((point) => (point.cell === cell ? { series, point } : [])))[0];

/**
 * Returns a function that fades all shapes except a highlighted value and its series; undefined without such a value.
 */
export function fadingIn(light: Light | undefined, { style }: Look): ((shape: Shape) => boolean) | undefined {
  if (!light) return undefined;
  const look = `s${style(light.series)}`;
  return ({ cell, class: name = '' }) =>
    cell === undefined ? !name.split(' ').includes(look) : cell !== light.point.cell;
}

/**
 * Returns the two lines of text at a highlighted published value: the value itself, and the model's value with its
 * error.
 */
export function noteLines(names: ChartWords, points: readonly Point[], { cell }: Point): string[] {
  const point = points.find((one) => one.cell === cell);
  if (!point) return [];
  const { y, text, heldOut, model = NaN } = point;
  return [
    `published ${names.value(y, undefined, text)}${heldOut ? ', held out' : ''}` satisfies Words,
    ...(Number.isFinite(model) ? [`model ${names.value(model)}, ${signed(errorAt(point))}` satisfies Words] : []),
  ];
}

/** Returns the titles of a chart in a view. */
export function wordsIn(view: View, names: ChartWords, first: string): ChartWords {
  if (view === 'value') return names;
  const number: ChartWords['number'] = view === 'ratio' ? (value) => `${short(value)}×` : (value) => signed(value);
  const y = view === 'ratio' ? `${names.quantity}, relative to ${first}` : `Model error: ${inSentence(names.quantity)}`;
  return { ...names, y, unit: '', number, value: number };
}

/** Returns the axis for ratios or errors; undefined if an axis of plain values is better. */
export function axisIn(
  view: View,
  { values, label, isLog }: { values: readonly number[]; label: string; isLog: boolean },
): AxisSpec | undefined {
  if (view === 'error') return { kind: 'linear', domain: aroundZero(values), label, format: tickError };
  const domain = isLog ? octaves([1, ...values]) : undefined;
  return domain && { kind: 'doublings', domain, label, format: (value) => `${short(value)}×` };
}

/** Returns the model's values at the reader's x, in a view. */
export function spotsIn(view: View, values: Float64Array | undefined): Float64Array | undefined {
  if (view === 'error') return undefined;
  return view === 'ratio' ? values?.map((value) => value / (values[0] ?? NaN)) : values;
}

/** Returns a sentence about the errors of a chart. */
export function errorWords(names: ChartWords, { series, points }: ChartData): string {
  const all = points.flatMap((some, s) =>
    some.map((point) => ({ title: series[s]?.title ?? '', x: point.x, error: errorAt(point) })),
  );
  const known = all
    .filter(({ error }) => Number.isFinite(error))
    .toSorted((a, b) => Math.abs(b.error) - Math.abs(a.error));
  const [worst] = known;
  if (!worst) return '';
  const within = known.filter(({ error }) => Math.abs(error) <= tolerance).length;
  const where = [names.at(worst.x), worst.title].filter(Boolean).join(', ');
  return `The model is within 5\u202f% of ${within} of ${known.length} published values; its largest error is at ${where}: ${signed(worst.error)}.`;
}
