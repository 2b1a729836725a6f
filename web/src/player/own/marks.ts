// Where configurations that a reader has measured stand in a chart of bars without x.
import type { Chart } from '../../lab/types';
import type { ChartRun } from '../chart-run.svelte';
import type { OwnPoints } from '../own';

export interface OwnValue {
  /** An output of the model. */
  output: string;
  /** The phase it was measured in; undefined if that is not said. */
  phase: string | undefined;
  /** Which of the configuration's places it belongs to. */
  place: string;
  value: number;
}

/** One configuration, as it was measured. */
export interface OwnConfiguration {
  /** Tells configurations apart; never used twice. */
  number: number;
  /** What its source calls it. */
  name: string;
  /** The title of the series that it is a measurement of; empty if it is none of them. */
  series: string;
  values: OwnValue[];
  /** Sizes of files and records that were measured; the reader looks at one. */
  places: { key: string; title: string }[];
  place: string;
}

/** What a configuration is called where its series should be known. */
export const calledOf = ({ name, series }: OwnConfiguration): string =>
  series === '' || series.toLowerCase() === name.toLowerCase() ? series || name : `${series} (${name})`;

/** All that a reader has brought, and the number of the configuration that the others are divided by. */
export interface Measured {
  list: OwnConfiguration[];
  baseline: number | undefined;
}

/** What a chart of bars shows at the moment. */
export interface Shown {
  output: string;
  /** The phase of all its series; undefined if they have none. */
  phase: string | undefined;
  relative: boolean;
  /** The series' titles, and what the chart has for each of them. */
  titles: readonly string[];
  model: readonly number[];
}

/** What a chart of bars without x shows of a run. */
export function shownOf({ y, relative }: Chart, { series, sweep }: Pick<ChartRun, 'series' | 'sweep'>): Shown {
  const phases = new Set(series.map(({ scenario }) => scenario['phase']));
  const [phase] = phases;
  return {
    output: y,
    phase: phases.size === 1 && typeof phase === 'string' ? phase : undefined,
    relative: relative === true,
    titles: series.map(({ title }) => title),
    model: series.map((_, s) => sweep.columns[s]?.[0] ?? NaN),
  };
}

/** Where a configuration stands in a chart. */
export interface OwnMark {
  configuration: OwnConfiguration;
  /** Its series; −1 if it is none of them. */
  series: number;
  /** As it was measured; NaN if this was not. */
  raw: number;
  /** On the chart's scale; NaN if it cannot stand there. */
  value: number;
  /** Of the model, relative to it; NaN where there is nothing to compare, or the mark is where the model is by definition. */
  error: number;
}

export interface Marks {
  marks: OwnMark[];
  /** What the others are divided by; undefined if nothing is divided. */
  baseline: OwnMark | undefined;
  /** Measured for what the chart shows. */
  usable: number;
}

/** Puts configurations on the scale of a chart. */
export function marksOf({ list, baseline: chosen }: Measured, shown: Shown): Marks {
  const { output, phase, relative, titles, model } = shown;
  const rawOf = ({ values, place }: OwnConfiguration): number => {
    const fit = values.filter((one) => one.output === output && one.place === place);
    return (fit.find((one) => one.phase === phase) ?? fit.find((one) => one.phase === undefined))?.value ?? NaN;
  };
  const raw = list.map((configuration): OwnMark => {
    const series = configuration.series === '' ? -1 : titles.indexOf(configuration.series);
    return { configuration, series, raw: rawOf(configuration), value: NaN, error: NaN };
  });
  const usable = raw.filter((mark) => Number.isFinite(mark.raw));
  const baseline =
    usable.find(({ configuration }) => configuration.number === chosen) ??
    (relative && usable.length > 1 ? (usable.find(({ series }) => series === 0) ?? usable[0]) : undefined);
  // The baseline stands where the model has its configuration; one that the model does not know is 1.
  const level = baseline && (baseline.series >= 0 ? (model[baseline.series] ?? NaN) : relative ? 1 : NaN);
  const scale = baseline ? (level ?? NaN) / baseline.raw : relative ? NaN : 1;
  const marks = raw.map((mark): OwnMark => {
    const value = mark.raw * scale;
    const fixed = mark.configuration === baseline?.configuration || mark.series < 0;
    return { ...mark, value, error: fixed ? NaN : (model[mark.series] ?? NaN) / value - 1 };
  });
  return {
    marks,
    baseline: marks.find(({ configuration }) => configuration === baseline?.configuration),
    usable: usable.length,
  };
}

/** What fits beside a row, in characters. */
const longestRow = 22;

/** The marks as a chart draws them: at a place, each in the row of its series, or in a row of its own below. */
export function drawnOf({ marks }: Marks, x: number, series: number): OwnPoints[] {
  const drawn = marks.filter(({ value }) => Number.isFinite(value));
  const rows = [...new Set(drawn.filter(({ series }) => series < 0).map(({ configuration }) => configuration.name))];
  const points = drawn
    .map(({ configuration, series: at, value }) => ({
      x,
      y: value,
      against: at >= 0 ? at : series + rows.indexOf(configuration.name),
      name: calledOf(configuration),
    }))
    .sort((a, b) => a.against - b.against);
  const short = (name: string): string => (name.length > longestRow ? `${name.slice(0, longestRow - 1)}…` : name);
  return points.length > 0 ? [{ number: 0, name: 'your own data', points, against: 0, rows: rows.map(short) }] : [];
}
