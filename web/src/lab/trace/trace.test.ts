import { describe, expect, test } from 'vitest';
import { exampleTable } from '../examples.ts';
import type { Key, Role, Scenario, Table } from '../types.ts';
import { columnsOf } from './columns.ts';
import { findTracedRoles } from './trace.ts';

/** Columns of a table: the printed texts from the first row to the last. */
type Columns = Readonly<Record<string, readonly string[]>>;

/** Returns a table whose source prints these texts; `rows` contains the settings of each row. */
function printed(columns: Columns, parts: Partial<Table> & { settings?: readonly Scenario[] } = {}): Table {
  const { settings = [], ...rest } = parts;
  const names = Object.keys(columns);
  const size = columns[names[0] ?? '']?.length ?? 0;
  const rows: Key[] = parts.rows ?? Array.from({ length: size }, (_, row) => `row-${row}`);
  const texts = rows.map((_, row) => names.map((name) => columns[name]?.[row] ?? ''));
  return exampleTable({
    ...rest,
    fields: names.map((name) => ({ name, title: name, group: 'G', unit: name.split(' ')[1] ?? 's', output: name })),
    rows,
    cells: texts.map((row) => row.map((text) => (text === '' ? null : Number(text)))),
    printed: texts.flat(),
    row: {
      name: 'row',
      title: 'Row',
      ...(settings.length > 0 && {
        values: settings.map((scenario, row) => ({ is: rows[row] ?? '', title: `Row ${row}`, scenario })),
      }),
    } as Table['row'],
  });
}

/** Returns the traced columns with their new roles and the reasons, without duplicates. */
function traced(tables: readonly Table[], others: Parameters<typeof findTracedRoles>[1] = []): string[] {
  const found = findTracedRoles(tables, others).map(
    ({ table, column, role, words }) => `${table.id}/${table.fields[column]?.name ?? ''}: ${role}, ${words}`,
  );
  return [...new Set(found)];
}

const cpu = ['12.31', '7.84', '31.77', '9.05'];
const wait = ['3.42', '18.93', '6.18', '27.44'];
const total = ['15.73', '26.77', '37.95', '36.49'];

describe('sum', () => {
  test('of two columns is an identity, and its summands are not', () => {
    expect(traced([printed({ cpu, wait, total })])).toEqual(['t/total: identity, cpu + wait']);
  });

  test('may differ in the last printed place of each number', () => {
    const rounded = ['15.74', '26.76', '37.95', '36.50'];
    expect(traced([printed({ cpu, wait, rounded })])).toEqual(['t/rounded: identity, cpu + wait']);
    const wrong = ['15.74', '26.76', '37.99', '36.50'];
    expect(traced([printed({ cpu, wait, wrong })])).toEqual([]);
  });

  test('is a difference where the whole is published only', () => {
    const roles = [{ fields: ['total'], role: 'measured' as Role }];
    expect(traced([printed({ total, cpu, wait }, { roles })])).toEqual(['t/wait: identity, total - cpu']);
  });

  test('of a sum is traced through it', () => {
    const other = ['5.11', '48.62', '2.97', '61.38'];
    const all = ['20.84', '75.39', '40.92', '97.87'];
    expect(traced([printed({ cpu, wait, total, other, all })])).toEqual([
      't/all: identity, total + other',
      't/total: identity, cpu + wait',
    ]);
  });

  test('of three rows with two digits may be chance', () => {
    const [a, b, c] = [
      ['12', '31', '44'],
      ['23', '15', '28'],
      ['35', '46', '72'],
    ];
    expect(traced([printed({ a, b, c })])).toEqual([]);
  });
});

describe('product', () => {
  test('of two columns is an identity', () => {
    const rate = ['12.540', '35.620', '11.942', '7.313'];
    const active = ['197.25', '953.55', '453.20', '266.85'];
    const response = ['15.730', '26.770', '37.950', '36.490'];
    expect(traced([printed({ 'rate requests/s': rate, response, 'active requests': active })])).toEqual([
      't/active requests: identity, rate requests/s × response',
    ]);
  });
});

describe('setting of the own scenario', () => {
  const settings = [4.362, 3.2934, 7.431, 5.118].map((cpu_ms): Scenario => ({ cpu_ms }));

  test('is an input, in another unit too', () => {
    const seconds = ['0.004362', '0.003293', '0.007431', '0.005118'];
    expect(traced([printed({ seconds }, { settings })])).toEqual(['t/seconds: input, the setting cpu_ms']);
  });

  test('times another column is an input', () => {
    const rate = ['12.540', '35.620', '11.942', '7.313'];
    const utilization = ['54.699', '117.311', '88.741', '37.428'];
    expect(traced([printed({ 'rate requests/s': rate, 'utilization %': utilization }, { settings })])).toEqual([
      't/utilization %: input, the setting cpu_ms × rate requests/s',
    ]);
  });

  test('is not traced when all rows share it', () => {
    const rate = ['12.540', '35.620', '11.942', '7.313'];
    const double = ['25.080', '71.240', '23.884', '14.626'];
    const shared = settings.map((): Scenario => ({ factor: 2 }));
    expect(traced([printed({ 'rate requests/s': rate, 'double pages/s': double }, { settings: shared })])).toEqual([]);
  });
});

