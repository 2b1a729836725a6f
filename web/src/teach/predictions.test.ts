import { describe, expect, test } from 'vitest';
import type { Curve } from '../lab/types';
import {
  byHeight,
  choiceSentence,
  curveOpacity,
  curveSummary,
  curveTable,
  missingWords,
  numberSentence,
  numberTable,
  stackedDots,
  stripAxis,
  stripColumns,
  studentsOf,
  type ChoiceClass,
  type CurveClass,
  type StudentPrediction,
  type NumberClass,
} from './predictions';
import type { GradedFile } from './report';

const made = <T>(...values: T[]): StudentPrediction<T>[] =>
  values.map((value, at) => ({ student: { at, id: `s${at}`, name: at === 0 ? 'Ada' : '' }, value }));

const curve: Curve = {
  x: 'names',
  y: 'rate',
  points: [2000, 20000, 50000],
  range: [1000, 1000000],
  x_scale: 'log',
  y_scale: 'log',
  given: '1',
};

/** Returns the curves of a class; the model falls from 200,000 by a factor of 100, and then by a factor of 5. */
const curves = (values: number[][], change: Partial<Curve> = {}): CurveClass => {
  const model = [200_000, 2000, 400];
  const own = { ...curve, ...change };
  return {
    kind: 'curve',
    curve: own,
    x: { title: 'Names', unit: 'names' },
    y: { title: 'Throughput', unit: 'operations/s' },
    model,
    line: { xs: own.points, ys: model },
    published: [{ x: 20000, y: 2620 }],
    made: byHeight(own, made(...values)),
    missing: 0,
  };
};

const numbers = (values: number[], change: Partial<NumberClass> = {}): NumberClass => ({
  kind: 'number',
  unit: 'requests/s',
  right: 50,
  origin: 'model',
  allowed: 5,
  tolerance: '10 %',
  made: made(...values.toSorted((a, b) => a - b)),
  missing: 0,
  ...change,
});

const choices = (...values: string[]): ChoiceClass => ({
  kind: 'choice',
  choices: [
    { id: 'one', text: [{ kind: 'text', text: 'One.' }], right: false },
    { id: 'half', text: [{ kind: 'text', text: 'About half.' }], right: false },
    { id: 'all', text: [{ kind: 'text', text: 'All.' }], right: true },
  ],
  made: made(...values),
  missing: 0,
});

test('last file of a student counts when there are several', () => {
  const file = (id: string | undefined, ended: string): GradedFile => ({
    file: `${id}-${ended}`,
    flags: [],
    ended,
    ...(id !== undefined && { student: { id, name: '' } }),
  });
  const files = [file('a', '2026-05-03'), file(undefined, ''), file('b', '2026-05-01'), file('a', '2026-05-02')];
  expect(studentsOf(files).map(({ at, id }) => [at, id])).toEqual([
    [0, 'a'],
    [2, 'b'],
  ]);
});

test('missing students are counted in words', () => {
  expect([0, 1, 4].map(missingWords)).toEqual(['', '1 student made no prediction.', '4 students made no prediction.']);
});

describe('curves of a class', () => {
  test('are close when every drawn point is within 10 % of the model', () => {
    // The page draws the first point, so its distance from the model does not matter.
    const { close, medians, sentence } = curveSummary(
      curves([
        [216_433, 2200, 440],
        [216_433, 2201, 400],
        [216_433, 100_000, 50_000],
        [216_433, 100_000, 40_000],
        [216_433, 500, 300],
      ]),
    );
    expect(close).toEqual([false, false, true, false, false]);
    expect(medians).toEqual([216_433, 2201, 440]);
    expect(sentence).toBe(
      '1 of 5 curves is within 10 % of the model; most others are above it, and the median is farthest from it at 20,000 names.',
    );
  });

  test('name the point at which the median is farthest when it is off in ratio', () => {
    const { sentence } = curveSummary(
      curves([
        [216_433, 20_000, 8000],
        [216_433, 20_000, 8000],
      ]),
    );
    expect(sentence).toBe(
      '0 of 2 curves are within 10 % of the model; all are above it, and the median is farthest from it at 50,000 names.',
    );
  });

  test('allow 2 % of a linear axis when the model is near zero', () => {
    const linear = { y_scale: 'linear', range: [0, 10_000], given: undefined } as unknown as Partial<Curve>;
    const summary = curveSummary(
      curves(
        [
          [200_000, 2000, 590],
          [200_000, 2000, 610],
        ],
        linear,
      ),
    );
    expect(summary.close.toSorted()).toEqual([false, true]);
    expect(summary.sentence).toBe('1 of 2 curves is within 10 % of the model; the other one is above it.');
  });

  test('have no sides when nobody or everybody is close', () => {
    expect(curveSummary(curves([])).sentence).toBe('No student made this prediction.');
    expect(curveSummary(curves([[216_433, 2000, 400]])).sentence).toBe('1 of 1 curve is within 10 % of the model.');
  });

  test('have a table without names unless they are shown', () => {
    const content = curves([
      [216_433, 2000, 400],
      [216_433, 20_000, 10_000],
    ]);
    const summary = curveSummary(content);
    expect(curveTable(content, summary, false)).toEqual({
      columns: [
        'Curve',
        'At 2,000 names, operations/s',
        'At 20,000 names, operations/s',
        'At 50,000 names, operations/s',
        'Within 10 % of the model',
      ],
      rows: [
        ['Model', 200_000, 2000, 400, ''],
        ['Published', NaN, 2620, NaN, ''],
        ['Median of the class', 216_433, 11_000, 5200, ''],
        ['Student 1', 216_433, 20_000, 10_000, 'no'],
        ['Student 2', 216_433, 2000, 400, 'yes'],
      ],
    });
    const named = curveTable(content, summary, true).rows.map(([name]) => name);
    expect(named.slice(3)).toEqual(['s1', 'Ada']);
  });

  test('are fainter when there are more of them', () => {
    expect([1, 30, 300].map((n) => Number(curveOpacity(n).toFixed(2)))).toEqual([0.8, 0.35, 0.11]);
  });
});

