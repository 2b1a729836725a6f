// Code shared by the marks for intervals.
import type { ChartData, Ends } from '../data';
import type { LegendEntry } from '../mark';

/** Returns the ends of a series' prediction intervals or, if it has none, of its confidence intervals. */
export function endsOf({ sweep: { columns, halves }, doubt }: ChartData, s: number): Ends {
  const [ys, half] = [columns[s] ?? new Float64Array(), halves[s]];
  const end = (sign: number): Float64Array => ys.map((y, place) => y + sign * (half?.[place] ?? NaN));
  return doubt?.intervals[s] ?? [end(-1), end(1)];
}

/** Returns the legend entry for intervals, drawn as the path `d`. */
export const intervalLegend = (sides: readonly ChartData[], d: string): LegendEntry[] => [
  {
    width: 22,
    height: 10,
    shapes: [{ d, fill: 'var(--soft)', opacity: 0.3, stroke: 'var(--soft)' }],
    text: sides.some(({ doubt }) => doubt?.intervals.length) ? '95 % prediction interval' : '95 % confidence interval',
  },
];
