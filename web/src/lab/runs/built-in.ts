// Cells that a model reproduces with any parameter values, and cells that equal a parameter.
import type { LessonTools } from '../../engine/lesson-tools.ts';
import { baseOf, cellScenario, cellText, roleOf } from '../cells.ts';
import { agrees, readPrinted } from '../compile/printed.ts';
import { isIndependent } from '../trace/columns.ts';
import type { TracedRole } from '../trace/trace.ts';
import type { Lab, Parameter, Table } from '../types';
import { isSame, RememberingModel } from './model.ts';

/** The maximum relative changes of every parameter; the last one is large enough to change whole numbers. */
const changes = [0.05, 0.05, 0.5];

/** Yields numbers between -1 and 1, the same in every run (mulberry32). */
function* randomNumbers(seed: number): Generator<number, never> {
  for (let state = seed; ;) {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    yield ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 31 - 1;
  }
}

const withParameters = (lab: Lab, parameters: Lab['parameters']): Lab => ({ ...lab, parameters });

/** Returns the lab with changes to all parameters for which the model accepts another value. */
function changed(lab: Lab, maxChange: number, random: Iterator<number, never>, tools: LessonTools): Lab {
  const isTaken = (parameters: Lab['parameters']): boolean => {
    try {
      tools.open(withParameters(lab, parameters)).free();
      return true;
    } catch {
      return false;
    }
  };
  const scaled = (parameter: Parameter): Parameter => ({
    ...parameter,
    value: parameter.value * (1 + maxChange * random.next().value),
  });
  const all = Object.fromEntries(Object.entries(lab.parameters).map(([name, one]) => [name, scaled(one)]));
  if (isTaken(all)) return withParameters(lab, all);
  // Some parameters must be whole numbers. A parameter stays unchanged if the model refuses both values.
  let parameters = lab.parameters;
  for (const [name, one] of Object.entries(all))
    parameters =
      [one, { ...one, value: Math.round(one.value) }]
        .map((other) => ({ ...parameters, [name]: other }))
        .find(isTaken) ?? parameters;
  return withParameters(lab, parameters);
}

interface TestedCell {
  readonly table: Table;
  readonly row: number;
  readonly column: number;
}

function valueOf(model: RememberingModel, { table, row, column }: TestedCell): number {
  const at = (row: number, column: number): number => {
    const field = table.fields[column];
    return field?.output === undefined ? NaN : model.value(cellScenario(table, row, field), field.output);
  };
  const base = baseOf(table, row, column);
  return base ? at(row, column) / at(...base) : at(row, column);
}

const testedCells = (lab: Lab): TestedCell[] =>
  lab.tables.flatMap((table) =>
    table.rows.flatMap((_, row) =>
      table.fields.flatMap((_, column) =>
        isIndependent({ role: roleOf(table, row, column) }) && typeof table.cells[row]?.[column] === 'number'
          ? [{ table, row, column }]
          : [],
      ),
    ),
  );

/** Returns whether a value rounds to the printed value in all digits. */
function isMet({ table, row, column }: TestedCell, value: number): boolean {
  const printed = readPrinted(cellText(table, row, column));
  return printed !== undefined && agrees(printed, value);
}

/**
 * Returns the setting in a cell's scenario that equals the cell's value up to a power of ten; undefined if there is
 * none.
 */
function settingBehind({ table, row, column }: TestedCell, value: number): string | undefined {
  const field = table.fields[column];
  return Object.entries(field ? cellScenario(table, row, field) : {}).find(([, setting]) => {
    // Numbers with a single digit, such as 1, may agree by chance.
    const hasDigits = String(setting).replace(/\D/g, '').length > 1;
    const power = typeof setting === 'number' && hasDigits && value > 0 ? Math.log10(value / setting) : NaN;
    return Math.abs(power - Math.round(power)) < 1e-9;
  })?.[0];
}

/**
 * Finds cells that no parameter can change, and cells whose value is a parameter, by running the model with other
 * parameter values.
 */
export function* findBuiltIn(lab: Lab, model: RememberingModel, tools: LessonTools): Generator<string, TracedRole[]> {
  const random = randomNumbers(1);
  const all = testedCells(lab);
  // A cell that the model misses is a test of the model, even if no parameter changes the value. A ratio is also a
  // test: the model claims that two scenarios are alike, and measurements could contradict it.
  let still = all.filter((cell) => !baseOf(cell.table, cell.row, cell.column) && isMet(cell, valueOf(model, cell)));
  let asParameter = new Map(
    all.flatMap((cell): [TestedCell, string[]][] => {
      const value = valueOf(model, cell);
      const names = Object.entries(lab.parameters).flatMap(([name, one]) => (one.value === value ? [name] : []));
      return names.length > 0 ? [[cell, names]] : [];
    }),
  );
  for (const maxChange of changes) {
    if (still.length === 0 && asParameter.size === 0) break;
    const other = changed(lab, maxChange, random, tools);
    const opened = tools.open(other);
    const moved = new RememberingModel(opened);
    const same: TestedCell[] = [];
    for (const cell of still) {
      if (isSame(valueOf(model, cell), valueOf(moved, cell))) same.push(cell);
      yield 'cells with other parameters';
    }
    asParameter = new Map(
      [...asParameter].flatMap(([cell, names]): [TestedCell, string[]][] => {
        const value = valueOf(moved, cell);
        const left = names.filter((name) => other.parameters[name]?.value === value && !same.includes(cell));
        return left.length > 0 ? [[cell, left]] : [];
      }),
    );
    still = same;
    opened.free();
  }
  return [
    ...still.map((cell) => {
      const setting = settingBehind(cell, valueOf(model, cell));
      return setting === undefined
        ? { ...cell, role: 'built_in' as const, words: 'the same with every parameter changed' }
        : { ...cell, role: 'input' as const, words: `the setting ${setting}, whatever the parameters are` };
    }),
    ...[...asParameter].map(([cell, [name = '']]) => ({
      ...cell,
      role: 'input' as const,
      words: `the parameter ${name}`,
    })),
  ];
}
