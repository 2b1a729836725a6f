// Runs every cell of a lab's tables: with its own settings, and with those that the lab's start adds.
import { cellScenario, isModelled } from '../cells.ts';
import type { TablePlaces } from '../compile/table-places.ts';
import type { Lab, Scenario, Table } from '../types';
import { isAlike, type RememberingModel } from './model.ts';

/** A cell with a model value. */
interface ModelledCell {
  readonly row: number;
  readonly column: number;
  readonly output: string;
  readonly scenario: Scenario;
}

const modelledCells = (table: Table): ModelledCell[] =>
  table.fields.flatMap((field, column) =>
    table.rows.flatMap((_, row) =>
      field.output !== undefined && isModelled(table, row, column)
        ? [{ row, column, output: field.output, scenario: cellScenario(table, row, field) }]
        : [],
    ),
  );

/** Returns whether a setting takes its default value from a fitted or a derived parameter. */
export const isFitted = ({ parameters }: Lab, setting: string): boolean =>
  Object.entries(parameters).some(
    ([name, { provenance }]) =>
      (name === setting || name.startsWith(`${setting}_`)) && (provenance === 'fitted' || provenance === 'derived'),
  );

/** Returns the start settings that a scenario omits and that would change its output. */
function missingSettings(lab: Lab, model: RememberingModel, { output, scenario }: ModelledCell): string[] {
  const start = Object.fromEntries(
    Object.entries(lab.start).filter(([name]) => !(name in scenario) && !isFitted(lab, name)),
  );
  const own = model.value(scenario, output);
  if (isAlike(own, model.value({ ...start, ...scenario }, output))) return [];
  return Object.entries(start).flatMap(([name, setting]) => {
    const other = model.outcome({ ...scenario, [name]: setting }, output);
    return 'value' in other && !isAlike(own, other.value) ? [name] : [];
  });
}

/** Runs a table cell by cell and reports cells without a value and cells that depart from the lab's start. */
export function* runTable(lab: Lab, table: Table, places: TablePlaces, model: RememberingModel): Generator<string> {
  const departing = new Map<string, ModelledCell>();
  const failed = new Set<string>();
  for (const cell of modelledCells(table)) {
    const outcome = model.outcome(cell.scenario, cell.output);
    yield `table ${table.id}`;
    if ('problem' in outcome) {
      if (!failed.has(outcome.problem))
        places.toml.error(
          places.field(cell.column),
          `the model cannot compute the cell in row ${String(table.rows[cell.row])} (${outcome.problem}): ` +
            'change the scenario of the table, the row, or the column',
        );
      failed.add(outcome.problem);
      continue;
    }
    for (const name of missingSettings(lab, model, cell)) if (!departing.has(name)) departing.set(name, cell);
  }
  for (const [name, { row, column, scenario, output }] of departing)
    places.toml.error(
      places.scenario,
      `the lab starts with ${name} = ${String(lab.start[name])}, but these cells use the model’s default: ` +
        `${table.fields[column]?.name ?? ''} of ${String(table.rows[row])} would be ` +
        `${String(model.value({ ...scenario, [name]: lab.start[name] as string }, output))} ` +
        `instead of ${String(model.value(scenario, output))}: set ${name} in [scenario]`,
    );
}
