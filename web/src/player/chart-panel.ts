import type { Component, Snippet } from 'svelte';
import type { ChartData, OwnPoints } from '../charts/data';
import type { Layout } from '../charts/layout';
import type { Mark, Shape } from '../charts/mark';
import type { AxisSpec, Plot } from '../charts/plot';
import type { NumberInput } from '../components/slider';
import type { Chart } from '../lab/types';
import type { ChartWords, ChartView } from './chart';
import type { ChartRun } from './chart-run.svelte';
import type { BarChartContent, OwnMarks, OwnMeasurements } from './own/marks';

/** A setting on the x axis of a chart that its reader moves there. */
export interface AxisSetting {
  title: string;
  input: NumberInput;
  set: (value: number) => void;
}

/** The properties of a panel, which draws a chart in one configuration. */
export interface ChartPanelProps {
  id: string;
  labelledby: string;
  describedby: string;
  chart: Chart;
  run: ChartRun;
  names: ChartWords;
  view: ChartView;
  /** The axis of the values. */
  values: AxisSpec;
  data: ChartData;
  /** The drawing: the data as the chosen view shows them, with the words for it. */
  drawn: ChartData;
  drawnNames: ChartWords;
  /** The model's values at the reader's place, as they are drawn. */
  spots: Float64Array | undefined;
  /** Drawn over everything else. */
  note: Snippet<[Plot]>;
  isFaded: ((shape: Shape) => boolean) | undefined;
  onlit: (cell: string | undefined) => void;
  /** The chart's marks, in the order of the registry. */
  layers: readonly Mark[];
  layout: Layout;
  /** The factors that the text names: see `SceneLook`. */
  bracket: string | undefined;
  /** The setting on the x axis, if the reader can move it. */
  handle: AxisSetting | undefined;
  /** Whether the drawing is as high as the room that it is given. */
  fill: boolean;
  /** Whether it is next to another panel. */
  narrow: boolean;
  onzoom: ((from: number, to: number) => void) | undefined;
  /** The title of the bar that is taken apart. */
  chosen: string | undefined;
  choose: (title: string) => void;
}

export type ChartPanel = Component<ChartPanelProps>;

/** Places a reader's measurements in a chart of bars without x that shows `unit`. */
export type PlaceMeasurements = (
  measurements: OwnMeasurements,
  chart: Chart,
  run: ChartRun,
  unit: string,
) => { content: BarChartContent; marks: OwnMarks; own: OwnPoints[] };

/** Summarizes a chart in a sentence. */
export type Takeaway = (chart: Chart, names: ChartWords, run: ChartRun, xs: readonly number[]) => string;
