// What is taken out of the page, as it is at the moment.
import type { ChartData } from '../../charts/data';
import type { Mark } from '../../charts/mark';
import type { Chart } from '../../lab/types';
import type { Names } from '../chart';
import type { ChartRun } from '../chart-run.svelte';
import type { TableRun } from '../run.svelte';
import type { Session } from '../../session/session.svelte';

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
  /** What each of them shows. */
  sides: readonly ChartData[];
  /** What it is drawn with. */
  marks: readonly Mark[];
}

export type About = TableAbout | ChartAbout;

export const isChart = (about: About): about is ChartAbout => 'chart' in about;
