// The names of curves at their ends, moved apart where they would overlap.
import type { Mark } from '../mark';

/** The minimum distance between two names, in pixels. */
const pitch = 16;

export default {
  draw: (plot, { series, xs, sweep: { columns, done } }, { style }) => {
    const x = plot.x(xs[done - 1] ?? NaN);
    const names = series
      .map(({ title }, s) => ({ title, s, y: plot.y(columns[s]?.[done - 1] ?? NaN) }))
      .filter(({ y }) => Number.isFinite(y))
      .sort((a, b) => a.y - b.y);
    names.forEach((name, i) => (name.y = Math.max(name.y, (names[i - 1]?.y ?? -Infinity) + pitch)));
    // Names must not cover the axis, so names that would reach it move back up.
    names.reduceRight((below, name) => (name.y = Math.min(name.y, below - pitch)), plot.top + plot.height + 8);
    // In series order, so that each name keeps its element when names change places.
    return names
      .sort((a, b) => a.s - b.s)
      .map(({ title, s, y }) => ({ class: `series-name s${style(s)}`, at: [x + 8, y], text: title }));
  },
} satisfies Mark;
