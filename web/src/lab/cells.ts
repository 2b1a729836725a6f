import { printed } from '../charts/format.ts';
import type { Field, Key, Lab, Role, Scenario, Table } from './types';
import { unitName } from './units.ts';

/** The scenario a cell stands for: the table's, the row's and the column's settings together. */
export function cellScenario(table: Table, row: number, field: Field): Scenario {
  const key = table.rows[row] ?? NaN;
  return {
    ...table.scenario,
    ...field.scenario,
    ...rowValue(table, key)?.scenario,
    ...(table.row.key !== undefined && { [table.row.key]: key }),
  };
}

const rowValue = (table: Table, key: Key) => table.row.values?.find(({ is }) => is === key);

/** A cell by its names, as links and the text's figures have it. */
export const cellId = ({ id }: Pick<Table, 'id'>, row: Key, field: Pick<Field, 'name'> | undefined): string =>
  `${id}/${row}/${field?.name}`;

/** How a row is called. */
export const rowTitle = (table: Table, key: Key): string =>
  rowValue(table, key)?.title ?? (typeof key === 'number' ? key.toLocaleString('en') : key);

/** The keys of a table's rows that are numbers. */
export const rowNumbers = (table?: Table): number[] => table?.rows.filter((key) => typeof key === 'number') ?? [];

const names = <T>(list: T[] | undefined, value: T): boolean => !list?.length || list.includes(value);

/** The rule that a table has for a cell's role: the last exception that names it, else the table's own. */
export function roleRule(table: Table, row: number, column: number): Pick<Table, 'role' | 'because' | 'from'> {
  const [key, field] = [table.rows[row] ?? NaN, table.fields[column]?.name ?? ''];
  return table.roles?.findLast((rule) => names(rule.rows, key) && names(rule.fields, field)) ?? table;
}

const saidRole = (table: Table, row: number, column: number): Role => roleRule(table, row, column).role;

/** A published value with the digits of its source; empty where it has none. */
export const cellText = (table: Table, row: number, column: number): string =>
  table.printed?.[row * table.fields.length + column] ||
  printed(table.cells[row]?.[column], table.fields[column]?.unit ?? '');

/** Whether the model has a value for a cell. */
export const isModelled = (table: Table, row: number, column: number): boolean =>
  table.fields[column]?.output !== undefined && saidRole(table, row, column) !== 'measured';

/** A cell's role, as the engine sees it: an empty one is missing, and without an output it is measured. */
export function roleOf(table: Table, row: number, column: number): Role {
  const said = saidRole(table, row, column);
  if (said === 'missing' || said === 'damaged') return said;
  const role = isModelled(table, row, column) ? said : 'measured';
  return table.cells[row]?.[column] == null && role !== 'baseline' && role !== 'predicted' ? 'missing' : role;
}

/** Whether the model says nothing of a table. */
export const isMeasured = (table: Table): boolean =>
  table.rows.every((_, row) => table.fields.every((_, column) => !isModelled(table, row, column)));

/**
 * Whether a table shows the published cells of another one, for another scenario: a lab counts each cell once, in the first
 * table that the model answers.
 */
export function isRepeated({ tables }: Pick<Lab, 'tables'>, table: Table): boolean {
  const file = ({ csv, id }: Table): string => csv ?? id;
  const same = tables.filter((other) => file(other) === file(table));
  return (same.find((other) => !isMeasured(other)) ?? same[0]) !== table;
}

/** The cell that a cell is divided by, if its value is a ratio: its row and its column. */
export function baseOf(table: Table, row: number, column: number): [row: number, column: number] | undefined {
  const { relative_to, relative_to_row } = table.fields[column] ?? {};
  if (relative_to === undefined && relative_to_row === undefined) return undefined;
  return [
    relative_to_row === undefined ? row : table.rows.indexOf(relative_to_row),
    relative_to === undefined ? column : table.fields.findIndex(({ name }) => name === relative_to),
  ];
}

/** A column's unit as readers see it: of a ratio to a row also what it is a ratio to. */
export const unitOf = ({ unit, relative_to_row: row }: Field): string =>
  row === undefined
    ? unit === 'ratio'
      ? unit
      : unitName(unit)
    : `${unit} to ${typeof row === 'number' ? row.toLocaleString('en') : row}`;

/** One published value in its own unit: a ratio is multiplied by what it is a ratio to, where that was published. */
export interface Published {
  /** The cell that it is printed in: see [`cellId`]. */
  cell: string;
  /** What the row stands for, such as a number of names; NaN if its key is a word. */
  x: number;
  scenario: Scenario;
  value: number;
  /** The value as it is printed, where it is printed in this unit. */
  text?: string;
  role: Role;
  /** What the value is a ratio to, where the source has nothing but the ratio. */
  to?: { scenario: Scenario; output: string };
}

/** Whether nothing that a scenario says is against what is wanted; a setting that it leaves open is not. */
export const agrees = (scenario: Scenario, wanted: Scenario): boolean =>
  Object.entries(wanted).every(([key, value]) => !(key in scenario) || scenario[key] === value);

/** What a cell's printed value is to be multiplied by, or what it stays a ratio to. */
function baseValue(
  table: Table,
  row: number,
  column: number,
): Pick<Published, 'to'> & { unit: number | string | null } {
  const base = baseOf(table, row, column);
  const field = base && table.fields[base[1]];
  if (!field) return { unit: 1 };
  const [at, across] = base;
  // A column without ratios has the unit; one that is relative to its own row has nothing but ratios.
  if (across !== column && field.relative_to_row === undefined) return { unit: table.cells[at]?.[across] ?? null };
  return { unit: 1, to: { scenario: cellScenario(table, at, field), output: field.output ?? '' } };
}

/** Every published value of an output whose scenario agrees with the wanted settings. */
export function published(lab: Lab, output: string, wanted: Scenario): Published[] {
  return lab.tables.flatMap((table) =>
    table.fields.flatMap((field, column) => {
      if (field.output !== output) return [];
      return table.rows.flatMap((key, row) => {
        const role = roleOf(table, row, column);
        const value = table.cells[row]?.[column];
        const { unit, to } = baseValue(table, row, column);
        // A number printed where it cannot belong is evidence, not a measurement of this scenario.
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

/** The one published value of a scenario, if there is one. */
export const publishedAt = (lab: Lab, output: string, wanted: Scenario): number | undefined =>
  published(lab, output, wanted).find(({ to }) => to === undefined)?.value;
