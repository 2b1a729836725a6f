// A run as a file: all that the command `pathlength rerun` needs to compute the same CSV. `engine/cli/src/rerun.rs` reads it.
import { canonicalJson } from '../../state/canonical';
import { lean } from '../../lab/lean';
import { publishedLab } from '../../lab/published';
import type { Lab, Scenario } from '../../lab/types';
import { versionOf } from '../../lab/version';
import { differing, encode } from '../link/link';
import { halfOf } from '../chart';
import type { Session } from '../../session/session.svelte';
import { isChart, type About } from './about';
import { flat, planOf, type FlatCell } from './plan';

interface ChartPart {
  id: string;
  /** The setting along x, if there is one. */
  x?: string | undefined;
  y: string;
  per?: string | undefined;
  relative?: boolean | undefined;
  /** The output that is half of the confidence interval of y. */
  half_width?: string | undefined;
  /** Values along x. */
  places: readonly number[];
  /** Scenarios without x: of each configuration, of each series. */
  sides: Scenario[][];
  columns: string[];
  rows: FlatCell[][];
}

export interface Bundle {
  format: 'pathlength-run';
  version: 1;
  engine: string;
  lab: { id: string; hash: string };
  /** What computes the CSV of this file. */
  command: string;
  /** The lab's state as its links have it; missing if it is as at the beginning. */
  state?: string;
  /** What questions drew their numbers from, in an assignment. */
  seed?: string;
  table?: string;
  chart?: ChartPart;
}

/** What a part's files are called, without ending. */
export const nameOf = (about: About): string =>
  `${about.session.lab.id}-${isChart(about) ? about.chart.id : about.run.table.id}`;

/** The state on the screen as a link has it. */
export const stateOf = ({ lab, state }: Session): string | undefined => {
  const said = differing(lab, state);
  return Object.keys(said).length > 0 ? encode(said) : undefined;
};

/** The published lab, which must be the one on the page: a lab that is being written is not published yet. */
export async function whole(lab: Lab): Promise<Lab> {
  const published = await publishedLab(lab.id).catch(() => undefined);
  if (!published || canonicalJson(lean(published)) !== canonicalJson(lean(lab)))
    throw new Error('This lab is not published here, so nobody else could find it. Its data can be saved.');
  return published;
}

const chartPart = (about: Extract<About, { chart: unknown }>): ChartPart => {
  const { session, chart, runs, sides: data } = about;
  const places = data[0]?.xs ?? [];
  const { id, x, y, per, relative } = chart;
  const { columns, rows } = flat(planOf(about), data);
  const sides = runs.map(({ series }) => series.map(({ scenario }) => scenario));
  return { id, x, y, per, relative, half_width: halfOf(session.lab, chart), places, sides, columns, rows };
};

export async function bundleOf(about: About): Promise<Bundle> {
  const { session } = about;
  const { lab_hash: hash, engine: version } = versionOf(await whole(session.lab));
  const state = stateOf(session);
  const name = nameOf(about);
  return {
    format: 'pathlength-run',
    version: 1,
    engine: version,
    lab: { id: session.lab.id, hash },
    command: `pathlength rerun ${name}.run.json -o ${name}.csv`,
    ...(state !== undefined && { state }),
    ...(session.seed !== undefined && { seed: session.seed }),
    ...(isChart(about) ? { chart: chartPart(about) } : { table: about.run.table.id }),
  };
}