describe('numbers of a class', () => {
  test('are right up to the ends of the tolerance', () => {
    const sentence = numberSentence(numbers([45, 50, 55, 56, 60, 44]));
    expect(sentence).toBe('3 of 6 are within 10 % of the model’s value, 50 requests/s; most others are above it.');
    expect(numberSentence(numbers([40, 60], { origin: 'published' }))).toBe(
      '0 of 2 are within 10 % of the published value, 50 requests/s; they are on both sides of it.',
    );
    expect(numberSentence(numbers([40, 50]))).toContain('; the other one is below it.');
    expect(numberSentence(numbers([40]))).toContain('; the only one is below it.');
    expect(numberSentence(numbers([40, 50, 60]))).toContain('; the others are on both sides of it.');
  });

  test('have a table with the median and the verdict', () => {
    expect(numberTable(numbers([60, 48]), false)).toEqual({
      columns: ['Prediction', 'Value, requests/s', 'Within 10 %'],
      rows: [
        ['Model', 50, ''],
        ['Median of the class', 54, ''],
        ['Student 1', 48, 'yes'],
        ['Student 2', 60, 'no'],
      ],
    });
  });

  test('have a logarithmic axis when they spread over a factor of 20', () => {
    expect(stripAxis(numbers([10, 100])).kind).toBe('linear');
    expect(stripAxis(numbers([5, 5000]))).toEqual({ kind: 'log', domain: [2, 10_000] });
    // Zero has no position on a logarithmic axis.
    expect(stripAxis(numbers([0, 5000]))).toEqual({ kind: 'linear', domain: [0, 5300] });
    expect(stripAxis(numbers([])).domain.map(Math.round)).toEqual([44, 56]);
  });

  test('are stacked when they overlap, and never across the end of the tolerance', () => {
    const given = numbers([50, 50, 50.1, 54.9, 55.1, 100]);
    expect(stackedDots(given, { kind: 'linear', domain: [0, 100] })).toEqual([
      { x: 50, level: 0 },
      { x: 50, level: 1 },
      { x: 50, level: 2 },
      { x: 54.9, level: 0 },
      { x: 55.1, level: 0 },
      { x: 100, level: 0 },
    ]);
  });

  test('fit into the columns when the class is large', () => {
    const many = numbers(Array.from({ length: 300 }, (_, i) => 1 + ((i * 37) % 100)));
    const dots = stackedDots(many, stripAxis(many));
    expect(dots).toHaveLength(300);
    expect(new Set(dots.map(({ x }) => x)).size).toBeLessThanOrEqual(stripColumns + 3);
  });
});

describe('choices of a class', () => {
  test('name the most frequent wrong answer', () => {
    expect(choiceSentence(choices('all', 'half', 'half', 'one', 'all', 'all'))).toBe(
      '3 of 6 chose the right answer; 2 chose “About half”, the most frequent other answer.',
    );
    expect(choiceSentence(choices('all', 'one'))).toBe('1 of 2 chose the right answer; 1 chose “One”.');
    expect(choiceSentence(choices('all'))).toBe('1 of 1 chose the right answer.');
    expect(choiceSentence(choices())).toBe('No student made this prediction.');
  });
});
