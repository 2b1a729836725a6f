// The series of a lab's charts: the scenarios for which they are computed.
import type { Chart, Lab, Scenario } from './types';

/** One curve, or the bars of one color. */
export interface ChartSeries {
  /** The name of the series; empty if the chart has no other series. */
  title: string;
  /** All settings except the one on the x axis. */
  scenario: Scenario;
}

const without = (scenario: Scenario, name: string | undefined): Scenario =>
  Object.fromEntries(Object.entries(scenario).filter(([key]) => key !== name));

/** Returns a scenario at a value of x. */
export const scenarioAt = ({ x }: Chart, scenario: Scenario, at: number): Scenario =>
  x === undefined ? scenario : { ...scenario, [x]: at };

/** Returns the series of a chart for the lab's current settings. */
export const seriesOf = (lab: Pick<Lab, 'series'>, chart: Chart, settings: Scenario): ChartSeries[] =>
  (chart.series === undefined ? [{ title: '', scenario: {} }] : (lab.series[chart.series] ?? [])).map(
    ({ title, scenario }) => ({
      title,
      scenario: without({ ...settings, ...chart.scenario, ...scenario }, chart.x),
    }),
  );
