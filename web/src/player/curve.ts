// A curve that a reader draws over given places.
import { amount, settingWords } from '../lab/words';
import type { Curve, Lab, Scale } from '../lab/types';
import type { CurveDraft } from '../state/state';
import { allowed, places, valueAt, type NumberInput } from '../components/slider';

/** A place in the drawing: shares of its width from the left and of its height from the foot. */
export interface Spot {
  across: number;
  up: number;
}

/** What one point of a curve can be set to. */
export const inputOf = ({ range: [least, greatest], y_scale: scale }: Curve, unit: string): NumberInput => ({
  kind: 'number',
  least,
  greatest,
  whole: false,
  scale,
  unit,
});

/** The stretch of x that is drawn: the points, with some room at both sides. */
export function stretchOf({ points, x_scale }: Curve): [number, number] {
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

/** A curve before anything is drawn: flat, through the given point if there is one. */
export function flat(curve: Curve, given: number | undefined): number[] {
  const level = given ?? valueAt(inputOf(curve, ''), places / 2);
  return curve.points.map(() => level);
}

/** A curve after one point was written, or emptied: no other point gets a value by that. */
export const withWritten = (
  curve: Curve,
  values: CurveDraft | undefined,
  at: number,
  value: number | null,
): CurveDraft => curve.points.map((_, i) => (i === at ? value : (values?.[i] ?? null)));

/** The places of a curve that have no value yet. */
export const missingIn = (curve: Curve, values: CurveDraft | undefined): number[] =>
  curve.points.filter((_, i) => values?.[i] == null);

/** What a reader who commits a curve with points missing is asked for. */
export function missingWords(lab: Lab, curve: Curve, values: CurveDraft | undefined): string {
  const { unit } = settingWords(lab, curve.x);
  const places = new Intl.ListFormat('en').format(missingIn(curve, values).map((x) => amount(x, unit)));
  return `There is no valid value at ${places}: draw the curve, or type the missing numbers.`;
}

/** Why a text cannot be the value of a point, and what can; nothing if it can, or if the field is empty. */
export function refusal({ range: [least, greatest] }: Curve, unit: string, text: string): string {
  const value = Number(text);
  if (text === '' || (value >= least && value <= greatest)) return '';
  const wrong = Number.isFinite(value) ? 'is out of range' : 'is not a number';
  return `${text} ${wrong}: give ${amount(least, '')} to ${amount(greatest, unit)}.`;
}

/** A curve after one point was set. */
export const withPoint = (curve: Curve, values: readonly number[], at: number, value: number): number[] =>
  values.map((old, i) => (i === at ? allowed(inputOf(curve, ''), value) : old));

/**
 * A curve after a stroke from one spot to another: the points below the stroke lie on it. A stroke too short to have
 * a point below it moves the nearest one. The first `held` points stay as they are.
 */
export function withStroke(curve: Curve, values: readonly number[], from: Spot, to: Spot, held: number): number[] {
  const input = inputOf(curve, '');
  const across = curve.points.map((x) => shareOf(x, stretchOf(curve), curve.x_scale));
  const [left, right] = from.across <= to.across ? [from, to] : [to, from];
  const upAt = (share: number): number =>
    right.across === left.across
      ? to.up
      : left.up + ((right.up - left.up) * (share - left.across)) / (right.across - left.across);
  const below = across.map((share, i) => i >= held && share >= left.across && share <= right.across);
  if (!below.includes(true)) {
    const distance = (i: number): number => (i < held ? Infinity : Math.abs((across[i] ?? NaN) - to.across));
    const nearest = across.reduce((best, _, i) => (distance(i) < distance(best) ? i : best), held);
    return values.map((old, i) => (i === nearest ? valueAt(input, Math.round(to.up * places)) : old));
  }
  return values.map((old, i) => (below[i] ? valueAt(input, Math.round(upAt(across[i] ?? NaN) * places)) : old));
}
