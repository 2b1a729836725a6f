// The series of a lab's charts: the scenarios that they are computed for.
import type { Chart, Lab, Scenario } from './types';

/** One curve, or the bars of one colour. */
export interface ChartSeries {
  /** Its name; empty if it is the only one. */
  title: string;
  /** All settings but the one along x. */
  scenario: Scenario;
}

const without = (scenario: Scenario, name: string | undefined): Scenario =>
  Object.fromEntries(Object.entries(scenario).filter(([key]) => key !== name));

/** A scenario at a value of x. */
export const scenarioAt = ({ x }: Chart, scenario: Scenario, at: number): Scenario =>
  x === undefined ? scenario : { ...scenario, [x]: at };

/** The series of a chart when the lab's settings are these. */
export const seriesOf = (lab: Pick<Lab, 'series'>, chart: Chart, settings: Scenario): ChartSeries[] =>
  (chart.series === undefined ? [{ title: '', scenario: {} }] : (lab.series[chart.series] ?? [])).map(
    ({ title, scenario }) => ({
      title,
      scenario: without({ ...settings, ...chart.scenario, ...scenario }, chart.x),
    }),
  );
