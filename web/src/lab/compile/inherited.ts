// Parameters that another lab has fitted: whether they are still as they are there.
import { roleOf } from '../cells.ts';
import type { Parameter, Table } from '../types.ts';
import { readSource, type LabFiles, type SourceFile } from './files.ts';
import { plain } from './located.ts';
import { Problems, top } from './problems.ts';
import { compileTable, csvOf } from './tables.ts';
import { readToml } from './toml.ts';

/** The values of a table that a fit may use. */
const fitValues = (table: Table): unknown[] =>
  table.cells.flatMap((values, row) => values.filter((_, column) => roleOf(table, row, column) === 'fit'));

/** The part of another lab that inherited parameters need. Problems of that lab are reported when it is compiled. */
class Origin {
  readonly parameters: ReadonlyMap<string, Parameter>;
  readonly #files: LabFiles;
  readonly #problems = new Problems();
  readonly #values = new Map<string, readonly unknown[]>();

  constructor(files: LabFiles) {
    this.#files = files;
    const source = readSource(files, 'parameters.toml', this.#problems);
    const entries = [...((source && readToml(source)?.map) ?? [])];
    this.parameters = new Map(entries.map(([name, { value }]) => [name, plain(value) as Parameter]));
  }

  #valuesOf(id: string): readonly unknown[] {
    const toml = readSource(this.#files, `data/${id}.toml`, this.#problems);
    const csv = toml && readSource(this.#files, `data/${csvOf(id, toml) ?? id}.csv`, this.#problems);
    const table = toml && csv && compileTable(id, toml, csv, undefined);
    return table ? fitValues(table) : [];
  }

  /** Whether all that a fit may use of `table` are values that a parameter was fitted to here. */
  covers(table: Table, { fitted_on = [] }: Parameter): boolean {
    for (const id of fitted_on) if (!this.#values.has(id)) this.#values.set(id, this.#valuesOf(id));
    const known = fitted_on.flatMap((id) => this.#values.get(id) ?? []);
    const values = fitValues(table);
    return values.length > 0 && values.every((value) => known.includes(value));
  }
}

/** Returns the difference from the lab that fitted an inherited parameter, or nothing if the two agree. */
function findExpressionError(
  name: string,
  own: Parameter,
  origin: Origin,
  tables: readonly Table[],
): string | undefined {
  const lab = own.inherited_from ?? '';
  const there = origin.parameters.get(name);
  if (!there) return `the lab ${lab} has no parameter ${name}: take out \`inherited_from\``;
  if (there.provenance !== 'fitted')
    return `the lab ${lab} says "${there.provenance}" of it, not "fitted": say so here as well`;
  if (there.value !== own.value || there.unit !== own.unit)
    return `the lab ${lab} has ${there.value} ${there.unit}: write that value and unit`;
  const wanted = tables.filter((table) => origin.covers(table, there)).map(({ id }) => id);
  const { fitted_on = [] } = own;
  if (wanted.join() === fitted_on.join()) return undefined;
  return wanted.length > 0
    ? `the lab ${lab} has fitted it to the cells of ${wanted.join(', ')}: write fitted_on = ${JSON.stringify(wanted)}`
    : `the lab ${lab} has not fitted it to cells of this lab's tables: take out \`fitted_on\``;
}

/**
 * Reports inherited parameters that are not as in the lab beside this one that has fitted them. Where other labs are out
 * of reach, as in a browser, nothing can be compared.
 */
export function checkInherited(
  source: SourceFile,
  parameters: Readonly<Record<string, Parameter>>,
  tables: readonly Table[],
  files: LabFiles,
): void {
  if (!files.beside) return;
  const items = readToml(source)?.map;
  const origins = new Map<string, Origin | undefined>();
  for (const [name, parameter] of Object.entries(parameters)) {
    const lab = parameter.inherited_from;
    if (lab === undefined || parameter.provenance !== 'inherited') continue;
    if (!origins.has(lab)) {
      const other = files.beside(lab);
      origins.set(lab, other && new Origin(other));
    }
    const origin = origins.get(lab);
    const message = origin
      ? findExpressionError(name, parameter, origin, tables)
      : `there is no lab "${lab}" beside this one`;
    if (message !== undefined) source.error(items?.get(name)?.value.place ?? top, `[${name}]: ${message}`);
  }
}
