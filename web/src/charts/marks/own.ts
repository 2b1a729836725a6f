// What a reader has measured, in shapes that published values never have.
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
      shapes: [{ class: 'own', d: ownOutline(number, 7, 7) }],
      text: name,
    })),
  draw: (plot, { own }, { at, inside, single }) =>
    own.flatMap(({ number, points, against }) =>
      points.flatMap(({ x, y, against: series = against }): Shape[] => {
        if (!inside(x)) return [];
        const d = ownOutline(number, ...at(plot, x, series, y));
        // A halo, so that it is seen on a bar too.
        return [...(single ? [{ d, fill: 'none', stroke: 'var(--paper)', strokeWidth: 5 }] : []), { class: 'own', d }];
      }),
    ),
} satisfies Mark;
