// The numbers of a curve that feedback can name, and the condition for a right curve.
import { expect, test } from 'vitest';
import { curveDraws, rightCurve } from './curve-names.ts';
import type { Curve } from './types.ts';

const curve: Curve = {
  x: 'names',
  y: 'rate',
  points: [0.5, 10, 20],
  range: [0, 100],
  x_scale: 'linear',
  y_scale: 'linear',
  scenario: { format: 'v4', warm: true },
};

const valuesOf = (of: Curve, values: number[]): Record<string, number | undefined> =>
  Object.fromEntries(curveDraws(of, 'requests/s', values).map(({ name, values }) => [name, values[0]]));

test('feedback names points, ends, extremes, rises, and falls', () => {
  expect(valuesOf(curve, [10, 40, 30])).toEqual({
    y0_5: 10,
    y10: 40,
    y20: 30,
    first: 10,
    last: 30,
    least: 10,
    greatest: 40,
    rises: 1,
    falls: 1,
  });
  const units = curveDraws(curve, 'requests/s', [1, 2, 3]).map(({ name, unit }) => [name, unit]);
  expect(Object.fromEntries(units)).toMatchObject({ y10: 'requests/s', greatest: 'requests/s', rises: '', falls: '' });
});

test('changes below a fiftieth of the axis neither rise nor fall', () => {
  expect(valuesOf(curve, [50, 51.9, 49.95])).toMatchObject({ rises: 0, falls: 0 });
  expect(valuesOf(curve, [50, 52, 49.9])).toMatchObject({ rises: 1, falls: 1 });
  // On a logarithmic axis from 1 to 10,000, a fiftieth of the height is a factor of 1.2.
  const logarithmic: Curve = { ...curve, range: [1, 10_000], y_scale: 'log' };
  expect(valuesOf(logarithmic, [100, 115, 100])).toMatchObject({ rises: 0, falls: 0 });
  expect(valuesOf(logarithmic, [100, 125, 100])).toMatchObject({ rises: 1, falls: 1 });
  // A zero is below every value of a logarithmic axis.
  expect(valuesOf(logarithmic, [100, 0, 100])).toMatchObject({ rises: 1, falls: 1 });
});

test('right curve is near the model’s at every point that is not given', () => {
  expect(rightCurve(curve, 'requests per s', 0.1)).toBe(
    'abs(y0_5 - rate(names=0.5, format=v4, warm=true)) <= 10 requests/s and ' +
      'abs(y10 - rate(names=10, format=v4, warm=true)) <= 10 requests/s and ' +
      'abs(y20 - rate(names=20, format=v4, warm=true)) <= 10 requests/s',
  );
  const logarithmic: Curve = { ...curve, range: [1, 100], y_scale: 'log', given: '5', scenario: {} };
  const share = 0.5 * Math.log(100);
  expect(rightCurve(logarithmic, '', 0.5)).toBe(
    `abs(log(y10 / rate(names=10))) <= ${share} and abs(log(y20 / rate(names=20))) <= ${share}`,
  );
});
