import type { Component } from 'svelte';
import type { ChartData, OwnPoints } from '../charts/data';
import type { Layout } from '../charts/layout';
import type { Mark } from '../charts/mark';
import type { Chart } from '../lab/types';
import type { ChartWords, ChartView } from './chart';
import type { ChartRun } from './chart-run.svelte';
import type { BarChartContent, OwnMarks, OwnMeasurements } from './own/marks';

/** The properties of a panel, which draws a chart in one configuration. */
export interface ChartPanelProps {
  id: string;
  labelledby: string;
  describedby: string;
  chart: Chart;
  run: ChartRun;
  names: ChartWords;
  view: ChartView;
  /** The range of the values. */
  domain: readonly [number, number];
  data: ChartData;
  /** The chart's marks, in the order of the registry. */
  layers: readonly Mark[];
  layout: Layout;
  /** Whether the reader can move along x. */
  movable: boolean;
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
