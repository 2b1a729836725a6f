// The content of a lab's chart as data: its scenarios, their published values, and its titles.
import { inSentence } from '../language';
import type { ValueWords } from '../charts/channels';
import { nowhere, type Point } from '../charts/data';
import { factor, plusMinus, short } from '../charts/format';
import type { AxisSpec } from '../charts/plot';
import { layoutKind } from '../charts/registry';
import { along, around, decades, upTo } from '../charts/scale';
import { agrees, published, type Published } from '../lab/cells';
import type { Chart, Lab, Scale, Scenario, Setting } from '../lab/types';
import { unitName } from '../lab/units';
import { scenarioAt, type ChartSeries } from '../lab/series';
import { amount, controlOf, outputWords, plain, settingWords } from '../lab/words';

export { scenarioAt, seriesOf, type ChartSeries } from '../lab/series';

/** Returns the outputs from which a chart's value is computed. */
export const outputsOf = ({ y, per }: Chart): string[] => (per === undefined ? [y] : [y, per]);

/**
 * Returns the output with the half-width of the confidence interval of a chart's values; undefined for a quotient,
 * which has no interval.
 */
export const halfWidthOutput = ({ outputs }: Lab, { y, per, relative }: Chart): string | undefined =>
  relative || per !== undefined ? undefined : outputs?.[y]?.half_width;

/** Returns the chart's values at one x, from `each` outputs per scenario, one scenario after another. */
export function valuesOf(chart: Chart, outputs: ArrayLike<number>, each = outputsOf(chart).length): Float64Array {
  const values = Float64Array.from({ length: outputs.length / each }, (_, s) => {
    const [y = NaN, per = NaN] = [outputs[s * each], outputs[s * each + 1]];
    return chart.per === undefined ? y : y / per;
  });
  return chart.relative ? values.map((value) => value / (values[0] ?? NaN)) : values;
}

/** A published value that may be known only as a ratio. */
type PublishedPoint = Point & Pick<Published, 'to'>;
type PublishedByX = ReadonlyMap<number, PublishedPoint>;

/** Divides values by others at the same x. A ratio stays as it is; no value is divided by a ratio. */
const divide = (values: PublishedByX, parts: PublishedByX): Map<number, Point> =>
  new Map(
    [...values].flatMap(([at, { to, ...point }]): [number, Point][] => {
      const { x, y, heldOut, cell } = point;
      const part = parts.get(at);
      if (to) return [[at, point]];
      return part && !part.to
        ? [[at, { x, y: y / part.y, heldOut: heldOut || part.heldOut, ...(cell && { cell }) }]]
        : [];
    }),
  );

/**
 * Returns the published values of each series. A quotient is published if both of its parts are. A value known only as
 * a ratio appears if the chart shows ratios to the same base.
 */
export function publishedPoints(lab: Lab, chart: Chart, series: readonly ChartSeries[]): Point[][] {
  const first = series[0]?.scenario ?? {};
  const along = (output: string, wanted: Scenario): Map<number, PublishedPoint> => {
    const points = new Map<number, PublishedPoint>();
    for (const { cell, scenario, value, text, role, to } of published(lab, output, wanted)) {
      const x = chart.x === undefined ? nowhere : scenario[chart.x];
      if (typeof x !== 'number' || points.has(x)) continue;
      const comparable = chart.relative && to?.output === output && agrees(to.scenario, scenarioAt(chart, first, x));
      if (!to || comparable)
        points.set(x, { x, y: value, heldOut: role === 'held_out', cell, ...(text && { text }), ...(to && { to }) });
    }
    return points;
  };
  const quantity = (output: string, wanted: Scenario): PublishedByX =>
    chart.relative ? divide(along(output, wanted), along(output, first)) : along(output, wanted);
  const { values = [] } = chart;
  const isShown = (x: number): boolean => {
    const [from = NaN, to = NaN] = [values[0], values.at(-1)];
    if (chart.x === undefined) return true;
    return layoutKind(chart.mark) === 'rows' ? values.includes(x) : x >= from && x <= to;
  };
  return series
    .map(({ scenario }) => {
      const values = quantity(chart.y, scenario);
      return chart.per === undefined ? values : divide(values, quantity(chart.per, scenario));
    })
    .map((points) => [...points.values()].filter(({ x }) => isShown(x)).sort((a, b) => a.x - b.x));
}

/** Returns the x values with published values, without duplicates. */
export const placesOf = (points: readonly (readonly Point[])[]): number[] => [
  ...new Set(points.flat().map(({ x }) => x)),
];

/**
 * Returns whether a setting takes only whole numbers: because of its control, or because all tables contain only whole
 * numbers.
 */
