// The axes on which a curve is predicted, on the screen and on paper.
import type { Plot } from '../charts/plot';
import { linear, log, type Scale } from '../charts/scale';
import type { Curve } from '../lab/types';
import { xRangeOf } from './curve';

const room = { left: 78, top: 30, right: 16, foot: 46 };

/** Returns the points whose numbers fit next to each other, including the last point, from left to right. */
function apart(points: readonly number[], across: Scale): number[] {
  const kept: number[] = [];
  for (const x of points.toReversed()) {
    const [next] = kept;
    if (next === undefined || across(next) - across(x) > 64) kept.unshift(x);
  }
  return kept;
}

/** Returns the scales of a prediction in a drawing of this size; the ticks of x are the points to predict. */
export function curvePlot(curve: Curve, width: number, height: number): Plot {
  const [left, top, right, foot] = [room.left, room.top, width - room.right, height - room.foot];
  const scale = (kind: Curve['x_scale'], domain: readonly [number, number], range: [number, number], ticks: number) =>
    kind === 'log' ? log(domain, range, ticks) : linear(domain, range, ticks);
  const across: Scale = scale(curve.x_scale, xRangeOf(curve), [left, right], 5);
  return {
    x: Object.assign((value: number) => across(value), across, { ticks: apart(curve.points, across), minor: [] }),
    y: scale(curve.y_scale, curve.range, [foot, top], 6),
    left,
    top,
    width: right - left,
    height: foot - top,
  };
}
