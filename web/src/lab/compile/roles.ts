// Reports cells labeled fitted or held out that follow from other numbers in the lab.
import { roleRule } from '../cells.ts';
import { columnsOf, isIndependent } from '../trace/columns.ts';
import { findTracedRoles, type OtherColumn, type TracedRole } from '../trace/trace.ts';
import type { Parameter, Table } from '../types.ts';
import { readSource, type LabFiles } from './files.ts';
import { Problems, type SourcePosition } from './problems.ts';
import type { TablePlaces } from './table-places.ts';
import { compileTable, csvOf } from './tables.ts';

/**
 * Returns the columns of another lab in the same folder that are independent in that lab or in a third lab. Problems in
 * the other lab are reported when that lab is compiled.
 */
export function columnsBeside(files: LabFiles): OtherColumn[] {
  const problems = new Problems();
  return files
    .list('data')
    .filter((name) => name.endsWith('.toml'))
    .flatMap((name) => {
      const id = name.replace(/\.toml$/, '');
      const toml = readSource(files, `data/${name}`, problems);
      const csv = toml && readSource(files, `data/${csvOf(id, toml) ?? id}.csv`, problems);
      const table = toml && csv && compileTable(id, toml, csv, undefined);
      return table ? columnsOf(table) : [];
    })
    .filter(({ cells }) => [...cells.values()].some((cell) => isIndependent(cell) || cell.role === 'inherited'))
    .map((column) => ({ lab: files.id, column }));
}

const meanings: Record<TracedRole['role'], string> = {
  identity: 'are arithmetic on other published cells',
  input: 'follow from their own scenarios and parameters',
  built_in: 'are the same for all parameter values',
  inherited: 'are fitted or held out in another lab',
};

const listOf = (words: Iterable<unknown>): string => [...new Set(words)].map(String).join(', ');

/** Reports traced cells, grouped by rule and role, at the position of their role. */
export function reportRoles(found: readonly TracedRole[], places: ReadonlyMap<string, TablePlaces>): void {
  const groups = new Map<string, { place: SourcePosition; cells: TracedRole[] }>();
  for (const cell of found) {
    // A reason in the table makes the cell a declared exception.
    if (roleRule(cell.table, cell.row, cell.column).because !== undefined) continue;
    const place = places.get(cell.table.id)?.role(cell.table, cell.row, cell.column);
    if (!place) continue;
    const key = JSON.stringify([cell.table.id, place, cell.role]);
    const group = groups.get(key) ?? { place, cells: [] };
    group.cells.push(cell);
    groups.set(key, group);
  }
  for (const { place, cells } of groups.values()) {
    const [{ table, role }] = cells as [TracedRole];
    const reasons = [...new Set(cells.map(({ words }) => words))].map((words) => {
      const columns = cells.filter((cell) => cell.words === words).map(({ column }) => table.fields[column]?.name);
      return `${listOf(columns)} = ${words}`;
    });
    const from = role === 'inherited' ? ' and from = "lab/table"' : '';
    places
      .get(table.id)
      ?.toml.error(
        place,
        `these cells ${meanings[role]}, so they are neither fitted nor held out: ${reasons.join('; ')} ` +
          `(rows ${listOf(cells.map(({ row }) => table.rows[row]))}): give them role = "${role}" in [[roles]], with because = "…"${from}`,
      );
  }
}

/** Traces the roles of all cells. */
export function checkRoles(
  tables: readonly Table[],
  places: ReadonlyMap<string, TablePlaces>,
  parameters: Readonly<Record<string, Parameter>>,
  files: LabFiles,
): void {
  const lenders = new Set(Object.values(parameters).flatMap(({ inherited_from }) => inherited_from ?? []));
  const others = [...lenders].flatMap((lab) => {
    const beside = files.beside?.(lab);
    return beside ? columnsBeside(beside) : [];
  });
  reportRoles(findTracedRoles(tables, others), places);
}
