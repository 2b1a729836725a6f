// The subject of an export: a table or a chart in its current state.
import type { ChartData } from '../../charts/data';
import type { Mark } from '../../charts/mark';
import type { Chart } from '../../lab/types';
import type { ChartWords } from '../chart';
import type { ChartRun } from '../chart-run.svelte';
import type { TableRun } from '../lab-run.svelte';
import type { Session } from '../../session/session.svelte';

export interface TableSubject {
  session: Session;
  run: TableRun;
}

export interface ChartSubject {
  session: Session;
  chart: Chart;
  names: ChartWords;
  /** One per configuration. */
  runs: readonly ChartRun[];
  /** The data of each configuration. */
  sides: readonly ChartData[];
  /** The marks that draw the chart. */
  marks: readonly Mark[];
}

export type ExportSubject = TableSubject | ChartSubject;

export const isChart = (subject: ExportSubject): subject is ChartSubject => 'chart' in subject;
