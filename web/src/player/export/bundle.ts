// A run as a file with everything that the command `pathlength rerun` needs to compute the same CSV.
// `engine/cli/src/rerun.rs` reads it.
import { canonicalJson } from '../../state/canonical';
import { lean } from '../../lab/lean';
import { labText, publishedLab } from '../../lab/published';
import type { Lab, Scenario } from '../../lab/types';
import { versionOf } from '../../lab/version';
import { stateChanges, encode } from '../link/link';
import type { Scatter } from '../../engine/protocol';
import { halfWidthOutput } from '../chart';
import { scattersOf } from '../chart-doubt.svelte';
import { fitRecord } from '../fit-record';
import type { Session } from '../../session/session.svelte';
import { isChart, type ExportSubject } from './subject';
import { flat, planOf, type FlatCell } from './plan';

interface ChartPart {
  id: string;
  /** The setting on the x axis, if there is one. */
  x?: string | undefined;
  y: string;
  per?: string | undefined;
  relative?: boolean | undefined;
  /** The output with the half-width of y's confidence interval. */
  half_width?: string | undefined;
  /** The scatter of published values around the model, by configuration and series, for the intervals of y. */
  scatter?: Scatter[][] | undefined;
  /** The values on the x axis. */
  places: readonly number[];
  /** Scenarios without the setting on the x axis, by configuration and then by series. */
  sides: Scenario[][];
  columns: string[];
  rows: FlatCell[][];
}

export interface Bundle {
  format: 'pathlength-run';
  version: 1;
  engine: string;
  lab: { id: string; hash: string };
  /** The command that computes the CSV. */
  command: string;
  /** The lab's state as in its links; missing in the initial state. */
  state?: string;
  /** The seed of the questions' random numbers, in an assignment. */
  seed?: string;
  table?: string;
  chart?: ChartPart;
}

/** Returns the name of a subject's files, without extension. */
export const nameOf = (subject: ExportSubject): string =>
  `${subject.session.lab.id}-${isChart(subject) ? subject.chart.id : subject.run.table.id}`;

/** Returns the current state as in a link; undefined in the initial state. */
export const stateOf = ({ lab, state }: Session): string | undefined => {
  const changes = stateChanges(lab, state);
  return Object.keys(changes).length > 0 ? encode(changes) : undefined;
};

/** Fetches the published lab. @throws {Error} If the lab on the page differs from it, such as a draft. */
export async function fetchPublishedLab(lab: Lab): Promise<Lab> {
  const text = await labText(lab.id).catch(() => undefined);
  if (!text || canonicalJson(lean(text)) !== canonicalJson(lean(lab)))
    throw new Error('This lab is not published on this site, so its page cannot be linked. Save its data instead.');
  return publishedLab(lab.id);
}

const chartPart = async (subject: Extract<ExportSubject, { chart: unknown }>): Promise<ChartPart> => {
  const { session, chart, runs, sides: data } = subject;
  const places = data[0]?.xs ?? [];
  const { id, x, y, per, relative } = chart;
  const { columns, rows } = flat(planOf(subject), data);
  const sides = runs.map(({ series }) => series.map(({ scenario }) => scenario));
  const record = data.some(({ doubt }) => doubt?.intervals.length) ? await fitRecord(session.lab) : undefined;
  const scatter = record && runs.map(({ series }) => scattersOf(session.lab, chart, series, record));
  const half_width = halfWidthOutput(session.lab, chart);
  return { id, x, y, per, relative, half_width, scatter, places, sides, columns, rows };
};

export async function bundleOf(subject: ExportSubject): Promise<Bundle> {
  const { session } = subject;
  const { lab_hash: hash, engine: version } = versionOf(await fetchPublishedLab(session.lab));
  const state = stateOf(session);
  const name = nameOf(subject);
  return {
    format: 'pathlength-run',
    version: 1,
    engine: version,
    lab: { id: session.lab.id, hash },
    command: `pathlength rerun ${name}.run.json -o ${name}.csv`,
    ...(state !== undefined && { state }),
    ...(session.seed !== undefined && { seed: session.seed }),
    ...(isChart(subject) ? { chart: await chartPart(subject) } : { table: subject.run.table.id }),
  };
}