export function isWhole(lab: Lab, setting: string | undefined): boolean {
  if (setting === undefined) return false;
  const input = controlOf(lab, setting)?.input;
  if (input?.kind === 'number') return input.whole;
  const rows: Setting[] = lab.tables.filter(({ row }) => row.key === setting).flatMap(({ rows }) => rows);
  return rows.length > 0 && rows.every(Number.isInteger);
}

/** Returns the x values to compute; for a line, values along a range and the chart's own values within it. */
export function computedXs(lab: Lab, chart: Chart, [from, to]: readonly [number, number]): number[] {
  const { x, values = [] } = chart;
  if (x === undefined) return [nowhere];
  if (layoutKind(chart.mark) === 'rows') return values;
  const own = values.filter((value) => value > from && value < to);
  return [...new Set(along(from, to, chart.x_scale, isWhole(lab, x)).concat(own))].sort((a, b) => a - b);
}

/** The axes of a chart as a reader has set them. */
export interface ChartView {
  x: Scale;
  y: Scale;
  /** The visible range of x. */
  range: readonly [number, number];
}

/** Returns an axis that contains the values of a chart. */
export function valueAxis(chart: Chart, values: readonly number[], label: string, kind: Scale): AxisSpec {
  const isLog = kind === 'log';
  const isBars = chart.x === undefined;
  const domainAround = isLog ? (isBars ? around : decades) : upTo;
  // The base of ratios is 1.
  const known = isBars && isLog && chart.relative ? [...values, 1] : values;
  return { kind, domain: domainAround(known), label, format: short };
}

/** The titles and number formats of a chart's quantities. */
export interface ChartWords extends ValueWords {
  x: string;
  y: string;
  /** `y` without its unit. */
  quantity: string;
  /** Formats a value like `value`, but without the unit. */
  number: ValueWords['value'];
  unit: string;
}

export function chartWordsOf(lab: Lab, chart: Chart, series: readonly ChartSeries[]): ChartWords {
  const across = chart.x === undefined ? { title: plain(chart.series ?? ''), unit: '' } : settingWords(lab, chart.x);
  const y = outputWords(lab, chart.y);
  const per = chart.per === undefined ? undefined : outputWords(lab, chart.per);
  const quantity = per ? `${y.title} over ${inSentence(per.title)}` : y.title;
  const unit = chart.relative || per ? '' : unitName(y.unit);
  const suffix = chart.relative ? `relative to ${series[0]?.title ?? 'the first'}` : unit;
  // Parentheses in a control's title describe its values.
  const title = across.title.replace(/ \([^()]*\)$/, '');
  const number: ValueWords['value'] = (value, half, printed) =>
    chart.relative ? (printed ? `${printed}×` : factor(value)) : `${printed ?? short(value)}${plusMinus(half)}`;
  return {
    x:
      across.unit && !title.toLowerCase().split(' ').includes(unitName(across.unit).toLowerCase())
        ? `${title}, ${unitName(across.unit)}`
        : title,
    quantity,
    y: suffix && suffix !== quantity ? `${quantity}, ${suffix}` : quantity,
    number,
    unit,
    value: (...value) => `${number(...value)}${unit && ` ${unit}`}`,
    at: (value) => (chart.x === undefined ? '' : amount(value, across.unit)),
  };
}

/** Returns a sentence with the finding: about the published values or, without any, about the model's values. */
export function takeawayOf(
  names: ChartWords,
  series: readonly ChartSeries[],
  points: Point[][],
  xs: readonly number[],
  ys: readonly Float64Array[],
): string {
  const of = (s: number): string => series[s]?.title ?? '';
  const last = Math.max(...points.flat().map(({ x }) => x));
  if (Number.isFinite(last)) {
    const known = points.flatMap((all, s) =>
      all.flatMap(({ x, y, text }) =>
        x === last ? `${names.value(y, undefined, text)}${of(s) && ` (${of(s)})`}` : [],
      ),
    );
    return `Published at ${names.at(last)}: ${known.join(', ')}.`;
  }
  const [from, to] = [xs[0] ?? NaN, xs.at(-1) ?? NaN];
  const ends = ys.flatMap((y, s) => {
    const [a = NaN, b = NaN] = [y[0], y.at(-1)];
    if (!Number.isFinite(a) || !Number.isFinite(b)) return [];
    const [begin, end] = [names.value(a), names.value(b)];
    return `${begin === end ? `${end} at both ends` : `${begin} to ${end}`}${of(s) && ` (${of(s)})`}`;
  });
  return ends.length ? `From ${names.at(from)} to ${names.at(to)}, in the model: ${ends.join('; ')}.` : names.y;
}

/**
 * Returns the style of a series. A single series, and bars with their names next to them, have the model's style. Gray
 * is for the first of three or more series; of two, the first is orange and the second blue, like v4 and v5 in all
 * labs.
 */
export const styleOf = ({ x }: Pick<Chart, 'x'>, series: number, of: number): number =>
  of === 1 || x === undefined ? 2 : (of === 2 ? series + 1 : series) % 6;
