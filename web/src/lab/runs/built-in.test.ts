import { describe, expect, test } from 'vitest';
import type { LessonTools, OpenModel } from '../../engine/lesson-tools.ts';
import { exampleLab, exampleTable } from '../examples.ts';
import type { Parameter, Table } from '../types.ts';
import { findBuiltIn } from './built-in.ts';
import { RememberingModel } from './model.ts';

/** A model's outputs as functions of a number of names and some parameters. */
type Outputs = Readonly<Record<string, (names: number, parameters: Readonly<Record<string, number>>) => number>>;

const valuesOf = ({ parameters }: { parameters: Readonly<Record<string, Parameter>> }): Record<string, number> =>
  Object.fromEntries(Object.entries(parameters).map(([name, { value }]) => [name, value]));

/** Returns tools that open labs with these outputs; the model refuses a fractional `size`. */
const toolsWith = (outputs: Outputs): Pick<LessonTools, 'open'> => ({
  open(lab) {
    const values = valuesOf(lab);
    if (!Number.isInteger(values['size'] ?? 1)) throw new Error('size is a whole number');
    return {
      evaluate: ({ names }: { names: number }, wanted: readonly string[]) =>
        wanted.map((output) => outputs[output]?.(names, values) ?? NaN),
      free: () => undefined,
    } as unknown as OpenModel;
  },
});

const parameter = (value: number): Parameter => ({
  title: 'P',
  value,
  unit: 'us',
  provenance: 'assumed',
  source: 'S',
});

/** Returns the traced roles of a column with three rows, for 20, 300, and 5,000 names. */
function traced(output: Outputs[string], cells: readonly string[], parts: Partial<Table> = {}): string[] {
  const table = exampleTable({
    fields: [{ name: 'value', title: 'Value', group: 'G', unit: 'us', output: 'value' }],
    rows: [20, 300, 5000],
    cells: cells.map((text) => [Number(text)]),
    printed: [...cells],
    scenario: {},
    ...parts,
  });
  const parameters = { search: parameter(11.85), wait: parameter(3.42), size: parameter(8192) };
  const lab = exampleLab({ tables: [table], parameters });
  const tools = toolsWith({ value: output }) as LessonTools;
  const steps = findBuiltIn(lab, new RememberingModel(tools.open(lab)), tools);
  for (let step = steps.next(); ; step = steps.next())
    if (step.done)
      return step.value.map(({ row, role, words }) => `${String(table.rows[row])}: ${role}, ${words}`).sort();
}

describe('role of a cell', () => {
  test('stays when a parameter moves the value', () => {
    expect(traced((names, { search = NaN }) => names * search, ['237', '3555', '59250'])).toEqual([]);
  });

  test('is input when the value is a parameter', () => {
    expect(traced((_, { search = NaN }) => search, ['11.85', '11.85', '11.85'])).toEqual([
      '20: input, the parameter search',
      '300: input, the parameter search',
      '5000: input, the parameter search',
    ]);
  });

  test('is input when the value is a parameter in whole numbers', () => {
    const found = traced((_, { size = NaN }) => size, ['8192', '8192', '8192']);
    expect(found).toEqual([
      '20: input, the parameter size',
      '300: input, the parameter size',
      '5000: input, the parameter size',
    ]);
  });

  test('is built_in when no parameter moves the value', () => {
    expect(traced((names) => 7 * names + 1, ['141', '2101', '35001'])).toEqual([
      '20: built_in, the same with every parameter changed',
      '300: built_in, the same with every parameter changed',
      '5000: built_in, the same with every parameter changed',
    ]);
  });

  test('is input when the value is its own setting in another unit', () => {
    expect(traced((names) => names / 1000, ['0.02', '0.3', '5'])).toEqual([
      '20: input, the setting names, whatever the parameters are',
      '300: input, the setting names, whatever the parameters are',
      '5000: input, the setting names, whatever the parameters are',
    ]);
  });

  test('stays when the model misses a value that no parameter moves', () => {
    expect(traced((names) => 7 * names + 1, ['150', '2300', '36000'])).toEqual([]);
  });

  test('stays when the value is a parameter by chance', () => {
    // 3.42 = 0.171 × 20: only the first row equals the value of `wait`.
    expect(traced((names, { search = NaN }) => (0.171 * names * search) / 11.85, ['3.42', '51.3', '855'])).toEqual([]);
  });

  test('stays when it is neither fit nor held_out', () => {
    const roles: Table['roles'] = [{ rows: [20, 300], role: 'identity', because: 'B' }];
    expect(traced((names) => 7 * names + 1, ['141', '2101', '35001'], { roles })).toEqual([
      '5000: built_in, the same with every parameter changed',
    ]);
  });
});
