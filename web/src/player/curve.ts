// A curve that a reader draws over given values of x.
import { listed } from '../charts/format';
import { amount, settingWords } from '../lab/words';
import type { Curve, Lab, Scale } from '../lab/types';
import type { CurveDraft } from '../state/state';
import { clampValue, sliderSteps, valueAt, type NumberInput } from '../components/slider';

/** A position in the drawing: fractions of its width from the left and of its height from the bottom. */
export interface CurvePosition {
  across: number;
  up: number;
}

/** Returns the number input of one point of a curve. */
export const inputOf = ({ range: [least, greatest], y_scale: scale }: Curve, unit: string): NumberInput => ({
  kind: 'number',
  least,
  greatest,
  whole: false,
  scale,
  unit,
});

/** Returns the drawn range of x: the points, with a margin on both sides. */
export function xRangeOf({ points, x_scale }: Curve): [number, number] {
  const [first = 1, last = first] = [points[0], points.at(-1)];
  if (x_scale === 'log') {
    const room = first === last ? 2 : (last / first) ** 0.08;
    return [first / room, last * room];
  }
  const room = first === last ? 1 : (last - first) * 0.08;
  return [first - room, last + room];
}

const shareOf = (value: number, [low, high]: readonly [number, number], kind: Scale): number =>
  kind === 'log' ? Math.log(value / low) / Math.log(high / low) : (value - low) / (high - low);

/** Returns the initial curve: flat, through the given point if there is one. */
export function flatCurve(curve: Curve, given: number | undefined): number[] {
  const level = given ?? valueAt(inputOf(curve, ''), sliderSteps / 2);
  return curve.points.map(() => level);
}

/** Sets or clears one typed point. No other point changes. */
export const setWrittenPoint = (
  curve: Curve,
  values: CurveDraft | undefined,
  at: number,
  value: number | null,
): CurveDraft => curve.points.map((_, i) => (i === at ? value : (values?.[i] ?? null)));

/** Returns the values of x without a y value. */
export const missingXs = (curve: Curve, values: CurveDraft | undefined): number[] =>
  curve.points.filter((_, i) => values?.[i] == null);

/** Returns the message to a reader who commits a curve with missing points. */
export function missingWords(lab: Lab, curve: Curve, values: CurveDraft | undefined): string {
  const { unit } = settingWords(lab, curve.x);
  const places = listed(missingXs(curve, values).map((x) => amount(x, unit)));
  return `There is no valid value at ${places}: draw the curve, or type the missing numbers.`;
}

/** Returns why text cannot be the value of a point, with the limits; empty if it can, or if the field is empty. */
export function valueError({ range: [least, greatest] }: Curve, unit: string, text: string): string {
  const value = Number(text);
  if (text === '' || (value >= least && value <= greatest)) return '';
  const wrong = Number.isFinite(value) ? 'is out of range' : 'is not a number';
  return `${text} ${wrong}: give ${amount(least, '')} to ${amount(greatest, unit)}.`;
}

/** Sets one point. */
export const setPoint = (curve: Curve, values: readonly number[], at: number, value: number): number[] =>
  values.map((old, i) => (i === at ? clampValue(inputOf(curve, ''), value) : old));

/**
 * Applies a stroke from one position to another: the points between the positions move onto the stroke. A stroke
 * without points between its ends moves the nearest point. The first `fixed` points do not move.
 */
export function applyStroke(
  curve: Curve,
  values: readonly number[],
  from: CurvePosition,
  to: CurvePosition,
  fixed: number,
): number[] {
  const input = inputOf(curve, '');
  const across = curve.points.map((x) => shareOf(x, xRangeOf(curve), curve.x_scale));
  const [left, right] = from.across <= to.across ? [from, to] : [to, from];
  const upAt = (share: number): number =>
    right.across === left.across
      ? to.up
      : left.up + ((right.up - left.up) * (share - left.across)) / (right.across - left.across);
  const between = across.map((share, i) => i >= fixed && share >= left.across && share <= right.across);
  if (!between.includes(true)) {
    const distance = (i: number): number => (i < fixed ? Infinity : Math.abs((across[i] ?? NaN) - to.across));
    const nearest = across.reduce((best, _, i) => (distance(i) < distance(best) ? i : best), fixed);
    return values.map((old, i) => (i === nearest ? valueAt(input, Math.round(to.up * sliderSteps)) : old));
  }
  return values.map((old, i) => (between[i] ? valueAt(input, Math.round(upAt(across[i] ?? NaN) * sliderSteps)) : old));
}
