// Published tables: a TOML file describes the columns of a CSV file.
import { csvParseRows } from 'd3-dsv';
import { printed as shown } from '../../charts/format.ts';
import { readBound, boundText } from '../bounds.ts';
import { roles, type Role, type Table } from '../types.ts';
import type { SourceFile } from './files.ts';
import { fits, get, isOneOf, plain, textOf, type Item, type Shape } from './located.ts';
import { top, type SourcePosition } from './problems.ts';
import { number, type Vocabulary } from './settings.ts';
import { hint } from './suggest.ts';
import { readToml } from './toml.ts';

const shapes = {
  table: {
    id: 'text?',
    title: 'text',
    source: 'text',
    csv: 'text?',
    note: 'text?',
    scenario: 'settings?',
    row: 'map',
    role: 'text',
    because: 'text?',
    from: 'text?',
    baseline: 'map?',
    chosen_in_view: 'text?',
    fields: 'list of maps',
    roles: 'list of maps?',
  },
  row: { name: 'text', title: 'text', unit: 'string?', key: 'text?', values: 'list of maps?' },
  value: { is: 'key', title: 'text?', claim: 'text?', scenario: 'settings?' },
  field: {
    name: 'text',
    title: 'text',
    group: 'text',
    unit: 'text',
    output: 'text?',
    relative_to: 'text?',
    relative_to_row: 'key?',
    scatter: 'number?',
    scenario: 'settings?',
  },
  roles: { rows: 'list of keys?', fields: 'list of texts?', role: 'text', because: 'text?', from: 'text?' },
} satisfies Record<string, Shape>;

/** The possible values of the strongest verdict on a claim. */
const claims = ['reproduced', 'in_part', 'not_predictable'];

/** The roles that require a reason: their cells do not test the model. */
const reasoned: readonly Role[] = ['damaged', 'identity', 'input', 'built_in', 'inherited'];

type Field = Table['fields'][number];
type Key = number | string;

/** Parses a row's key from its first cell: a number or a word. */
const keyOf = (text: string): Key => number(text) ?? text.trim();

/** Returns the first word of a unit in one spelling: in the singular, and with u for the micro sign. */
const plainUnit = (unit: string): string =>
  unit
    .replace(/ .*/, '')
    .replace(/(?<=[a-z]{2})s\b/g, '')
    .replace(/[µμ]/g, 'u');

/** Returns the columns; undefined if a column is invalid. */
function readFields(toml: SourceFile, table: Item, vocabulary: Vocabulary | undefined): Field[] | undefined {
  const items = get(table, 'fields')?.list ?? [];
  const names = new Map(items.map((item) => [textOf(get(item, 'name')), item]));
  let good = items.length > 0;
  if (!good) toml.error(table.place, 'the table needs at least one [[fields]]');
  const wrong = (place: SourcePosition, message: string): void => {
    toml.error(place, message);
    good = false;
  };
  for (const item of items) {
    const name = textOf(get(item, 'name'));
    if (!fits(toml, item, shapes.field, name ? `field "${name}"` : 'a field')) {
      good = false;
      continue;
    }
    if (names.get(name) !== item) wrong(item.place, `field "${name}" is described twice`);
    const base = get(item, 'relative_to');
    const other = base && names.get(textOf(base));
    if (base && !other) wrong(base.place, `no field is named "${textOf(base)}"${hint(textOf(base), names.keys())}`);
    const row = get(item, 'relative_to_row');
    const baseRow = other && get(other, 'relative_to_row')?.scalar;
    // The base column of a ratio to a row may be relative to the same row: both columns are then ratios to the same
    // cell.
    if (base && other && (get(other, 'relative_to') || (baseRow !== undefined && baseRow !== row?.scalar)))
      wrong(base.place, `"${textOf(base)}" is also a ratio: make \`relative_to\` a column that is not a ratio`);
    const output = get(item, 'output');
    if (base && other && output && !get(other, 'output'))
      wrong(base.place, `"${textOf(base)}" has no output, so the model has nothing to divide by: give it an output`);
    if (output) vocabulary?.output(toml, textOf(output), output.place);
    const [unit, model] = [get(item, 'unit'), output && vocabulary?.unitOf(textOf(output))];
    if (unit && row && textOf(unit) !== 'ratio')
      wrong(unit.place, `field "${name}" is relative to a row, so its unit must be "ratio"`);
    if (unit && output && model && !base && !row && plainUnit(textOf(unit)) !== plainUnit(model))
      wrong(
        unit.place,
        `${textOf(output)} is in ${model.replace(/ .*/, '')}, so the values of field "${name}" must have this unit, too`,
      );
    vocabulary?.fromItem(toml, get(item, 'scenario'));
  }
  return good ? items.map((item) => ({ scenario: {}, ...(plain(item) as Omit<Field, 'scenario'>) })) : undefined;
}

