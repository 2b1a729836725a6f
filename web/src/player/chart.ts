// What a chart of a lab shows, as data: which scenarios, what was published of them, and how all of it is called.
import { factor, short } from '../charts/format';
import { along } from '../charts/scale';
import { published } from '../lab/cells';
import type { Chart, Lab, Scale, Scenario, Setting } from '../lab/types';
import { amount, controlOf, outputWords, settingWords } from '../lab/words';

/** One curve, or the bars of one colour. */
export interface Drawn {
  /** Its name; empty if it is the only one. */
  title: string;
  /** All settings but the one along x. */
  scenario: Scenario;
}

/** A published value at its place in the chart. */
export interface Point {
  x: number;
  y: number;
  heldOut: boolean;
}

const without = (scenario: Scenario, name: string): Scenario =>
  Object.fromEntries(Object.entries(scenario).filter(([key]) => key !== name));

/** The series of a chart when the lab's settings are these. */
export const seriesOf = (lab: Lab, chart: Chart, settings: Scenario): Drawn[] =>
  (chart.series === undefined ? [{ title: '', scenario: {} }] : (lab.series[chart.series] ?? [])).map(
    ({ title, scenario }) => ({
      title,
      scenario: without({ ...settings, ...chart.scenario, ...scenario }, chart.x),
    }),
  );

/** The outputs that a value of the chart is made from. */
export const outputsOf = ({ y, per }: Chart): string[] => (per === undefined ? [y] : [y, per]);

/** The chart's values at one x, from the outputs of one scenario after the other. */
export function valuesOf(chart: Chart, outputs: ArrayLike<number>): Float64Array {
  const each = outputsOf(chart).length;
  const values = Float64Array.from({ length: outputs.length / each }, (_, s) => {
    const [y = NaN, per = 1] = Array.from({ length: each }, (_, o) => outputs[s * each + o]);
    return y / per;
  });
  return chart.relative ? values.map((value) => value / (values[0] ?? NaN)) : values;
}

/** What was published of each series. A quotient is published where both of its parts are. */
export function measured(lab: Lab, chart: Chart, series: readonly Drawn[]): Point[][] {
  const along = (output: string, scenario: Scenario): Map<number, Point> => {
    const points = new Map<number, Point>();
    for (const { scenario: cell, value, role } of published(lab, output, scenario)) {
      const x = cell[chart.x];
      if (typeof x === 'number' && !points.has(x)) points.set(x, { x, y: value, heldOut: role === 'held_out' });
    }
    return points;
  };
  const over = (points: Map<number, Point>, parts: Map<number, Point>): Map<number, Point> =>
    new Map(
      [...points].flatMap(([x, { y, heldOut }]) => {
        const part = parts.get(x);
        return part ? [[x, { x, y: y / part.y, heldOut: heldOut || part.heldOut }]] : [];
      }),
    );
  const each = series.map(({ scenario }) => {
    const points = along(chart.y, scenario);
    return chart.per === undefined ? points : over(points, along(chart.per, scenario));
  });
  const shown = (x: number): boolean => {
    const [first = NaN, last = NaN] = [chart.values[0], chart.values.at(-1)];
    return chart.mark === 'bar' ? chart.values.includes(x) : x >= first && x <= last;
  };
  const base = each[0] ?? new Map<number, Point>();
  return each
    .map((points) => (chart.relative ? over(points, base) : points))
    .map((points) => [...points.values()].filter(({ x }) => shown(x)).sort((a, b) => a.x - b.x));
}

/** Whether only whole numbers make sense for a setting: its control says so, or all tables have only those. */
export function isWhole(lab: Lab, setting: string): boolean {
  const input = controlOf(lab, setting)?.input;
  if (input?.kind === 'number') return input.whole;
  const rows: Setting[] = lab.tables.filter(({ row }) => row.key === setting).flatMap(({ rows }) => rows);
  return rows.length > 0 && rows.every(Number.isInteger);
}

/** The values of x that are computed, of a line within a stretch of it. */
export function placesOf(lab: Lab, chart: Chart, [from, to]: readonly [number, number]): number[] {
  return chart.mark === 'bar' ? chart.values : along(from, to, chart.x_scale, isWhole(lab, chart.x));
}

/** How a reader looks at a chart. */
export interface View {
  x: Scale;
  y: Scale;
  /** The stretch of x that is shown. */
  range: readonly [number, number];
}

/** How a chart's quantities are called. */
export interface Names {
  x: string;
  y: string;
  value: (y: number) => string;
  at: (x: number) => string;
}

export function namesOf(lab: Lab, chart: Chart, series: readonly Drawn[]): Names {
  const [x, y] = [settingWords(lab, chart.x), outputWords(lab, chart.y)];
  const per = chart.per === undefined ? undefined : outputWords(lab, chart.per);
  const quantity = per ? `${y.title} over ${per.title.toLowerCase()}` : y.title;
  const unit = chart.relative || per ? '' : y.unit;
  const suffix = chart.relative ? `against ${series[0]?.title ?? 'the first'}` : unit;
  return {
    x: x.unit && !x.title.toLowerCase().endsWith(x.unit) ? `${x.title}, ${x.unit}` : x.title,
    y: suffix ? `${quantity}, ${suffix}` : quantity,
    value: chart.relative ? factor : (value) => (unit ? `${short(value)} ${unit}` : short(value)),
    at: (value) => amount(value, x.unit),
  };
}

/** A sentence on what there is to see, from what was published or, where nothing was, from what the model says. */
export function takeawayOf(
  names: Names,
  series: readonly Drawn[],
  points: Point[][],
  xs: number[],
  ys: Float64Array[],
) {
  const list = (values: (number | undefined)[]): string =>
    values
      .flatMap((y, s) =>
        y !== undefined && Number.isFinite(y)
          ? `${names.value(y)}${series[s]?.title ? ` (${series[s].title})` : ''}`
          : [],
      )
      .join(', ');
  const last = Math.max(...points.flat().map(({ x }) => x));
  if (Number.isFinite(last))
    return `Published at ${names.at(last)}: ${list(points.map((p) => p.find(({ x }) => x === last)?.y))}.`;
  const [from, to] = [xs[0] ?? NaN, xs.at(-1) ?? NaN];
  const ends = ys.flatMap((y, s) => {
    const [a = NaN, b = NaN] = [y[0], y.at(-1)];
    return Number.isFinite(a) && Number.isFinite(b)
      ? `${series[s]?.title ? `${series[s].title}: ` : ''}${names.value(a)} to ${names.value(b)}`
      : [];
  });
  return ends.length ? `From ${names.at(from)} to ${names.at(to)}, in the model: ${ends.join('; ')}.` : names.y;
}

/** The style of a series: one alone is drawn as a model is. */
export const styleOf = (series: number, of: number): number => (of === 1 ? 2 : series % 6);
