// Published values: hollow circles, and diamonds for held-out values.
import type { ChartData } from '../data';
import type { Channel, LegendEntry, Mark, Shape } from '../mark';
import { diamond } from '../outlines.ts';

export function pointShape([x, y]: readonly [number, number], style: number, heldOut: boolean, size = 5): Shape {
  const look = `point s${style}`;
  return heldOut ? { class: look, at: [x, y], d: diamond(size * 1.35) } : { class: look, circle: [x, y, size] };
}

const channels = ({ series, points }: ChartData): Channel[] =>
  series.map((_, s) => ({
    kind: 'published',
    series: s,
    values: (points[s] ?? []).map(({ x, y, heldOut, text, cell }) => ({
      x,
      y,
      series: s,
      text,
      cell,
      ...(heldOut && { note: ', held out' }),
    })),
  }));

const entries: (LegendEntry & { heldOut: boolean })[] = [
  { heldOut: false, width: 12, height: 12, shapes: [{ class: 'point', circle: [6, 6, 4.5] }], text: 'published' },
  {
    heldOut: true,
    width: 14,
    height: 14,
    shapes: [{ class: 'point', at: [7, 7], d: diamond(6) }],
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
      all.flatMap(({ x, y, heldOut, cell }) =>
        // If all bars have the same color, the marks have the color of the first series.
        inside(x) ? { ...pointShape(at(plot, x, s, y), single ? 0 : style(s), heldOut), cell } : [],
      ),
    ),
} satisfies Mark;