/**
 * Returns half of the last digit's place value in a number with a single significant digit; 0 for any other text. `10`
 * counts as two digits: the zeros of whole numbers may be significant.
 */
function halfDigit(text: string): number {
  const [, , decimals = ''] = /^-?(\d*)(?:\.(\d*))?$/.exec(text) ?? [];
  const digits = text.replace(/^-/, '').replace('.', '').replace(/^0+/, '');
  return /^\d$/.test(digits) ? Number(`0.${'0'.repeat(decimals.length)}5`) : 0;
}

/** Returns the row keys and the published values; undefined if a key or a value is invalid. */
function readCells(
  csv: SourceFile,
  key: string,
  fields: readonly Field[],
): Pick<Table, 'rows' | 'cells' | 'printed' | 'half_digits'> | undefined {
  const columns = [key, ...fields.map(({ name }) => name)];
  const [header = [], ...lines] = csvParseRows(csv.text);
  if (header.join() !== columns.join()) {
    const wanted = columns.join(',');
    const semicolons = header.length === 1 && /[;\t]/.test(header[0] ?? '');
    csv.error(
      top,
      semicolons
        ? `semicolons or tabs separate the columns: write ${wanted}, with commas here and in every row, and with decimal points`
        : `the columns must be ${wanted}, as in the table’s description; found ${header.join() || 'none'}`,
    );
    return undefined;
  }
  let good = true;
  const wrong = (line: number, texts: readonly string[], at: number, message: string): undefined => {
    const column = texts.slice(0, at).reduce((sum, text) => sum + text.length + 1, 1);
    csv.error({ line, column }, message);
    good = false;
  };
  const rows: Key[] = [];
  const printed: string[] = [];
  const halves: number[] = [];
  const cells = lines.map((texts, index) => {
    const line = index + 2;
    const empty = texts.every((text) => text.trim() === '');
    if (empty) wrong(line, texts, 0, 'the row is empty: delete it');
    else if (texts.length > columns.length)
      wrong(
        line,
        texts,
        0,
        `${texts.length} values, expected ${columns.length}: use a point for decimals and no comma for thousands`,
      );
    else if (texts.length < columns.length)
      wrong(line, texts, 0, `${texts.length} values, expected ${columns.length}: an empty cell still needs its comma`);
    const [first = '', ...values] = texts;
    const key = keyOf(first);
    if (empty) return [];
    if (key === '') wrong(line, texts, 0, 'the row has no key: its first value must identify the row');
    else if (rows.includes(key)) wrong(line, texts, 0, `an earlier row already has the key ${key}: choose another key`);
    rows.push(key);
    return values.map((text, at) => {
      if (text.trim() === '') return null;
      const value = number(text);
      // Text with one of these characters is meant as a bound.
      if (/[<>]|\.\./.test(text)) {
        const bound = readBound(text);
        if (!bound) wrong(line, texts, at + 1, `"${text}" is not a bound: write >3600, <1500, or 1000..2000`);
        return bound ? boundText(bound) : null;
      }
      if (text.includes(','))
        wrong(line, texts, at + 1, `"${text}" is ambiguous: use a point for decimals and no comma for thousands`);
      else if (value === undefined || !Number.isFinite(value)) wrong(line, texts, at + 1, `"${text}" is not a number`);
      else if (value === 0 && fields[at]?.output !== undefined)
        wrong(line, texts, at + 1, 'an error cannot be relative to 0: leave the cell empty');
      else {
        const digits = text.trim();
        const half = fields[at]?.output === undefined ? 0 : halfDigit(digits);
        if (half > 0) halves[(rows.length - 1) * fields.length + at] = half;
        const isPlain = /^-?\d+(\.\d+)?$/.test(digits);
        if (isPlain && shown(value, fields[at]?.unit ?? '').replaceAll(',', '') !== digits)
          printed[(rows.length - 1) * fields.length + at] = digits.replace(/\B(?<!\..*)(?=(\d{3})+(?!\d))/g, ',');
      }
      return value ?? null;
    });
  });
  if (rows.length === 0) wrong(1, [], 0, 'the table has no rows: add at least one');
  if (!good) return undefined;
  return {
    rows,
    cells,
    ...(printed.length > 0 && { printed: Array.from(printed, (text = '') => text) }),
    ...(halves.length > 0 && { half_digits: Array.from(halves, (half = 0) => half) }),
  };
}

