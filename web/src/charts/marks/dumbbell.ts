// A printed value and the model's value in one row, joined by a line as long as the model's error. Used by tables.
import { isLarge } from '../errors.ts';
import type { Mark, Shape } from '../mark';
import { pointShape } from './points.ts';
import { modelChannels } from './model.ts';
import points from './points.ts';

export default {
  channels: (data) => [...modelChannels(data), ...points.channels(data)],
  legend: (sides) => [
    { width: 12, height: 12, shapes: [{ class: 'spot s2', circle: [6, 6, 4.5] }], text: 'model' },
    ...points.legend(sides),
  ],
  draw: (plot, { points: published, sweep: { columns }, xs }, { at, row, style }) =>
    published.flatMap((all, s) =>
      xs.flatMap((x, place): Shape[] => {
        if (!Number.isFinite(row(x, s))) return [];
        const point = all.find((one) => one.x === x);
        const value = columns[s]?.[place] ?? NaN;
        const cell = point?.cell;
        const [to, height] = at(plot, x, s, value);
        const shapes: Shape[] = Number.isFinite(to)
          ? [{ class: `spot s${style(s)}`, circle: [to, height, 4.5], cell }]
          : [];
        if (!point) return shapes;
        const printed = at(plot, x, s, point.y);
        const isLoud = isLarge(value / point.y - 1);
        const line: Shape = {
          d: `M${printed[0]} ${height}H${to}`,
          fill: 'none',
          stroke: isLoud ? 'var(--warn)' : 'var(--soft)',
          strokeWidth: isLoud ? 4 : 2,
          testid: isLoud ? 'large-error' : 'error',
          cell,
        };
        return [
          ...(shapes.length > 0 ? [line] : []),
          ...shapes,
          { ...pointShape(printed, 0, point.heldOut, 4.5), cell },
        ];
      }),
    ),
} satisfies Mark;
