// The record of a lab's fit, written by `pathlength calibrate`: intervals of its parameters, as long as the record is
// up to date.
import { roleOf } from '../cells.ts';
import type { FitRecord, Parameter, Table } from '../types.ts';
import { readSource, type LabFiles } from './files.ts';
import { top, type Problems } from './problems.ts';

/** The record's file name in a lab's folder. */
export const FIT_FILE = 'fit.json';

/** Returns the published values of role `fit` in the tables with these ids. */
const fitValues = (tables: readonly Table[], ids: readonly string[]): number[] =>
  tables
    .filter(({ id }) => ids.includes(id))
    .flatMap((table) =>
      table.cells.flatMap((values, row) => values.filter((_, column) => roleOf(table, row, column) === 'fit')),
    )
    .filter((value) => typeof value === 'number');

/** Returns the first difference between a record and the lab; undefined if the record is up to date. */
function staleness(
  record: FitRecord,
  parameters: Readonly<Record<string, Parameter>>,
  tables: readonly Table[],
): string | undefined {
  for (const [name, { value, provenance }] of Object.entries(parameters)) {
    const then = record.values[name];
    if (then === undefined) return `parameter ${name} is not in the record`;
    if (then !== value) return `the record was made with ${name} = ${then}, but the lab has ${value}`;
    if ((provenance === 'fitted') !== name in record.parameters)
      return `parameter ${name} is fitted in the lab or in the record, but not in both`;
  }
  for (const { tables: ids, independent_cells: count, sum_of_logarithms: sum, inherited_from } of record.groups) {
    if (inherited_from !== undefined) continue;
    const values = fitValues(tables, ids);
    if (values.length !== count)
      return `the number of \`fit\` cells of ${ids.join(', ')} is ${values.length}, but ${count} in the record`;
    const now = values.reduce((total, value) => total + Math.log(value), 0);
    if (Math.abs(now - sum) > 1e-6) return `a published value in ${ids.join(', ')} has changed`;
  }
  return undefined;
}

const isRecord = (value: unknown): value is FitRecord =>
  typeof value === 'object' &&
  value !== null &&
  Array.isArray((value as FitRecord).groups) &&
  ['parameters', 'values'].every((name) => typeof (value as Record<string, unknown>)[name] === 'object') &&
  [(value as FitRecord).draws?.names, (value as FitRecord).draws?.values].every(Array.isArray);

function parse(text: string): FitRecord | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Returns whether a parameter fitted on these tables comes from a fit with at least as many parameters as independent
 * cells or scenarios.
 */
const isSaturated = ({ groups }: FitRecord, { fitted_on = [] }: Parameter): boolean =>
  groups.some(({ tables, saturated }) => saturated && tables.join() === fitted_on.join());

/** Returns a parameter with its recorded interval. */
function withInterval(parameter: Parameter, name: string, record: FitRecord | undefined): Parameter {
  const isKnown = record && (record.bootstrap > 0 || isSaturated(record, parameter));
  const fitted = isKnown ? record.parameters[name] : undefined;
  if (!fitted) return parameter;
  const { interval, determined } = fitted;
  return { ...parameter, ...(interval && { interval }), determined };
}

/** Returns the values of a parameter in a record's draws. */
function drawsOf(record: FitRecord | undefined, name: string): number[] {
  const at = record?.draws.names.indexOf(name) ?? -1;
  return at < 0 ? [] : (record?.draws.values ?? []).map((draw) => draw[at] ?? NaN);
}

/** Reads the lab's own record; reports a record that is out of date. */
function readRecord(
  files: LabFiles,
  parameters: Readonly<Record<string, Parameter>>,
  tables: readonly Table[],
  lentBy: (parameter: Parameter) => FitRecord | undefined,
  problems: Problems,
): FitRecord | undefined {
  const source = files.read(FIT_FILE) === undefined ? undefined : readSource(files, FIT_FILE, problems);
  if (!source) return undefined;
  const again = `run pathlength calibrate ${files.id} --bootstrap 400 --format json -o ${FIT_FILE}`;
  const record = parse(source.text);
  const differs = (name: string, parameter: Parameter): boolean =>
    parameter.inherited_from !== undefined && `${drawsOf(record, name)}` !== `${drawsOf(lentBy(parameter), name)}`;
  const stale = record
    ? (staleness(record, parameters, tables) ??
      Object.entries(parameters)
        .flatMap(([name, parameter]) => (differs(name, parameter) ? name : []))
        .map((name) => `the draws of the lab that fitted ${name} have changed`)[0])
    : 'the file is not the record of a fit';
  if (stale === undefined) return record;
  return source.error(top, `this file is out of date (${stale}): ${again}`);
}

/**
 * Returns the lab's record of its fit, if it has one, and the parameters with their intervals. Inherited parameters
 * have the intervals of the lab that fitted them; the compilation of that lab checks its record.
 */
export function readFit(
  files: LabFiles,
  parameters: Readonly<Record<string, Parameter>>,
  tables: readonly Table[],
  problems: Problems,
): { parameters: Record<string, Parameter>; fit?: FitRecord } {
  const others = new Map<string, FitRecord | undefined>();
  const lentBy = ({ inherited_from: lab = '' }: Parameter): FitRecord | undefined => {
    if (!others.has(lab)) others.set(lab, parse(files.beside?.(lab)?.read(FIT_FILE) ?? ''));
    return others.get(lab);
  };
  const own = readRecord(files, parameters, tables, lentBy, problems);
  const recordOf = (parameter: Parameter): FitRecord | undefined =>
    parameter.provenance === 'inherited' ? lentBy(parameter) : own;
  return {
    parameters: Object.fromEntries(
      Object.entries(parameters).map(([name, parameter]) => [name, withInterval(parameter, name, recordOf(parameter))]),
    ),
    ...(own && { fit: own }),
  };
}
