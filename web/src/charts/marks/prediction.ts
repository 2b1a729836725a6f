// A reader's prediction as a thin dashed curve, with "you" at its end.
import { line } from 'd3-shape';
import type { Mark } from '../mark';

const kind = 'your prediction';

export default {
  channels: ({ predicted }) => [
    {
      kind,
      values: (predicted?.xs ?? []).map((x, i) => ({ x, y: predicted?.ys[i] ?? NaN, series: 0 })),
    },
  ],
  legend: ([side]) =>
    side?.predicted ? [{ width: 34, height: 10, shapes: [{ class: 'predicted', d: 'M1 5H33' }], text: kind }] : [],
  draw: (plot, { predicted }, layout) => {
    if (!predicted || layout.kind !== 'curves') return [];
    const places = predicted.xs.flatMap((x, i): [number, number][] =>
      layout.inside(x) ? [[plot.x(x), plot.y(predicted.ys[i] ?? NaN)]] : [],
    );
    const [x, y] = places.at(-1) ?? [NaN, NaN];
    return [
      { class: 'predicted', d: line().digits(1)(places) ?? '' },
      ...(places.length > 0 ? [{ class: 'predicted-name', at: [x + 7, y] as [number, number], text: 'you' }] : []),
    ];
  },
} satisfies Mark;
