// What a reader predicted, as a dashed curve.
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
  draw: (plot, { predicted }, layout) =>
    predicted && layout.kind === 'curves'
      ? [
          {
            class: 'predicted',
            d: `M${predicted.xs
              .flatMap((x, i) => (layout.inside(x) ? `${plot.x(x)} ${plot.y(predicted.ys[i] ?? NaN)}` : []))
              .join('L')}`,
          },
        ]
      : [],
} satisfies Mark;
