// The band of small errors, where a chart shows errors: up to 5 % above and below.
import type { Mark } from '../mark';
import { tolerance } from '../views.ts';

const look = { fill: 'var(--soft)', opacity: 0.14 };

export default {
  below: true,
  legend: () => [{ width: 22, height: 10, shapes: [{ ...look, d: 'M0 0H22V10H0' }], text: 'errors up to ±5\u2009%' }],
  draw: (plot, _, { kind }) => {
    const [from, to] = [-tolerance, tolerance].map(kind === 'curves' ? plot.y : plot.x) as [number, number];
    const { left, top, width, height } = plot;
    const d =
      kind === 'curves' ? `M${left} ${from}h${width}V${to}h${-width}z` : `M${from} ${top}v${height}H${to}v${-height}z`;
    return [{ ...look, d, testid: 'tolerance' }];
  },
} satisfies Mark;
