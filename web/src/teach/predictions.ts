// The predictions of a class, compared with the values that the engine computed.
import { count } from '../charts/format';
import type { DataTable } from '../charts/plot';
import { around } from '../charts/scale';
import { plainText } from '../lab/plain-text';
import type { Choice, Curve } from '../lab/types';
import { unitName } from '../lab/units';
import { amount, type Words } from '../lab/words';
import { median } from '../player/summary';
import type { GradedFile } from './report';

/** A student, with the position of the file that counts. */
export interface Student {
  at: number;
  id: string;
  name: string;
}

/** A student's prediction: the values of a curve, a number, or the id of a choice. */
export interface StudentPrediction<T> {
  student: Student;
  value: T;
}

/** The origin of the right value. */
export type Origin = 'model' | 'published';

/** Returns the students of a class. If several files are from one student, the last one submitted counts. */
export function studentsOf(files: readonly GradedFile[]): Student[] {
  const last = new Map<string, { student: Student; ended: string }>();
  for (const [at, { student, ended = '' }] of files.entries()) {
    if (!student) continue;
    const before = last.get(student.id);
    if (!before || before.ended <= ended) last.set(student.id, { student: { at, ...student }, ended });
  }
  return [...last.values()].map(({ student }) => student);
}

/** Returns the name of a student or, to hide it, a number by the order of the values. */
export const nameOf = ({ student }: StudentPrediction<unknown>, at: number, isNamed: boolean): string =>
  isNamed ? student.name || student.id : `Student ${at + 1}`;

/** A curve counts as close to the model within this share of the model's value. */
const closeShare = 0.1;
/** On a linear axis, a curve within this share of the axis range also counts as close: a finer line cannot be drawn. */
const closeAxisShare = 0.02;

const isAre = (n: number): string => (n === 1 ? 'is' : 'are');

/** Describes whether the predictions that are not close to a value are above or below it; empty if all are close. */
function othersWords(above: number, below: number, others: number, made: number): string {
  if (others === 0) return '';
  const side = above > others / 2 ? 'above it' : below > others / 2 ? 'below it' : undefined;
  const place = side ?? 'on both sides of it';
  if (others === 1) return `; the ${made === 1 ? 'only' : 'other'} one is ${place}`;
  const who = side === undefined ? 'the' : Math.max(above, below) === others ? 'all' : 'most';
  if (others < made) return `; ${who} others are ${place}`;
  return `; ${who === 'the' ? 'they' : who} are ${place}`;
}

export const noneMade = 'No student made this prediction.';

/** Describes how many students are missing from a figure; empty if none are. */
export const missingWords = (missing: number): string =>
  missing === 0 ? '' : `${missing} ${missing === 1 ? 'student' : 'students'} made no prediction.`;

/** The curves of a class. */
export interface CurveClass {
  kind: 'curve';
  curve: Curve;
  /** The name of the x axis. */
  x: Words;
  /** The name of the y axis. */
  y: Words;
  /** The model's values at the points. */
  model: readonly number[];
  /** The model's line, with values between the points. */
  line: { xs: readonly number[]; ys: readonly number[] };
  published: readonly { x: number; y: number }[];
  /** The predicted curves in the order of their values: the highest curve first. */
  made: readonly StudentPrediction<readonly number[]>[];
  missing: number;
}

/** A summary of the curves of a class. */
export interface CurveSummary {
  /** At each point. */
  medians: number[];
  /** For each curve, whether it is close to the model at every point. */
  close: boolean[];
  sentence: string;
}

/** Returns the distance of a value from the model's, on the axis of the curve. */
const deviation = ({ y_scale }: Curve, value: number, model: number): number =>
  y_scale === 'log' ? Math.log(value / model) : value - model;

/** Orders curves by their values, the highest first. */
export const byHeight = <M extends StudentPrediction<readonly number[]>>(curve: Curve, made: readonly M[]): M[] => {
  const height = ({ value }: M): number => value.reduce((sum, y) => sum + deviation(curve, y, 1), 0);
  return made.toSorted((a, b) => height(b) - height(a));
};

/** Returns the maximum distance from the model's value at which a curve counts as close. */
function allowedAt({ range: [low, high], y_scale }: Curve, model: number): number {
  const share = closeShare * Math.abs(model);
  return y_scale === 'log' ? share : Math.max(share, closeAxisShare * (high - low));
}

