// What is taken out of the page, as it is at the moment.
import type { Chart } from '../../lab/types';
import type { Names } from '../chart';
import type { ChartRun } from '../chart-run.svelte';
import type { OwnPoints } from '../own';
import type { TableRun } from '../run.svelte';
import type { Session } from '../session.svelte';

export interface TableAbout {
  session: Session;
  run: TableRun;
}

export interface ChartAbout {
  session: Session;
  chart: Chart;
  names: Names;
  /** One for each of the configurations. */
  runs: readonly ChartRun[];
  places: readonly number[];
  predicted: { xs: number[]; ys: number[] } | undefined;
  own: OwnPoints[];
}

export type About = TableAbout | ChartAbout;

export const isChart = (about: About): about is ChartAbout => 'chart' in about;
