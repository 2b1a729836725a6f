// The numbers of a widget's chart, for scripts.
import type { Chart, Scenario } from '../lab/types';
import { chartWordsOf, computedXs, outputsOf, publishedPoints, scenarioAt, seriesOf, valuesOf } from '../player/chart';
import { originOfPoints, type DataOrigin } from '../player/export/origin';
import type { Session } from '../session/session.svelte';

/** A word or a number; NaN where there is no value. */
type Cell = string | number;

export interface ChartData {
  origin: DataOrigin;
  /** The titles of the axes, with their units. */
  axes: { x: string; y: string };
  columns: string[];
  rows: Cell[][];
}

/** Computes a chart at the reader's settings: the model's and the published value at each x. */
export async function computeChartData(session: Session, chart: Chart): Promise<ChartData> {
  const { lab, engine, settings } = session;
  const series = seriesOf(lab, chart, settings);
  const published = publishedPoints(lab, chart, series);
  const { values = [] } = chart;
  const places = computedXs(lab, chart, [Math.min(...values), Math.max(...values)]);
  const scenarios = places.flatMap((x): Scenario[] => series.map(({ scenario }) => scenarioAt(chart, scenario, x)));
  const outputs = await engine.ask('evaluate', [scenarios, outputsOf(chart)]);
  const each = outputs.length / (places.length || 1);
  const rows = places.flatMap((x, p) => {
    const model = valuesOf(chart, outputs.subarray(p * each, (p + 1) * each));
    return series.map(({ title }, s): Cell[] => {
      const point = published[s]?.find((one) => one.x === x);
      return [title, chart.x === undefined ? NaN : x, model[s] ?? NaN, point?.y ?? NaN];
    });
  });
  // Published points between the computed points.
  const between = published.flatMap((points, s) =>
    points.flatMap(({ x, y }): Cell[][] => (places.includes(x) ? [] : [[series[s]?.title ?? '', x, NaN, y]])),
  );
  const { x, y } = chartWordsOf(lab, chart, series);
  return {
    origin: originOfPoints(lab, published),
    axes: { x, y },
    columns: ['series', chart.x ?? 'x', 'model', 'published'],
    rows: [...rows, ...between],
  };
}