/**
 * Returns whether an item has a known role with the required reason and, for inherited cells, their table; reports
 * problems.
 */
function checkRole(toml: SourceFile, item: Item): boolean {
  const [role, because, from] = [get(item, 'role'), get(item, 'because'), get(item, 'from')];
  if (!role || !isOneOf(toml, role, roles, '`role`')) return false;
  const name = role.scalar as Role;
  let good = true;
  const wrong = (place: SourcePosition, message: string): void => {
    toml.error(place, message);
    good = false;
  };
  if (reasoned.includes(name) && (!because || textOf(because).trim() === ''))
    wrong(role.place, `the role "${name}" needs a reason: add because = "…" with one sentence`);
  if (name === 'inherited' && !/^[^/]+\/[^/]+$/.test(from ? textOf(from) : ''))
    wrong(role.place, 'the role "inherited" needs the table with these cells: add from = "lab/table"');
  if (from && name !== 'inherited') wrong(from.place, '`from` is only for the role "inherited"');
  return good;
}

/** Returns whether rules, ratios, and titles name existing rows and columns; reports unknown names. */
function checkRules(toml: SourceFile, table: Item, row: Item, rows: readonly Key[], names: readonly string[]): boolean {
  let good = true;
  const known = (list: readonly Item[] | undefined, what: string, keys: readonly Key[]): void => {
    for (const { scalar, place } of list ?? [])
      if (!keys.includes(scalar as Key)) {
        toml.error(place, `the table has no ${what} ${String(scalar)}${hint(String(scalar), keys.map(String))}`);
        good = false;
      }
  };
  for (const rule of get(table, 'roles')?.list ?? []) {
    good = fits(toml, rule, shapes.roles, '[[roles]]') && checkRole(toml, rule) && good;
    known(get(rule, 'rows')?.list, 'row', rows);
    known(get(rule, 'fields')?.list, 'field', names);
  }
  for (const field of get(table, 'fields')?.list ?? []) {
    const base = get(field, 'relative_to_row');
    known(base && [base], 'row', rows);
  }
  for (const value of get(row, 'values')?.list ?? []) {
    good = fits(toml, value, shapes.value, 'a value of [row]') && good;
    const claim = get(value, 'claim');
    if (claim) good = isOneOf(toml, claim, claims, '`claim`') && good;
    const is = get(value, 'is');
    known(is && [is], 'row', rows);
  }
  return good;
}

/** Returns the name of a description's CSV file without extension: by default, the name of the description. */
export function csvOf(id: string, toml: SourceFile): string | undefined {
  const csv = get(readToml(toml) ?? { place: top }, 'csv');
  const name = csv ? textOf(csv) : id;
  if (!/[/\\.]/.test(name)) return name;
  toml.error(csv?.place ?? top, `\`csv\` must be the name of a file in data/ without its suffix, not "${name}"`);
  return undefined;
}

/** Combines a table's description and its CSV file; reports problems and returns undefined if there are any. */
export function compileTable(
  id: string,
  toml: SourceFile,
  csv: SourceFile,
  vocabulary: Vocabulary | undefined,
): Table | undefined {
  const table = readToml(toml);
  if (!table || !fits(toml, table, shapes.table, 'the table')) return undefined;
  const own = get(table, 'id');
  if (own && own.scalar !== id) toml.error(own.place, `\`id\` must be the file's name, "${id}"`);
  const row = get(table, 'row');
  checkRole(toml, table);
  const fields = readFields(toml, table, vocabulary);
  if (!row || !fits(toml, row, shapes.row, '[row]') || !fields) return undefined;
  vocabulary?.fromItem(toml, get(table, 'scenario'));
  const names = fields.map(({ name }) => name);
  const values = readCells(csv, textOf(get(row, 'name')), fields);
  if (!values || !checkRules(toml, table, row, values.rows, names)) return undefined;
  const key = get(row, 'key');
  const setting = key && vocabulary?.setting(toml, textOf(key), key.place);
  if (setting) values.rows.forEach((value, at) => vocabulary?.check(csv, setting, value, { line: at + 2, column: 1 }));
  for (const value of get(row, 'values')?.list ?? []) vocabulary?.fromItem(toml, get(value, 'scenario'));
  const { scenario = {}, ...rest } = plain(table) as Omit<Table, 'id' | 'fields' | 'rows' | 'cells'>;
  return { ...rest, row: { ...rest.row, unit: rest.row.unit ?? '' }, id, scenario, fields, ...values } as Table;
}
