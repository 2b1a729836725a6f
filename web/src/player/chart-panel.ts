import type { Component, Snippet } from 'svelte';
import type { ChartData, OwnPoints, Point } from '../charts/data';
import type { Layout } from '../charts/layout';
import type { Mark, Shape } from '../charts/mark';
import type { AxisSpec, Plot } from '../charts/plot';
import type { NumberInput } from '../components/slider';
import type { Chart } from '../lab/types';
import type { ChartSeries, ChartWords, ChartView } from './chart';
import type { BarChartContent, OwnMarks, OwnMeasurements } from './own/marks';

/** A setting on the x axis of a chart that readers can move there. */
export interface AxisSetting {
  title: string;
  input: NumberInput;
  set: (value: number) => void;
}

/** The part of a chart's run that panels draw and describe. */
export interface PanelRun {
  series: ChartSeries[];
  points: Point[][];
  sweep: ChartData['sweep'] & { running: boolean; held: boolean };
  /** The reader's x value, in charts of curves with a setting on the x axis. */
  x: number | undefined;
  /** The x value of the known values: the reader's or, until its values are computed, the previous one. */
  at: { x: number } | undefined;
}

/** The properties of a panel, which draws a chart in one configuration. */
export interface ChartPanelProps {
  id: string;
  labelledby: string;
  describedby: string;
  chart: Chart;
  run: PanelRun;
  names: ChartWords;
  view: ChartView;
  /** The value axis. */
  values: AxisSpec;
  data: ChartData;
  /** The drawing: the data in the selected view, with their descriptions. */
  drawn: ChartData;
  drawnNames: ChartWords;
  /** The model's values at the reader's x, in the selected view. */
  spots: Float64Array | undefined;
  /** Content drawn over everything else. */
  note?: Snippet<[Plot]>;
  isFaded: ((shape: Shape) => boolean) | undefined;
  onlit: (cell: string | undefined) => void;
  /** The chart's marks, in the order of the registry. */
  layers: readonly Mark[];
  layout: Layout;
  /** The factors named by the text: see `SceneLook`. */
  bracket: string | undefined;
  /** The setting on the x axis, if the reader can move it. */
  handle: AxisSetting | undefined;
  /** Whether the drawing fills the available height. */
  fill: boolean;
  /** Whether the panel is next to another panel. */
  narrow: boolean;
  onzoom: ((from: number, to: number) => void) | undefined;
  /** The title of the bar whose breakdown is open. */
  chosen: string | undefined;
  choose: (title: string) => void;
  /** Whether the panel draws its content before the page is hydrated, or without a page. */
  early?: boolean;
}

export type ChartPanel = Component<ChartPanelProps>;

/** A function that places a reader's measurements in a chart of bars without an x axis, in `unit`. */
export type PlaceMeasurements = (
  measurements: OwnMeasurements,
  chart: Chart,
  run: PanelRun,
  unit: string,
) => { content: BarChartContent; marks: OwnMarks; own: OwnPoints[] };

/** A function that summarizes a chart in a sentence. */
export type Takeaway = (chart: Chart, names: ChartWords, run: PanelRun, xs: readonly number[]) => string;