export function curveSummary({ curve, x, model, made }: CurveClass): CurveSummary {
  const medians = curve.points.map((_, i) => median(made.map(({ value }) => value[i] ?? NaN)));
  // If the first point is given, the page draws it.
  const first = curve.given === undefined ? 0 : 1;
  /** For each curve and point: 1 above the model, -1 below it, 0 close to it. */
  const sides = made.map(({ value }) =>
    model.slice(first).map((right, i) => {
      const off = (value[i + first] ?? NaN) - right;
      return Math.abs(off) <= allowedAt(curve, right) ? 0 : Math.sign(off);
    }),
  );
  const close = sides.map((points) => points.every((side) => side === 0));
  const others = sides.filter((_, i) => !close[i]).map((points) => points.reduce<number>((sum, side) => sum + side, 0));
  const within = made.length - others.length;
  const above = others.filter((sum) => sum > 0).length;
  const below = others.filter((sum) => sum < 0).length;
  const farthest = farthestPoint(curve, medians, model, first);
  const where =
    others.length > 1 && farthest !== undefined
      ? `, and the median is farthest from it at ${amount(farthest, x.unit)}`
      : '';
  const sentence =
    made.length === 0
      ? noneMade
      : `${within} of ${made.length} ${made.length === 1 ? 'curve' : 'curves'} ${isAre(within)} within 10 % of the model${othersWords(above, below, others.length, made.length)}${where}.`;
  return { medians, close, sentence };
}

/** Returns the x at which the median is farthest from the model; undefined if it is close everywhere. */
function farthestPoint(
  curve: Curve,
  medians: readonly number[],
  model: readonly number[],
  first: number,
): number | undefined {
  let [found, most]: [number | undefined, number] = [undefined, 0];
  for (let i = first; i < model.length; i++) {
    const [value = NaN, right = NaN] = [medians[i], model[i]];
    const off = Math.abs(deviation(curve, value, right));
    if (Math.abs(value - right) > allowedAt(curve, right) && off > most) [found, most] = [curve.points[i], off];
  }
  return found;
}

/** Returns a title with its unit, unless the title already contains the unit. */
export function inUnit(title: string, unit: string): string {
  const name = unitName(unit);
  return name && !title.toLowerCase().includes(name.toLowerCase()) ? `${title}, ${name}` : title;
}

/** Returns the numbers in a figure of curves as a table; students are named only if `isNamed`. */
export function curveTable(given: CurveClass, { medians, close }: CurveSummary, isNamed: boolean): DataTable {
  const { curve, x, y, model, published, made } = given;
  const printed = curve.points.map((at) => published.find((point) => point.x === at)?.y ?? NaN);
  return {
    columns: [
      'Curve',
      ...curve.points.map((at) => inUnit(`At ${amount(at, x.unit)}`, y.unit)),
      'Within 10 % of the model',
    ],
    rows: [
      ['Model', ...model, ''],
      ...(published.length > 0 ? [['Published', ...printed, '']] : []),
      ...(made.length > 0 ? [['Median of the class', ...medians, '']] : []),
      ...made.map((one, i) => [nameOf(one, i, isNamed), ...one.value, close[i] ? 'yes' : 'no']),
    ],
  };
}

/** Returns the opacity of each of `n` curves at which all of them together stay legible. */
export const curveOpacity = (n: number): number => Math.min(0.8, Math.max(0.1, 1.9 / Math.sqrt(Math.max(1, n))));

/** The numbers of a class. */
export interface NumberClass {
  kind: 'number';
  unit: string;
  right: number;
  origin: Origin;
  /** The maximum distance from the right number at which a number counts as right. */
  allowed: number;
  /** The maximum distance in words. */
  tolerance: string;
  /** Ascending. */
  made: readonly StudentPrediction<number>[];
  missing: number;
}

/** Returns whether a number is right, with the engine's margin for rounding. */
export const isWithin = ({ right, allowed }: NumberClass, value: number): boolean =>
  Math.abs(value - right) <= allowed + 1e-9 * Math.abs(right);

const originWords: Record<Origin, string> = { model: 'the model’s value', published: 'the published value' };

export function numberSentence(numbers: NumberClass): string {
  const { made, right, unit, origin, tolerance } = numbers;
  if (made.length === 0) return noneMade;
  const others = made.filter(({ value }) => !isWithin(numbers, value));
  const above = others.filter(({ value }) => value > right).length;
  const within = made.length - others.length;
  return `${within} of ${made.length} ${isAre(within)} within ${tolerance} of ${originWords[origin]}, ${amount(right, unit)}${othersWords(above, others.length - above, others.length, made.length)}.`;
}

