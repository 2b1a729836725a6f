// The names by which feedback refers to a curve that a reader has drawn.
import type { Curve, Draw, Feedback, Question } from './types.ts';

/** A curve rises or falls between two points if it changes by at least this share of the height of the y axis. */
const MIN_CHANGE = 0.02;

/** Returns the name of the value at a point, such as `y20000` at 20,000 or `y0_5` at 0.5. */
export const pointName = (x: number): string => `y${String(x).replace('.', '_').replace('-', 'm')}`;

/** Returns the height of a value above the bottom of the y axis, as a share of the axis. */
function heightOf(value: number, { range: [least, greatest], y_scale }: Curve): number {
  if (y_scale === 'linear') return (value - least) / (greatest - least);
  return value > 0 ? Math.log(value / least) / Math.log(greatest / least) : -Infinity;
}

/** Returns the numbers that the conditions of a curve's feedback can name, with their units. */
export function curveDraws(curve: Curve, unit: string, values: readonly number[]): Draw[] {
  const heights = values.map((value) => heightOf(value, curve));
  const changes = heights.slice(1).map((height, i) => height - (heights[i] ?? height));
  const all: [name: string, value: number, unit: string][] = [
    ...curve.points.map((x, i): [string, number, string] => [pointName(x), values[i] ?? NaN, unit]),
    ['first', values[0] ?? NaN, unit],
    ['last', values.at(-1) ?? NaN, unit],
    ['least', Math.min(...values), unit],
    ['greatest', Math.max(...values), unit],
    ['rises', changes.filter((change) => change >= MIN_CHANGE).length, ''],
    ['falls', changes.filter((change) => change <= -MIN_CHANGE).length, ''],
  ];
  return all.map(([name, value, unit]) => ({ name, values: [value], unit }));
}

/**
 * Returns the condition under which a curve counts as the model's: no point is farther from the model's curve than
 * `share` of the height of the y axis. A given first point is not compared.
 */
export function rightCurve(curve: Curve, unit: string, share: number): string {
  const { points, given, y, x, y_scale, range, scenario } = curve;
  const [least, greatest] = range;
  const settings = Object.entries(scenario ?? {}).map(([name, value]) => `${name}=${String(value)}`);
  const one = unit === '' || unit === '1' ? '' : ` ${unit.replaceAll(' per ', '/')}`;
  return points
    .slice(given === undefined ? 0 : 1)
    .map((point) => {
      const [drawn, model] = [pointName(point), `${y}(${[`${x}=${point}`, ...settings].join(', ')})`];
      return y_scale === 'log'
        ? `abs(log(${drawn} / ${model})) <= ${share * Math.log(greatest / least)}`
        : `abs(${drawn} - ${model}) <= ${share * (greatest - least)}${one}`;
    })
    .join(' and ');
}

/**
 * Returns a question and an answer with which the engine chooses the feedback on a curve. The random numbers of the
 * question are the curve's values. The answer is wrong, so that only the conditions of the feedback decide.
 */
export const curveQuestion = (
  id: string,
  curve: Curve,
  unit: string,
  values: readonly number[],
  feedback: Feedback[],
): { question: Question; given: { kind: 'number'; text: string } } => ({
  question: {
    id,
    ask: [],
    points: 0,
    draws: curveDraws(curve, unit, values),
    answer: { kind: 'number', value: '1', unit: 'ratio', tolerance: '1 %' },
    feedback,
  },
  given: { kind: 'number', text: '2' },
});
