// The origin of the numbers in a file.
import { version } from '../../../../package.json';
import type { Point } from '../../charts/data';
import type { Lab } from '../../lab/types';

export interface DataOrigin {
  lab: string;
  /** The version of the models. */
  version: string;
  /** The sources of the published values. */
  sources: string[];
}

/** Returns the origin of the numbers of tables. */
export const originOfTables = ({ id, tables }: Pick<Lab, 'id' | 'tables'>, wanted: readonly string[]): DataOrigin => ({
  lab: id,
  version,
  sources: [...new Set(tables.flatMap(({ id, source }) => (wanted.includes(id) ? [source] : [])))],
});

/** Returns the origin of a chart's numbers: that of the tables from which its published values come. */
export const originOfPoints = (lab: Pick<Lab, 'id' | 'tables'>, points: readonly (readonly Point[])[]): DataOrigin =>
  originOfTables(
    lab,
    points.flat().flatMap(({ cell }) => cell?.slice(0, cell.indexOf('/')) ?? []),
  );