/** Returns the numbers in a figure as a table; students are named only if `isNamed`. */
export const numberTable = (numbers: NumberClass, isNamed: boolean): DataTable => ({
  columns: ['Prediction', inUnit('Value', numbers.unit), `Within ${numbers.tolerance}`],
  rows: [
    [numbers.origin === 'model' ? 'Model' : 'Published', numbers.right, ''],
    ...(numbers.made.length > 0 ? [['Median of the class', median(numbers.made.map(({ value }) => value)), '']] : []),
    ...numbers.made.map((one, i) => [nameOf(one, i, isNamed), one.value, isWithin(numbers, one.value) ? 'yes' : 'no']),
  ],
});

/** The axis of a strip of dots. */
export interface StripAxis {
  kind: 'log' | 'linear';
  domain: [number, number];
}

/** The minimum ratio of the largest to the smallest value for a logarithmic axis. */
const logSpread = 20;

/** Returns an axis that contains all numbers and the tolerance. */
export function stripAxis({ right, allowed, made }: NumberClass): StripAxis {
  const values = [right - allowed, right, right + allowed, ...made.map(({ value }) => value)];
  const [low, high] = [Math.min(...values), Math.max(...values)];
  if (low > 0 && high / low > logSpread) return { kind: 'log', domain: around([low / 1.1, high * 1.1]) };
  const room = 0.06 * (high - low || Math.abs(high) || 1);
  return { kind: 'linear', domain: [low >= 0 ? Math.max(0, low - room) : low - room, high + room] };
}

/** The number of columns of dots that fit next to each other. */
export const stripColumns = 48;

/** The position of a dot: a value on the axis, and the number of dots below it. */
export interface Dot {
  x: number;
  level: number;
}

/**
 * Stacks dots that would overlap, at the median of their values. Right and other numbers are never in the same stack,
 * so that no dot is on the wrong side of a tolerance limit.
 */
export function stackedDots(numbers: NumberClass, { kind, domain: [low, high] }: StripAxis): Dot[] {
  const share = (value: number): number =>
    kind === 'log' ? Math.log(value / low) / Math.log(high / low) : (value - low) / (high - low);
  const dots: Dot[] = [];
  const values = numbers.made.map(({ value }) => value);
  for (let from = 0; from < values.length;) {
    const first = values[from] ?? NaN;
    let to = from + 1;
    while (
      to < values.length &&
      share(values[to] ?? NaN) - share(first) < 1 / stripColumns &&
      isWithin(numbers, values[to] ?? NaN) === isWithin(numbers, first)
    )
      to++;
    const x = median(values.slice(from, to));
    for (let level = 0; level < to - from; level++) dots.push({ x, level });
    from = to;
  }
  return dots;
}

/** The choices of a class. */
export interface ChoiceClass {
  kind: 'choice';
  choices: readonly Choice[];
  made: readonly StudentPrediction<string>[];
  missing: number;
}

/** Returns the students who selected a choice. */
export const choosersOf = ({ made }: ChoiceClass, id: string): Student[] =>
  made.flatMap(({ student, value }) => (value === id ? student : []));

/** Returns the text of a choice, without its final full stop. */
const choiceWords = ({ text, id }: Choice): string => plainText(text).trim().replace(/\.$/, '') || id;

export function choiceSentence(answers: ChoiceClass): string {
  const { choices, made } = answers;
  if (made.length === 0) return noneMade;
  const counted = choices.map((choice) => ({ choice, students: choosersOf(answers, choice.id).length }));
  const right = counted.filter(({ choice }) => choice.right).reduce((sum, { students }) => sum + students, 0);
  const [most] = counted.filter(({ choice }) => !choice.right).toSorted((a, b) => b.students - a.students);
  const other =
    most && most.students > 0
      ? `; ${count(most.students)} chose “${choiceWords(most.choice)}”${made.length - right > most.students ? ', the most frequent other answer' : ''}`
      : '';
  return `${right} of ${made.length} chose the right answer${other}.`;
}

/** The predictions of a class for one prompt, with the values to compare them with. */
export interface ClassPrediction {
  id: string;
  /** Its prompt. */
  title: string;
  step: string;
  /** The predictions of the class; missing if the engine could not compute the right values. */
  content?: CurveClass | NumberClass | ChoiceClass;
  /** The reason why there is no content. */
  problem?: string;
}
