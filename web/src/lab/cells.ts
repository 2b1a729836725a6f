import { allDigits, localNumber, unitWords } from '../language';
import { printed } from '../charts/format.ts';
import type { Field, Key, Lab, Role, Scenario, Table } from './types';
import { unitName } from './units.ts';

/** Returns the scenario of a cell: the combined settings of table, row, and column. */
export function cellScenario(table: Table, row: number, field: Field): Scenario {
  const key = table.rows[row] ?? NaN;
  return {
    ...table.scenario,
    ...field.scenario,
    ...rowValue(table, key)?.scenario,
    ...(table.row.key !== undefined && { [table.row.key]: key }),
  };
}

export const rowValue = (table: Table, key: Key) => table.row.values?.find(({ is }) => is === key);

/** Returns the id of a cell, as used in links and in figures of the text. */
export const cellId = ({ id }: Pick<Table, 'id'>, row: Key, field: Pick<Field, 'name'> | undefined): string =>
  `${id}/${row}/${field?.name}`;

/** Returns the title of a row. */
export const rowTitle = (table: Table, key: Key): string =>
  rowValue(table, key)?.title ?? (typeof key === 'number' ? allDigits(key) : key);

/** Returns the numeric row keys of a table. */
export const rowNumbers = (table?: Table): number[] => table?.rows.filter((key) => typeof key === 'number') ?? [];

const names = <T>(list: T[] | undefined, value: T): boolean => !list?.length || list.includes(value);

/**
 * Returns the rule for a cell's role: the last exception that names the cell or, by default, the table's role.
 */
export function roleRule(table: Table, row: number, column: number): Pick<Table, 'role' | 'because' | 'from'> {
  const [key, field] = [table.rows[row] ?? NaN, table.fields[column]?.name ?? ''];
  return table.roles?.findLast((rule) => names(rule.rows, key) && names(rule.fields, field)) ?? table;
}

const saidRole = (table: Table, row: number, column: number): Role => roleRule(table, row, column).role;

/** Returns a published value with the digits of its source; empty if no value was published. */
export const cellText = (table: Table, row: number, column: number): string =>
  localNumber(table.printed?.[row * table.fields.length + column] ?? '') ||
  printed(table.cells[row]?.[column], table.fields[column]?.unit ?? '');

/** Returns whether the model computes a value for a cell. */
export const isModelled = (table: Table, row: number, column: number): boolean =>
  table.fields[column]?.output !== undefined && saidRole(table, row, column) !== 'measured';

/**
 * Returns a cell's role as the engine determines it. A cell without an output is measured; an empty cell is missing
 * unless it is a baseline, damaged, or predicted.
 */
export function roleOf(table: Table, row: number, column: number): Role {
  const said = saidRole(table, row, column);
  if (said === 'missing' || said === 'damaged') return said;
  const role = isModelled(table, row, column) ? said : 'measured';
  return table.cells[row]?.[column] == null && role !== 'baseline' && role !== 'predicted' ? 'missing' : role;
}

/** Returns whether the model computes none of a table's cells. */
export const isMeasured = (table: Table): boolean =>
  table.rows.every((_, row) => table.fields.every((_, column) => !isModelled(table, row, column)));

/**
 * Returns whether a table repeats the published cells of another table for another scenario. A lab counts each cell
 * once, in the first table with model values.
 */
export function isRepeated({ tables }: Pick<Lab, 'tables'>, table: Table): boolean {
  const file = ({ csv, id }: Table): string => csv ?? id;
  const same = tables.filter((other) => file(other) === file(table));
  return (same.find((other) => !isMeasured(other)) ?? same[0]) !== table;
}

/** Returns the row and column of the cell that is the divisor, if a cell's value is a ratio. */
export function baseOf(table: Table, row: number, column: number): [row: number, column: number] | undefined {
  const { relative_to, relative_to_row } = table.fields[column] ?? {};
  if (relative_to === undefined && relative_to_row === undefined) return undefined;
  return [
    relative_to_row === undefined ? row : table.rows.indexOf(relative_to_row),
    relative_to === undefined ? column : table.fields.findIndex(({ name }) => name === relative_to),
  ];
}

/** Returns a column's unit for readers; for a ratio to a row, the unit names the row. */
export const unitOf = ({ unit, relative_to_row: row }: Field): string =>
  row === undefined
    ? unit === 'ratio'
      ? unitWords(unit)
      : unitName(unit)
    : `${unit} to ${typeof row === 'number' ? allDigits(row) : row}`;

/** A published value in its own unit: a ratio is multiplied by its base if the base was published. */
export interface Published {
  /** The cell in which the value is printed: see [`cellId`]. */
  cell: string;
  /** The numeric key of the row, such as a number of names; NaN if the key is a word. */
  x: number;
  scenario: Scenario;
  value: number;
  /** The printed text, if the source prints the value in this unit. */
  text?: string;
  role: Role;
  /** The base of the ratio, if the source prints only the ratio. */
  to?: { scenario: Scenario; output: string };
}

/**
 * Returns whether a scenario agrees with all wanted settings; a setting that the scenario leaves open agrees with any
 * value.
 */
export const agrees = (scenario: Scenario, wanted: Scenario): boolean =>
  Object.entries(wanted).every(([key, value]) => !(key in scenario) || scenario[key] === value);

/**
 * Returns the factor that converts a cell's printed value to its own unit, or the base of a value that stays a ratio.
 */
function baseValue(
  table: Table,
  row: number,
  column: number,
): Pick<Published, 'to'> & { unit: number | string | null } {
  const base = baseOf(table, row, column);
  const field = base && table.fields[base[1]];
  if (!field) return { unit: 1 };
  const [at, across] = base;
  // In a column without ratios, the base is a value; a column relative to one of its own rows contains only ratios.
  if (across !== column && field.relative_to_row === undefined) return { unit: table.cells[at]?.[across] ?? null };
  return { unit: 1, to: { scenario: cellScenario(table, at, field), output: field.output ?? '' } };
}

/** Returns the published values of an output in all scenarios that agree with the wanted settings. */
export function published(lab: Lab, output: string, wanted: Scenario): Published[] {
  return lab.tables.flatMap((table) =>
    table.fields.flatMap((field, column) => {
      if (field.output !== output) return [];
      return table.rows.flatMap((key, row) => {
        const role = roleOf(table, row, column);
        const value = table.cells[row]?.[column];
        const { unit, to } = baseValue(table, row, column);
        // A damaged number is evidence about the source, not a measurement of this scenario.
        if (typeof value !== 'number' || typeof unit !== 'number' || role === 'predicted' || role === 'damaged')
          return [];
        const scenario = cellScenario(table, row, field);
        if (!agrees(scenario, wanted)) return [];
        const x = typeof key === 'number' ? key : NaN;
        const text = unit === 1 ? cellText(table, row, column) : undefined;
        const cell = cellId(table, key, field);
        return [{ cell, x, scenario, value: value * unit, role, ...(text && { text }), ...(to && { to }) }];
      });
    }),
  );
}

/**
 * Returns the first published value of an output in a scenario, except values known only as ratios; undefined if there
 * is no such value.
 */
export const publishedAt = (lab: Lab, output: string, wanted: Scenario): number | undefined =>
  published(lab, output, wanted).find(({ to }) => to === undefined)?.value;
