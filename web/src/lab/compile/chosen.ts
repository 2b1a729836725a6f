// Reports unknown tables and rows in `chosen_with`, and fitted parameters without a cell to fit them to.
import { roleOf } from '../cells.ts';
import { parseCells } from '../chosen.ts';
import type { Table } from '../types.ts';
import type { SourceFile } from './files.ts';
import { get } from './located.ts';
import { hint } from './suggest.ts';
import { readToml } from './toml.ts';

/** Reports unknown tables and rows in `chosen_with`, and parameters that have this field but are not assumed. */
export function checkChosenWith(source: SourceFile, tables: readonly Table[]): void {
  const ids = tables.map(({ id }) => id);
  for (const [name, { value: item }] of readToml(source)?.map ?? []) {
    const entries = get(item, 'chosen_with');
    if (!entries) continue;
    if (get(item, 'provenance')?.scalar !== 'assumed')
      source.error(entries.place, `[${name}]: \`chosen_with\` is only for provenance "assumed"`);
    for (const { scalar, place } of entries.list ?? []) {
      const { table: id, row } = parseCells(String(scalar));
      const table = tables.find((table) => table.id === id);
      const rows = table?.rows.map(String) ?? [];
      if (!table) source.error(place, `the lab has no table "${id}"${hint(id, ids)}`);
      else if (row !== undefined && !rows.includes(row))
        source.error(place, `the table ${id} has no row ${row}${hint(row, rows)}`);
    }
  }
}

/** Warns of parameters whose `fitted_on` names only tables without a cell of role `fit`. */
export function checkFittedOn(source: SourceFile, tables: readonly Table[]): void {
  const fits = (table: Table): boolean =>
    table.rows.some((_, row) => table.fields.some((_, column) => roleOf(table, row, column) === 'fit'));
  for (const [name, { value: item }] of readToml(source)?.map ?? []) {
    const fitted = get(item, 'provenance')?.scalar === 'fitted' ? get(item, 'fitted_on') : undefined;
    const named = fitted?.list?.map(({ scalar }) => tables.find(({ id }) => id === scalar));
    if (fitted && named?.every((table) => table && !fits(table)))
      source.warning(fitted.place, `no cell of these tables has the role "fit", so no fit determines ${name}`);
  }
}
