// The range of a value that was published only as a bound: a band between its two ends, or from its only end to the
// plot's edge.
import type { PublishedBound } from '../data';
import type { Layout } from '../layout';
import type { Mark, Shape } from '../mark';
import type { Plot } from '../plot';

/** Half the thickness of a band, in pixels. */
const half = 9;

function boundShape(plot: Plot, { min, max, series, x }: PublishedBound, { kind, style, row }: Layout): Shape {
  const upright = kind === 'curves';
  const [first, length] = upright ? [plot.top, plot.height] : [plot.left, plot.width];
  /** Returns a value's position, clamped to the plot. */
  const held = (value: number): number => {
    const at = (upright ? plot.y : plot.x)(value);
    return Math.min(first + length, Math.max(first, Number.isFinite(at) ? at : first));
  };
  const [foot, head] = upright ? [first + length, first] : [first, first + length];
  const [from, to] = [min === undefined ? foot : held(min), max === undefined ? head : held(max)];
  const middle = upright ? plot.x(x) : plot.y(row(x, series));
  const box = upright
    ? `M${middle - half} ${from}V${to}h${2 * half}V${from}z`
    : `M${from} ${middle - half}H${to}v${2 * half}H${from}z`;
  // Each published end is drawn as a line.
  const ends = [...(min === undefined ? [] : [from]), ...(max === undefined ? [] : [to])];
  const edge = ends
    .map((end) => (upright ? `M${middle - half} ${end}h${2 * half}` : `M${end} ${middle - half}v${2 * half}`))
    .join('');
  return {
    class: `s${style(series)}`,
    group: [
      { d: box, fill: 'var(--series)', opacity: 0.16 },
      { d: edge, fill: 'none', stroke: 'var(--ink)', strokeWidth: 1.5 },
    ],
    testid: 'bound',
  };
}

export default {
  below: true,
  draw: (plot, { limits }, layout) =>
    limits.filter(({ x }) => layout.inside(x)).map((bound) => boundShape(plot, bound, layout)),
} satisfies Mark;