describe('weighted sum', () => {
  const first = [3.1, 8.4, 5.7, 12.9, 7.2, 4.6, 9.9, 2.3];
  const second = [11.4, 2.9, 6.1, 3.3, 14.8, 8.5, 1.7, 9.6];
  const text = (values: readonly number[]) => values.map((value) => value.toFixed(4));

  test('of columns with unknown weights is an identity', () => {
    const all = first.map((value, at) => 0.3 * value + 0.7 * (second[at] ?? NaN));
    expect(traced([printed({ first: text(first), second: text(second), all: text(all) })])).toEqual([
      't/all: identity, a weighted sum of first, second',
    ]);
  });

  test('of rates is one of their reciprocals', () => {
    const all = first.map((value, at) => 1 / (0.3 / value + 0.7 / (second[at] ?? NaN)));
    expect(traced([printed({ first: text(first), second: text(second), all: text(all) })])).toEqual([
      't/all: identity, a weighted harmonic sum of first, second',
    ]);
  });

  test('needs more rows than any weights would fit', () => {
    const all = first.map((value, at) => 0.3 * value + 0.7 * (second[at] ?? NaN));
    const few = (values: readonly number[]) => text(values).slice(0, 5);
    expect(traced([printed({ first: few(first), second: few(second), all: few(all) })])).toEqual([]);
  });
});

describe('copy', () => {
  test('in a later table is an identity', () => {
    expect(traced([printed({ cpu, wait }), printed({ 'cpu s': cpu }, { id: 'again' })])).toEqual([
      'again/cpu s: identity, the numbers of t/cpu',
    ]);
  });

  test('of a column that is itself left out is traced to the first one', () => {
    const tables = ['t', 'again', 'third'].map((id) => printed({ cpu }, { id }));
    expect(traced(tables)).toEqual([
      'third/cpu: identity, the numbers of the same column of t',
      'again/cpu: identity, the numbers of the same column of t',
    ]);
  });

  test('of a whole table is certain, however few its rows are', () => {
    const short = { cpu: ['1', '2', '4'], wait: ['3', '5', '6'] };
    const found = traced([printed(short), printed(short, { id: 'again' })]);
    expect(found.map((each) => each.split(':')[0]).sort()).toEqual(['again/cpu', 'again/wait']);
  });

  test('in another unit is not a copy', () => {
    expect(traced([printed({ 'cpu s': cpu }), printed({ 'cpu ms': cpu }, { id: 'again' })])).toEqual([]);
  });
});

describe('column of a lab that lends parameters', () => {
  const others = columnsOf(printed({ cpu, wait })).map((column) => ({ lab: 'lender', column }));

  test('is inherited', () => {
    expect(traced([printed({ own: total, cpu }, { id: 'copy' })], others)).toEqual([
      'copy/cpu: inherited, the numbers of lender/t',
    ]);
  });

  test('with fewer rows than the copy is not the same column', () => {
    const longer = printed({ cpu: [...cpu, '44.12'] }, { id: 'copy' });
    expect(traced([longer], others)).toEqual([]);
  });
});

describe('cell that is neither fitted nor held out', () => {
  test('is not traced', () => {
    for (const role of ['identity', 'input', 'damaged', 'predicted'] as const)
      expect(traced([printed({ cpu, wait, total }, { roles: [{ fields: ['total'], role }] })]), role).toEqual([]);
  });

  test('is not evidence when damaged or predicted', () => {
    for (const role of ['damaged', 'predicted'] as const)
      expect(traced([printed({ cpu, wait, total }, { roles: [{ fields: ['cpu'], role }] })]), role).toEqual([]);
  });
});

/** Yields numbers between 0 and 1, the same in every run (Park and Miller). */
function* randomNumbers(): Generator<number, never> {
  for (let state = 1; ;) {
    state = (state * 48_271) % 2_147_483_647;
    yield state / 2_147_483_647;
  }
}

describe('tables of independent random numbers', () => {
  test('have fewer than one false finding in a hundred tables', () => {
    const random = randomNumbers();
    const number = (): string => (100 + 900 * random.next().value).toFixed(0);
    let found = 0;
    for (let at = 0; at < 300; at++) {
      const names = ['a', 'b', 'c', 'd', 'e', 'f'];
      const columns = Object.fromEntries(names.map((name) => [name, Array.from({ length: 3 }, number)]));
      const settings = Array.from({ length: 3 }, (): Scenario => ({ load: Number(number()) }));
      found += traced([printed(columns, { settings })]).length;
    }
    expect(found).toBeLessThan(3);
  });
});
