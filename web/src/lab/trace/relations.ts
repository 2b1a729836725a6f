// Columns that can be computed from other columns, found row by row from the published numbers alone.
import type { Key, Scenario } from '../types';
import { cellScenario } from '../cells.ts';
import { product, quotient, sum, type RoundedNumber, type TracedColumn } from './columns.ts';
import { findWeights } from './weights.ts';

/** The kinds of computation of a column from others; if several apply, the earliest takes precedence. */
export const relationKinds = ['copy', 'setting', 'sum', 'weights', 'product', 'difference', 'quotient'] as const;

/** A column, and the columns and settings from which it can be computed in all common rows. */
export interface Relation {
  readonly kind: (typeof relationKinds)[number];
  readonly column: TracedColumn;
  readonly from: readonly TracedColumn[];
  /** A description of the computation. */
  readonly words: string;
}

/** The minimum number of common rows; with fewer rows, numbers may agree by chance. */
const MIN_ROWS = 3;
/** An upper bound on the probability that any of the tried computations agrees in all rows by chance. */
const MAX_CHANCE = 1e-4;
/**
 * The maximum relative difference between a column and its copy: the published figures may be quotients of rounded
 * numbers.
 */
const MAX_COPY_DIFFERENCE = 0.001;
/** Factors between the units of settings and those of columns. */
const unitFactors = [0.001, 0.01, 0.1, 1, 10, 100, 1000];
const MAX_SUMMANDS = 4;

/** Returns the probability of an agreement in all rows by chance, or 1 if there is no agreement. */
function chanceOf(
  column: TracedColumn,
  rows: readonly Key[],
  compute: (key: Key) => RoundedNumber | undefined,
  slack = 0,
): number {
  let chance = 1;
  for (const key of rows) {
    const [own, computed] = [column.cells.get(key), compute(key)];
    if (!own || !computed) return 1;
    const tolerance = own.half + computed.half + slack * Math.abs(own.value);
    if (!(Math.abs(own.value - computed.value) <= tolerance * (1 + 1e-9))) return 1;
    chance *= Math.min(1, (2 * tolerance) / Math.abs(own.value));
  }
  return chance;
}

const commonRows = (column: TracedColumn, others: readonly TracedColumn[]): Key[] =>
  [...column.cells.keys()].filter((key) => others.every(({ cells }) => cells.has(key)));

/** Yields all combinations of `size` columns. */
export function* choicesOf<T>(all: readonly T[], size: number, from = 0): Generator<T[]> {
  if (size === 0) yield [];
  else
    for (let at = from; at <= all.length - size; at++)
      for (const rest of choicesOf(all, size - 1, at + 1)) yield [all[at] as T, ...rest];
}

/** Returns the names of columns, each with its table unless this is the table of `own`. */
function namesIn(own: TracedColumn, others: readonly TracedColumn[]): string {
  const tables = others.map(({ table }) => table.id).join(', ');
  if (others.every(({ table, name }) => table !== own.table && name === own.name))
    return `the same column of ${tables}`;
  return others.map(({ table, name }) => (table === own.table ? name : `${table.id}/${name}`)).join(', ');
}

/** Returns a numeric setting of a scenario, with the precision of its digits; undefined if it is 0 or not a number. */
function settingNumber(scenario: Scenario, name: string): RoundedNumber | undefined {
  const value = scenario[name];
  if (typeof value !== 'number' || value === 0) return undefined;
  const decimals = /\.(\d+)$/.exec(String(value))?.[1]?.length ?? 0;
  return { value, half: 0.5 * 10 ** -decimals };
}

interface Candidate {
  readonly kind: Relation['kind'];
  readonly from: readonly TracedColumn[];
  readonly words: string;
  readonly compute: (key: Key) => RoundedNumber | undefined;
  readonly slack?: number;
  /** Whether the columns are identical by definition, so that chance plays no role. */
  readonly isCertain?: boolean;
}

const at = (column: TracedColumn, key: Key): RoundedNumber => column.cells.get(key) ?? { value: NaN, half: 0 };

/** Returns whether two columns have the same name and are in two tables with the same numbers throughout. */
const isTwin = (column: TracedColumn, other: TracedColumn): boolean =>
  column.table !== other.table &&
  column.name === other.name &&
  JSON.stringify(column.table.cells) === JSON.stringify(other.table.cells);

function* copies(column: TracedColumn, all: readonly TracedColumn[]): Generator<Candidate> {
  for (const other of all)
    if (other !== column && other.unit === column.unit)
      yield {
        kind: 'copy',
        from: [other],
        words: `the numbers of ${namesIn(column, [other])}`,
        compute: (key) => at(other, key),
        slack: MAX_COPY_DIFFERENCE,
        isCertain: isTwin(column, other),
      };
}

function* sums(column: TracedColumn, own: readonly TracedColumn[]): Generator<Candidate> {
  const same = own.filter((other) => other !== column && other.unit === column.unit);
  for (let size = 2; size <= MAX_SUMMANDS; size++)
    for (const from of choicesOf(same, size))
      yield {
        kind: 'sum',
        from,
        words: from.map(({ name }) => name).join(' + '),
        compute: (key) => from.map((other) => at(other, key)).reduce(sum),
      };
  for (let size = 1; size < MAX_SUMMANDS; size++)
    for (const [whole, parts] of differences(same, size))
      yield {
        kind: 'difference',
        from: [whole, ...parts],
        words: [whole, ...parts].map(({ name }) => name).join(' - '),
        compute: (key) =>
          parts.reduce(
            (rest, part) => sum(rest, { value: -at(part, key).value, half: at(part, key).half }),
            at(whole, key),
          ),
      };
}

