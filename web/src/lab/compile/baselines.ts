// Reports baselines that name unknown rows, columns, or tables.
import type { Key, Table } from '../types.ts';
import type { SourceFile } from './files.ts';
import { fits, get, isOneOf, textOf, type Item, type Shape } from './located.ts';
import type { SourcePosition } from './problems.ts';
import { hint } from './suggest.ts';
import type { TablePlaces } from './table-places.ts';
import { readToml } from './toml.ts';

const shapes = {
  line: { kind: 'text', rows: 'list of keys' },
  row_column: { kind: 'text', tables: 'list of texts' },
  copy: { kind: 'text', rows: 'map?', fields: 'map?', table: 'text?' },
} satisfies Record<string, Shape>;

/** Reports `name`, written at `place`, unless it is in `known`. */
function checkName(toml: SourceFile, place: SourcePosition, what: string, name: Key, known: readonly Key[]): boolean {
  if (known.includes(name)) return true;
  toml.error(place, `the baseline: ${what} ${String(name)}${hint(String(name), known.map(String))}`);
  return false;
}

function checkLine(toml: SourceFile, item: Item, table: Table): void {
  const rows = get(item, 'rows')?.list ?? [];
  const areKnown = rows.map(({ scalar, place }) =>
    checkName(toml, place, 'the table has no row', scalar as Key, table.rows),
  );
  if (areKnown.includes(false)) return;
  const [one, other] = rows.map(({ scalar }) => scalar);
  if (rows.length !== 2 || one === other || typeof one !== 'number' || typeof other !== 'number')
    toml.error(item.place, 'the baseline: a line needs two different rows whose keys are numbers');
}

function checkMeans(toml: SourceFile, item: Item, table: Table, tables: readonly Table[]): void {
  const named = get(item, 'tables')?.list ?? [];
  const ids = tables.map(({ id }) => id);
  for (const { scalar, place } of named) {
    const id = String(scalar);
    if (!checkName(toml, place, 'the lab has no table', id, ids)) continue;
    const rows = tables.find((other) => other.id === id)?.rows;
    if (String(rows) !== String(table.rows)) toml.error(place, `the baseline: the table ${id} has different rows`);
  }
  if (!named.some(({ scalar }) => scalar === table.id))
    toml.error(item.place, `the baseline: \`tables\` must name this table too: add "${table.id}"`);
}

function checkCopy(toml: SourceFile, item: Item, table: Table, tables: readonly Table[]): void {
  const [rows, fields, from] = [get(item, 'rows'), get(item, 'fields'), get(item, 'table')];
  const ids = tables.map(({ id }) => id);
  if (from && !checkName(toml, from.place, 'the lab has no table', textOf(from), ids)) return;
  const copied = tables.find(({ id }) => id === textOf(from)) ?? table;
  const check = (pairs: Item | undefined, what: string, namesOf: (table: Table) => readonly string[]): void => {
    for (const [name, { key, value }] of pairs?.map ?? []) {
      checkName(toml, key, `the table has no ${what}`, name, namesOf(table));
      checkName(toml, value.place, `the table ${copied.id} has no ${what}`, textOf(value), namesOf(copied));
    }
  };
  check(rows, 'row', (table) => table.rows.map(String));
  check(fields, 'field', (table) => table.fields.map(({ name }) => name));
  if (!rows && !fields && !from) toml.error(item.place, 'the baseline: name the rows, fields, or table that it copies');
}

/** Checks the baselines of a lab's tables. */
export function checkBaselines(tables: readonly Table[], places: ReadonlyMap<string, TablePlaces>): void {
  for (const table of tables) {
    const toml = places.get(table.id)?.toml;
    const whole = toml && readToml(toml);
    const item = whole && get(whole, 'baseline');
    const kind = item && get(item, 'kind');
    if (!item) continue;
    if (!kind) {
      toml.error(item.place, `the baseline needs a \`kind\`: ${Object.keys(shapes).join(', ')}`);
      continue;
    }
    if (!isOneOf(toml, kind, Object.keys(shapes), '`kind`')) continue;
    const name = kind.scalar as keyof typeof shapes;
    if (!fits(toml, item, shapes[name], 'the baseline')) continue;
    if (name === 'line') checkLine(toml, item, table);
    else if (name === 'row_column') checkMeans(toml, item, table, tables);
    else checkCopy(toml, item, table, tables);
  }
}
