// Parameters that a lab inherits from another lab.
import { parseCells } from '../chosen.ts';
import type { Parameter, Table } from '../types.ts';
import { readSource, type LabFiles } from './files.ts';
import { plain } from './located.ts';
import { Problems } from './problems.ts';
import { readToml } from './toml.ts';

/** A function that returns another lab's parameter as a parameter of this lab, or a description of the problem. */
export type Inherit = (name: string, lab: string) => Parameter | string;

/** Returns the parameters of another lab by name. Problems in the other lab are reported when that lab is compiled. */
function parametersOf(files: LabFiles): ReadonlyMap<string, Parameter> {
  const source = readSource(files, 'parameters.toml', new Problems());
  const entries = [...((source && readToml(source)?.map) ?? [])];
  return new Map(entries.map(([name, { value }]) => [name, plain(value) as Parameter]));
}

/** Returns whether a table contains cells from another lab's table. */
const isFrom = ({ from, roles }: Table, origin: string): boolean =>
  [{ from }, ...(roles ?? [])].some((rule) => rule.from === origin);

/** Returns the tables of this lab that share cells with the tables to which another lab fitted a parameter. */
const sharedTables = (lab: string, { fitted_on = [] }: Parameter, tables: readonly Table[]): string[] =>
  tables.filter((table) => fitted_on.some((origin) => isFrom(table, `${lab}/${origin}`))).map(({ id }) => id);

/**
 * Returns the tables and rows for `chosen_with` in this lab: they repeat cells that another lab lists in `chosen_with`
 * of a parameter.
 */
const chosenHere = (lab: string, { chosen_with = [] }: Parameter, tables: readonly Table[]): string[] =>
  tables.flatMap((table) =>
    chosen_with.flatMap((entry) => {
      const { table: origin, row } = parseCells(entry);
      if (!isFrom(table, `${lab}/${origin}`)) return [];
      if (row === undefined) return table.id;
      return table.rows.map(String).includes(row) ? `${table.id}:${row}` : [];
    }),
  );

/** Returns a function that finds parameters of other labs in the same folder, for a lab with these tables. */
export function inheritBeside(files: LabFiles, tables: readonly Table[]): Inherit {
  const known = new Map<string, ReadonlyMap<string, Parameter> | undefined>();
  return (name, lab) => {
    if (!files.beside)
      return `the lab "${lab}" is not available here: write title, value, unit, provenance, and source instead of \`inherited_from\``;
    if (!known.has(lab)) {
      const other = files.beside(lab);
      known.set(lab, other && parametersOf(other));
    }
    const parameters = known.get(lab);
    if (!parameters) return `there is no lab "${lab}" next to this one: name a folder of labs/`;
    const there = parameters.get(name);
    if (!there)
      return `the lab ${lab} has no parameter ${name}: remove \`inherited_from\` and give the parameter a value`;
    if (there.inherited_from !== undefined)
      return `the lab ${lab} inherits ${name} from ${there.inherited_from}: write inherited_from = "${there.inherited_from}"`;
    const { title, value, unit, source, neutral, mechanism } = there;
    const provenance = there.provenance === 'fitted' ? 'inherited' : there.provenance;
    const fitted_on = sharedTables(lab, there, tables);
    const chosen_with = chosenHere(lab, there, tables);
    return {
      title,
      value,
      unit,
      provenance,
      source,
      inherited_from: lab,
      ...(fitted_on.length > 0 && { fitted_on }),
      ...(chosen_with.length > 0 && { chosen_with }),
      ...(neutral !== undefined && { neutral }),
      ...(mechanism !== undefined && { mechanism }),
    };
  };
}
