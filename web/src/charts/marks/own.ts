// A reader's measurements, in shapes that published values never have.
import type { Mark, Shape } from '../mark';
import { ownOutline } from '../outlines.ts';

export default {
  channels: ({ own }) =>
    own.map(({ name, points, against }) => ({
      kind: 'your own data',
      name,
      values: points.map(({ x, y, against: series = against }) => ({ x, y, series })),
    })),
  legend: ([side]) =>
    (side?.own ?? []).map(({ name, number }) => ({
      width: 14,
      height: 14,
      shapes: [{ class: 'own', at: [7, 7], d: ownOutline(number) }],
      text: name,
    })),
  draw: (plot, { own }, { at, inside, single }) =>
    own.flatMap(({ number, points, against }) =>
      points.flatMap(({ x, y, against: series = against }): Shape[] => {
        if (!inside(x)) return [];
        const mark = { at: at(plot, x, series, y), d: ownOutline(number) };
        // A halo keeps the mark visible on a bar.
        return [
          ...(single ? [{ ...mark, fill: 'none', stroke: 'var(--paper)', strokeWidth: 5 }] : []),
          { ...mark, class: 'own' },
        ];
      }),
    ),
} satisfies Mark;
