import type { Component } from 'svelte';
import type { Chart } from '../lab/types';
import type { Names, View } from './chart';
import type { ChartRun } from './chart-run.svelte';
import type { OwnPoints } from './own';

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
  places: readonly number[];
  predicted: { xs: number[]; ys: number[] } | undefined;
  own: OwnPoints[];
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
