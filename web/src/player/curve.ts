// A curve that a reader draws over given places.
import type { Curve, Scale } from '../lab/types';
import { allowed, places, valueAt, type NumberInput } from './slider';

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