function* differences(same: readonly TracedColumn[], size: number): Generator<[TracedColumn, TracedColumn[]]> {
  for (const whole of same)
    for (const parts of choicesOf(
      same.filter((other) => other !== whole),
      size,
    ))
      yield [whole, parts];
}

function* products(column: TracedColumn, own: readonly TracedColumn[]): Generator<Candidate> {
  const others = own.filter((other) => other !== column);
  for (const [first, second] of choicesOf(others, 2)) {
    if (!first || !second) continue;
    const words = (sign: string): string => `${first.name} ${sign} ${second.name}`;
    const pair = { from: [first, second] };
    yield { kind: 'product', ...pair, words: words('×'), compute: (key) => product(at(first, key), at(second, key)) };
    yield { kind: 'quotient', ...pair, words: words('/'), compute: (key) => quotient(at(first, key), at(second, key)) };
    yield {
      kind: 'quotient',
      ...pair,
      words: `${second.name} / ${first.name}`,
      compute: (key) => quotient(at(second, key), at(first, key)),
    };
  }
}

/** Yields a numeric setting of each cell's scenario, and that setting combined with one or two other columns. */
function* settings(column: TracedColumn, own: readonly TracedColumn[]): Generator<Candidate> {
  const { table, at: across } = column;
  const field = table.fields[across];
  if (!field) return;
  const scenarios = new Map(
    [...column.cells].map(([key, { row }]): [Key, Scenario] => [key, cellScenario(table, row, field)]),
  );
  const names = new Set([...scenarios.values()].flatMap((scenario) => Object.keys(scenario)));
  const others = own.filter((other) => other !== column);
  for (const name of names) {
    const values = new Set([...scenarios.values()].map((scenario) => scenario[name]));
    // A setting with one value in all rows would relate any two columns in a constant ratio.
    if (name === table.row.key || values.size === 1) continue;
    const setting = (key: Key) => settingNumber(scenarios.get(key) ?? {}, name);
    for (const factor of unitFactors) {
      const scaled = (key: Key) => {
        const number = setting(key);
        return number && { value: number.value * factor, half: number.half * factor };
      };
      yield { kind: 'setting', from: [], words: `the setting ${name}`, compute: scaled };
      for (const other of others) {
        const times = (key: Key) => {
          const number = scaled(key);
          return number && product(number, at(other, key));
        };
        const over = (key: Key) => {
          const number = scaled(key);
          return number && quotient(at(other, key), number);
        };
        yield { kind: 'setting', from: [other], words: `the setting ${name} × ${other.name}`, compute: times };
        yield { kind: 'quotient', from: [other], words: `${other.name} / the setting ${name}`, compute: over };
        for (const third of factor === 1 ? others : [])
          if (third !== other && third.unit === column.unit)
            yield {
              kind: 'setting',
              from: [other, third],
              words: `${third.name} + the setting ${name} × ${other.name}`,
              compute: (key) => {
                const number = times(key);
                return number && sum(at(third, key), number);
              },
            };
      }
    }
  }
}

/** Returns whether `other` has all rows of `column`. */
const hasRowsOf = (column: TracedColumn, other: TracedColumn): boolean =>
  [...column.cells.keys()].every((key) => other.cells.has(key));

/** Yields weighted sums: of columns in the same table, and of the same output in other tables. */
function* weightedSums(column: TracedColumn, all: readonly TracedColumn[]): Generator<Relation> {
  const rowsOf = (others: readonly TracedColumn[]) =>
    others.filter((other) => other !== column && hasRowsOf(column, other));
  const same = rowsOf(all.filter(({ table }) => table === column.table));
  const across = rowsOf(all.filter(({ table, output }) => table !== column.table && output === column.output));
  for (const others of [same, across]) {
    const found = findWeights(column, others);
    if (!found) continue;
    const terms = namesIn(column, found.from);
    yield {
      kind: 'weights',
      column,
      from: found.from,
      words: `a weighted ${found.isHarmonic ? 'harmonic ' : ''}sum of ${terms}`,
    };
  }
}

/**
 * Returns whether a column has the numbers of another lab's column; `tried` is the number of other labs' columns that
 * are compared.
 */
export function isSameColumn(column: TracedColumn, other: TracedColumn, tried: number): boolean {
  const rows = commonRows(column, [other]);
  const isWhole = rows.length === column.cells.size && rows.length >= MIN_ROWS;
  return isWhole && column.unit === other.unit && chanceOf(column, rows, (key) => at(other, key)) * tried <= MAX_CHANCE;
}

/** Finds all computations of columns from other columns, regardless of the roles of their cells. */
export function findRelations(all: readonly TracedColumn[]): Relation[] {
  const relations: Relation[] = [];
  for (const column of all) {
    const own = all.filter(({ table }) => table === column.table);
    const candidates = [
      ...copies(column, all),
      ...settings(column, own),
      ...sums(column, own),
      ...products(column, own),
    ];
    const tried = new Map<string, number>();
    for (const { kind } of candidates) tried.set(kind, (tried.get(kind) ?? 0) + 1);
    for (const { kind, from, words, compute, slack, isCertain } of candidates) {
      const rows = commonRows(column, from);
      if (rows.length < MIN_ROWS) continue;
      const chance = chanceOf(column, rows, compute, slack) * (tried.get(kind) ?? 1);
      if (chance <= MAX_CHANCE || isCertain) relations.push({ kind, column, from, words });
    }
    relations.push(...weightedSums(column, all));
  }
  return relations;
}
