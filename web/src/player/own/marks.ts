// The positions of a reader's measured configurations in a bar chart without an x quantity.
import type { OwnPoints } from '../../charts/data';
import type { Chart } from '../../lab/types';
import type { PanelRun } from '../chart-panel';
import { phases, type Phase } from './phases';

/** The unit of IOzone's results. */
export const throughputUnit = 'KB/s';

export interface OwnValue {
  /** An output of the model. */
  output: string;
  /** The measured phase; undefined if unknown. */
  phase: string | undefined;
  /** The key of the file size, record size, and number of processes. */
  place: string;
  value: number;
}

/** One measured configuration. */
export interface OwnConfiguration {
  /** A number that identifies the configuration and is never used twice. */
  number: number;
  /** The configuration's name in the reader's file or table. */
  name: string;
  /** The title of the matching series; empty if no series matches. */
  series: string;
  values: OwnValue[];
  /** The measured combinations of file size, record size, and number of processes. */
  places: { key: string; title: string }[];
  /** The key of the selected combination. */
  place: string;
}

/** Names a configuration together with its series. */
export const displayName = ({ name, series }: OwnConfiguration): string =>
  series === '' || series.toLowerCase() === name.toLowerCase() ? series || name : `${series} (${name})`;

/** A reader's measured configurations, and the number of the baseline. */
export interface OwnMeasurements {
  list: OwnConfiguration[];
  baseline: number | undefined;
}

/** The share of each phase in the transferred KB; the shares add up to 1. */
export type Mix = Record<Phase, number>;

/** The current content of a bar chart. */
export interface BarChartContent {
  output: string;
  /** The phase shared by all series of the chart; undefined if their phases differ or are unknown. */
  phase: string | undefined;
  /** The mix of phases, if the chart shows its throughput. */
  mix?: Mix;
  relative: boolean;
  /** The series' titles. */
  titles: readonly string[];
  /** The model's value for each series. */
  model: readonly number[];
}

/** Returns the mix of phases that a scenario sets; undefined if it sets no mix or only part of one. */
export function mixOf(scenario: PanelRun['series'][number]['scenario']): Mix | undefined {
  if (scenario['phase'] !== 'mix') return undefined;
  const [reads = NaN, rereads = NaN, initial = NaN] = ['read_share', 'reread_share', 'initial_share'].map(
    (setting) => Number(scenario[setting]) / 100,
  );
  const mix: Mix = {
    write: (1 - reads) * initial,
    rewrite: (1 - reads) * (1 - initial),
    read: reads * (1 - rereads),
    reread: reads * rereads,
  };
  return Object.values(mix).every((share) => share >= 0) ? mix : undefined;
}

/** Returns the phases of a mix that are missing from `values`. */
export const missingOf = (mix: Mix, values: Partial<Record<Phase, number>>): Phase[] =>
  phases.filter((phase) => mix[phase] > 0 && values[phase] === undefined);

/**
 * Returns the throughput of a mix from the throughputs of its phases. Times add up but rates do not, so the result is
 * the harmonic mean, weighted by each phase's share of the KB; NaN if a phase is missing.
 */
export const mixed = (mix: Mix, values: Partial<Record<Phase, number>>): number =>
  1 / phases.reduce((time, phase) => time + (mix[phase] > 0 ? mix[phase] / (values[phase] ?? NaN) : 0), 0);

/** Returns the content of a bar chart without an x quantity, in `unit`. */
export function contentOf(
  { y, relative }: Chart,
  { series, sweep }: Pick<PanelRun, 'series' | 'sweep'>,
  unit: string,
): BarChartContent {
  const set = new Set(series.map(({ scenario }) => scenario['phase']));
  const [phase] = set;
  const mix = unit === throughputUnit && set.size === 1 && series[0] ? mixOf(series[0].scenario) : undefined;
  return {
    output: y,
    phase: set.size === 1 && typeof phase === 'string' ? phase : undefined,
    ...(mix && { mix }),
    relative: relative === true,
    titles: series.map(({ title }) => title),
    model: series.map((_, s) => sweep.columns[s]?.[0] ?? NaN),
  };
}

/** The position of a configuration in a chart. */
export interface OwnMark {
  configuration: OwnConfiguration;
  /** The index of the matching series; −1 if no series matches. */
  series: number;
  /** The measured value; NaN if it was not measured. */
  raw: number;
  /** Phases of the displayed mix that were not measured. */
  missing: Phase[];
  /** The value on the chart's scale; NaN if the configuration has no position. */
  value: number;
  /** Relative error of the model; NaN if there is no model value, and for the baseline, which defines the scale. */
  error: number;
}

export interface OwnMarks {
  marks: OwnMark[];
  /** The mark that determines the scale of the others; undefined if they are not scaled. */
  baseline: OwnMark | undefined;
  /** The number of measurements usable in this chart. */
  usable: number;
}

/** Places configurations on the scale of a chart. */
export function marksOf({ list, baseline: chosen }: OwnMeasurements, content: BarChartContent): OwnMarks {
  const { output, phase, mix, relative, titles, model } = content;
  const rawOf = ({ values, place }: OwnConfiguration): Pick<OwnMark, 'raw' | 'missing'> => {
    const fit = values.filter((one) => one.output === output && one.place === place);
    const one = fit.find((one) => one.phase === phase) ?? fit.find((one) => one.phase === undefined);
    if (one || !mix) return { raw: one?.value ?? NaN, missing: [] };
    const measured: Partial<Record<Phase, number>> = Object.fromEntries(fit.map(({ phase, value }) => [phase, value]));
    return { raw: mixed(mix, measured), missing: missingOf(mix, measured) };
  };
  const raw = list.map((configuration): OwnMark => {
    const series = configuration.series === '' ? -1 : titles.indexOf(configuration.series);
    return { configuration, series, ...rawOf(configuration), value: NaN, error: NaN };
  });
  const usable = raw.filter((mark) => Number.isFinite(mark.raw));
  const baseline =
    usable.find(({ configuration }) => configuration.number === chosen) ??
    (relative && usable.length > 1 ? (usable.find(({ series }) => series === 0) ?? usable[0]) : undefined);
  // The baseline is at the model's value for its configuration; without a matching series, it is at 1 in a chart of
  // ratios.
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

/** The longest title that fits next to a row, in characters. */
const maxRowChars = 22;

/** Returns the marks as chart points: each in the row of its series, or in a separate row below. */
export function ownPointsOf({ marks }: OwnMarks, x: number, series: number): OwnPoints[] {
  const drawn = marks.filter(({ value }) => Number.isFinite(value));
  const rows = [...new Set(drawn.filter(({ series }) => series < 0).map(({ configuration }) => configuration.name))];
  const points = drawn
    .map(({ configuration, series: at, value }) => ({
      x,
      y: value,
      against: at >= 0 ? at : series + rows.indexOf(configuration.name),
      name: displayName(configuration),
    }))
    .sort((a, b) => a.against - b.against);
  const short = (name: string): string => (name.length > maxRowChars ? `${name.slice(0, maxRowChars - 1)}…` : name);
  return points.length > 0 ? [{ number: 0, name: 'your own data', points, against: 0, rows: rows.map(short) }] : [];
}
