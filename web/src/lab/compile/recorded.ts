// The record of a lab's errors, written by `pathlength reproduce --summary`: the model's results without a run of the
// model.
import { roleOf } from '../cells.ts';
import { isIndependent } from '../trace/columns.ts';
import type { Parameter, RecordedSummary, Table } from '../types.ts';
import { readSource, type LabFiles } from './files.ts';
import { top, type Problems } from './problems.ts';

/** The record's file name in a lab's folder. */
export const SUMMARY_FILE = 'summary.json';

/** Summaries of the model's errors: for each table, by id, and for all tables together. */
export interface Summaries {
  tables: Record<string, RecordedSummary>;
  all: RecordedSummary;
}

function parse(text: string): Summaries | undefined {
  try {
    const { tables, summary } = JSON.parse(text) as {
      tables: { id: string; summary: RecordedSummary }[];
      summary: RecordedSummary;
    };
    return { tables: Object.fromEntries(tables.map(({ id, summary }) => [id, summary])), all: summary };
  } catch {
    return undefined;
  }
}

const independentCells = (table: Table): number =>
  table.cells
    .flatMap((values, row) => values.filter((_, column) => isIndependent({ role: roleOf(table, row, column) })))
    .filter((value) => typeof value === 'number').length;

/**
 * Returns the first difference between a record and the lab that can be found without running the model; undefined if
 * they agree.
 */
function staleness(
  { tables: recorded, all }: Summaries,
  tables: readonly Table[],
  parameters: readonly Parameter[],
): string | undefined {
  for (const table of tables) {
    const [then, now] = [recorded[table.id]?.independent_cells, independentCells(table)];
    if (then !== now) return `${table.id} has ${now} independent cells, but the file counts ${then ?? 'none'}`;
  }
  const chosen = parameters.filter(({ provenance }) => provenance === 'assumed').length;
  return chosen === all.chosen_parameters
    ? undefined
    : `${chosen} parameters are assumed, but the file counts ${all.chosen_parameters}`;
}

/** A lab's record if it is up to date; otherwise, a function that reports the problem. */
export interface ReadSummaries {
  summaries?: Summaries;
  /** Reports the error. Call this function last: another error is often the cause. */
  reportStale?: () => void;
}

/** Reads the record, if there is one. */
export function readSummaries(
  files: LabFiles,
  tables: readonly Table[],
  parameters: Readonly<Record<string, Parameter>>,
  problems: Problems,
): ReadSummaries {
  const source = files.read(SUMMARY_FILE) === undefined ? undefined : readSource(files, SUMMARY_FILE, problems);
  if (!source) return {};
  const record = parse(source.text);
  const stale = record ? staleness(record, tables, Object.values(parameters)) : 'it is not a record of errors';
  if (record && stale === undefined) return { summaries: record };
  const command = `pathlength reproduce ${files.id} --summary --format json > ${SUMMARY_FILE}`;
  return {
    reportStale: () => source.error(top, `this file is out of date (${stale}): run ${command}`),
  };
}
