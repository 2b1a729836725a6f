// Where configurations that a reader has measured stand in a chart of bars without x.
import type { OwnPoints } from '../../charts/data';
import type { Chart } from '../../lab/types';
import type { ChartRun } from '../chart-run.svelte';
import { phases, type Phase } from './phases';

/** The unit of what IOzone measures. */
export const throughputUnit = 'KB/s';

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

/** By phase, the share that it has of the KB moved; all together are 1. */
export type Mix = Record<Phase, number>;

/** What a chart of bars shows at the moment. */
export interface Shown {
  output: string;
  /** The phase of all its series; undefined if they have none. */
  phase: string | undefined;
  /** If what is shown is a throughput of a mix of phases: the share of each in the KB moved. */
  mix?: Mix;
  relative: boolean;
  /** The series' titles, and what the chart has for each of them. */
  titles: readonly string[];
  model: readonly number[];
}

/** The mix of phases that a scenario sets; undefined if it sets none, or only in part. */
export function mixOf(scenario: ChartRun['series'][number]['scenario']): Mix | undefined {
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

/** The phases that a mix needs and that `values` do not have. */
export const missingOf = (mix: Mix, values: Partial<Record<Phase, number>>): Phase[] =>
  phases.filter((phase) => mix[phase] > 0 && values[phase] === undefined);

/**
 * The throughput of a mix from the throughputs of its phases. Times add up and rates do not, so it is their harmonic
 * mean, each phase with its share of the KB; NaN if a phase of the mix is missing.
 */
export const mixed = (mix: Mix, values: Partial<Record<Phase, number>>): number =>
  1 / phases.reduce((time, phase) => time + (mix[phase] > 0 ? mix[phase] / (values[phase] ?? NaN) : 0), 0);

/** What a chart of bars without x shows of a run, in `unit`. */
export function shownOf(
  { y, relative }: Chart,
  { series, sweep }: Pick<ChartRun, 'series' | 'sweep'>,
  unit: string,
): Shown {
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

/** Where a configuration stands in a chart. */
export interface OwnMark {
  configuration: OwnConfiguration;
  /** Its series; −1 if it is none of them. */
  series: number;
  /** As it was measured; NaN if this was not. */
  raw: number;
  /** Phases that the mix needs and that were not measured; empty if none is missing, or no mix is shown. */
  missing: Phase[];
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
  const { output, phase, mix, relative, titles, model } = shown;
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
