import type { Component } from 'svelte';
import type { ChartData, OwnPoints } from '../charts/data';
import type { Layout } from '../charts/layout';
import type { Mark } from '../charts/mark';
import type { Chart } from '../lab/types';
import type { Names, View } from './chart';
import type { ChartRun } from './chart-run.svelte';
import type { Marks, Measured, Shown } from './own/marks';

/** What draws a chart in one configuration is told. */
export interface SideProps {
  id: string;
  labelledby: string;
  describedby: string;
  chart: Chart;
  run: ChartRun;
  names: Names;
  view: View;
  /** Of the values. */
  domain: readonly [number, number];
  data: ChartData;
  /** The chart's marks, in the order of the registry. */
  layers: readonly Mark[];
  layout: Layout;
  /** Whether the reader can move along x. */
  movable: boolean;
  /** Whether it stands beside another one. */
  narrow: boolean;
  onzoom: ((from: number, to: number) => void) | undefined;
  /** The title of the bar that is taken apart. */
  chosen: string | undefined;
  choose: (title: string) => void;
}

export type Side = Component<SideProps>;

/** What a reader has measured of configurations, at its places in a chart of bars without x that shows `unit`. */
export type Brought = (
  measured: Measured,
  chart: Chart,
  run: ChartRun,
  unit: string,
) => { shown: Shown; marks: Marks; own: OwnPoints[] };

/** A sentence on what there is to see in such a chart. */
export type Takeaway = (chart: Chart, names: Names, run: ChartRun, places: readonly number[]) => string;
