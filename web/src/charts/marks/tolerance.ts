// The band of small errors in error charts: up to 5 % above and below zero.
import type { LayoutKind } from '../layout';
import type { Mark, Shape } from '../mark';
import type { Plot } from '../plot';
import { tolerance } from '../errors.ts';

const look = { fill: 'var(--soft)', opacity: 0.14 };

/** Returns the band in a chart of errors, which are along y in curves and along x in rows. */
export function bandShape({ x, y, left, top, width, height }: Plot, kind: LayoutKind): Shape {
  const [from, to] = [-tolerance, tolerance].map(kind === 'curves' ? y : x) as [number, number];
  const d =
    kind === 'curves' ? `M${left} ${from}h${width}V${to}h${-width}z` : `M${from} ${top}v${height}H${to}v${-height}z`;
  return { ...look, d };
}

export default {
  below: true,
  legend: () => [{ width: 22, height: 10, shapes: [{ ...look, d: 'M0 0H22V10H0' }], text: 'errors up to ±5\u202f%' }],
  draw: (plot, _, { kind }) => [{ ...bandShape(plot, kind), testid: 'tolerance' }],
} satisfies Mark;
