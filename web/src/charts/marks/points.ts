// Published values: hollow circles, and diamonds for those that no fit has seen.
import type { ChartData } from '../data';
import type { Channel, LegendEntry, Mark, Shape } from '../mark';

export function pointShape([x, y]: readonly [number, number], style: number, heldOut: boolean, size = 5): Shape {
  const look = `point s${style}`;
  if (!heldOut) return { class: look, circle: [x, y, size] };
  const side = size * 1.35;
  return { class: look, d: `M${x} ${y - side}l${side} ${side}l${-side} ${side}l${-side} ${-side}z` };
}

const channels = ({ series, points }: ChartData): Channel[] =>
  series.map((_, s) => ({
    kind: 'published',
    series: s,
    values: (points[s] ?? []).map(({ x, y, heldOut, text }) => ({
      x,
      y,
      series: s,
      text,
      ...(heldOut && { note: ', held out' }),
    })),
  }));

const entries: (LegendEntry & { heldOut: boolean })[] = [
  { heldOut: false, width: 12, height: 12, shapes: [{ class: 'point', circle: [6, 6, 4.5] }], text: 'published' },
  {
    heldOut: true,
    width: 14,
    height: 14,
    shapes: [{ class: 'point', d: 'M7 1 13 7 7 13 1 7z' }],
    text: 'published, held out',
  },
];

export default {
  channels,
  legend: (sides) => {
    const all = sides.flatMap(({ points }) => points.flat());
    return entries.filter((entry) => all.some(({ heldOut }) => heldOut === entry.heldOut));
  },
  draw: (plot, { points }, { at, inside, single, style }) =>
    points.flatMap((all, s) =>
      all.flatMap(({ x, y, heldOut }) =>
        // Where all bars have one color, the marks have that of the first series.
        inside(x) ? pointShape(at(plot, x, s, y), single ? 0 : style(s), heldOut) : [],
      ),
    ),
} satisfies Mark;
