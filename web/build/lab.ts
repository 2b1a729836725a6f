import { csvParseRows } from 'd3-dsv';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { parse, TomlError } from 'smol-toml';
import { provenances, roles, type Key, type Lab, type Parameter, type Table } from '../src/lab/types.ts';

/** A mistake in a lab, told the way an editor can jump to it: `file:line: what and what to do`. */
export class LabError extends Error {
  override name = 'LabError';
}

type Item = Record<string, unknown>;
type Kind = 'string' | 'number' | 'key' | 'object' | 'array' | 'setting map' | 'string list' | 'key list';

const isItem = (value: unknown): value is Item => typeof value === 'object' && value !== null && !Array.isArray(value);
const isKey = (value: unknown): value is Key =>
  typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value));
const isSetting = (value: unknown): boolean =>
  ['string', 'boolean'].includes(typeof value) || (typeof value === 'number' && Number.isFinite(value));

const is: Record<Kind, (value: unknown) => boolean> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number' && Number.isFinite(value),
  key: (value) => isKey(value),
  object: isItem,
  array: (value) => Array.isArray(value) && value.every(isItem),
  'setting map': (value) => isItem(value) && Object.values(value).every(isSetting),
  'string list': (value) => Array.isArray(value) && value.every((v) => typeof v === 'string'),
  'key list': (value) => Array.isArray(value) && value.every(isKey),
};

/** Keys an item may have; a question mark after the kind makes the key optional. */
type Shape = Record<string, Kind | `${Kind}?`>;

const shapes = {
  table: {
    id: 'string?',
    title: 'string',
    source: 'string',
    note: 'string?',
    scenario: 'setting map?',
    row: 'object',
    role: 'string',
    fields: 'array',
    roles: 'array?',
  },
  row: { name: 'string', title: 'string', unit: 'string?', key: 'string?', values: 'array?' },
  value: { is: 'key', title: 'string?', scenario: 'setting map?' },
  field: {
    name: 'string',
    title: 'string',
    group: 'string',
    unit: 'string',
    output: 'string',
    relative_to: 'string?',
    scenario: 'setting map?',
  },
  roles: { rows: 'key list?', fields: 'string list?', role: 'string' },
  parameter: {
    title: 'string',
    value: 'number',
    unit: 'string',
    provenance: 'string',
    source: 'string',
    start: 'number?',
    fitted_on: 'string list?',
  },
} satisfies Record<string, Shape>;

/** One file of a lab, able to say where in it something is wrong. */
class Source {
  readonly name: string;
  readonly text: string;

  constructor(name: string, text: string) {
    this.name = name;
    this.text = text;
  }

  fail(message: string, line: number): never {
    throw new LabError(`${this.name}:${line}: ${message}`);
  }

  /** The first line that holds `words`, in this order, after line `from`; else `from` itself. */
  find(words: string[], from = 1): number {
    const lines = this.text.split('\n');
    let line = from;
    for (const word of words) {
      const found = lines.findIndex((text, index) => index + 1 >= line && text.includes(word));
      if (found < 0) return line;
      line = found + 1;
    }
    return line;
  }

  toml(): Item {
    try {
      return parse(this.text);
    } catch (error) {
      if (error instanceof TomlError) this.fail(error.message.split('\n')[0] ?? 'not TOML', error.line);
      throw error;
    }
  }

  check(item: unknown, shape: Shape, what: string, line: number): Item {
    if (!isItem(item)) this.fail(`${what} must be a table`, line);
    for (const [key, rule] of Object.entries(shape)) {
      const kind = rule.replace('?', '') as Kind;
      if (item[key] === undefined) {
        if (!rule.endsWith('?')) this.fail(`${what} needs \`${key}\` (${kind})`, line);
      } else if (!is[kind](item[key])) {
        this.fail(`\`${key}\` of ${what} must be a ${kind}`, this.find([key], line));
      }
    }
    const strange = Object.keys(item).find((key) => !(key in shape));
    if (strange)
      this.fail(
        `${what} has no \`${strange}\`; it may have ${Object.keys(shape).join(', ')}`,
        this.find([strange], line),
      );
    return item;
  }

  oneOf(value: unknown, allowed: readonly string[], key: string, line: number): void {
    if (!allowed.includes(String(value)))
      this.fail(
        `\`${key}\` is one of ${allowed.join(', ')}, not "${String(value)}"`,
        this.find([`"${String(value)}"`], line),
      );
  }
}

/** The front matter of `lab.md`, between two `---`: lines of `key: value`, and lists of `- item` under a `key:`. */
function frontMatter(source: Source): Record<string, string | string[]> {
  const lines = source.text.split('\n');
  const end = lines.indexOf('---', 1);
  if (lines[0] !== '---' || end < 0)
    source.fail('begin with front matter: `title`, `model` and `tables` between two lines of ---', 1);
  const plain = (text: string): string => text.replace(/^(["'])(.*)\1$/, '$2');
  const matter: Record<string, string | string[]> = {};
  let list: string[] | undefined;
  lines.slice(1, end).forEach((line, index) => {
    if (!line.trim() || line.startsWith('#')) return;
    const item = /^\s+-\s+(.*?)\s*$/.exec(line)?.[1];
    const [, key, value] = /^(\w+):\s*(.*?)\s*$/.exec(line) ?? [];
    if (item !== undefined && list) list.push(plain(item));
    else if (/^\s/.test(line)) return;
    else if (key === undefined || value === undefined) source.fail('expected `key: value` or `  - item`', index + 2);
    else {
      list = value ? undefined : [];
      matter[key] = list ?? plain(value);
    }
  });
  return matter;
}

/** A lab's folder: what its prose begins with, and the tables it names, in their order. */
function compileHead(source: Source): Pick<Lab, 'title' | 'model'> & { ids: string[] } {
  const { title, model, tables } = frontMatter(source);
  if (typeof title !== 'string') source.fail('the front matter needs `title`', 1);
  if (typeof model !== 'string') source.fail('the front matter needs `model`', 1);
  if (!Array.isArray(tables) || tables.length === 0)
    source.fail('the front matter needs `tables`, a list of the files in data/ without their ending', 1);
  return { title, model, ids: tables };
}

/** A row's key as its first cell has it: a number in decimals, or a word. */
const rowKey = (text: string): Key =>
  /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(text) && Number.isFinite(Number(text)) ? Number(text) : text;

/** Puts a table's description and its CSV file together. */
export function compileTable(id: string, toml: Source, csv: Source): Table {
  const table = toml.check(toml.toml(), shapes.table, 'the table', 1) as unknown as Table;
  if (table.id !== undefined && table.id !== id)
    toml.fail(`\`id\` must be the file's name, "${id}"`, toml.find(['id']));
  toml.oneOf(table.role, roles, 'role', 1);
  toml.check(table.row, shapes.row, '[row]', toml.find(['[row]']));

  const names = new Set<string>();
  for (const field of table.fields) {
    const line = toml.find(['[[fields]]', `"${String(field.name)}"`]);
    toml.check(field, shapes.field, `field "${String(field.name)}"`, line);
    if (names.has(field.name)) toml.fail(`field "${field.name}" is described twice`, line);
    names.add(field.name);
  }
  for (const field of table.fields)
    if (field.relative_to !== undefined && !names.has(field.relative_to))
      toml.fail(`no field is named "${field.relative_to}"`, toml.find([`"${field.name}"`, 'relative_to']));

  const [header = [], ...lines] = csvParseRows(csv.text);
  const expected = [table.row.name, ...names];
  if (header.join() !== expected.join()) csv.fail(`the columns must be ${expected.join(',')}`, 1);
  const number = (text: string, line: number): number => {
    const value = Number(text);
    if (text.trim() === '' || !Number.isFinite(value)) csv.fail(`"${text}" is not a number`, line);
    return value;
  };
  const rows: Key[] = [];
  const cells = lines.map((texts, index) => {
    const line = index + 2;
    if (texts.length !== expected.length) csv.fail(`${texts.length} values, expected ${expected.length}`, line);
    const [row = '', ...values] = texts;
    const key = rowKey(row.trim());
    if (key === '') csv.fail('the row has no key', line);
    if (rows.includes(key)) csv.fail(`a row before has the key ${key} too`, line);
    rows.push(key);
    return values.map((text) => (text.trim() === '' ? null : number(text, line)));
  });

  for (const [index, override] of (table.roles ?? []).entries()) {
    const line = toml.find(Array.from({ length: index + 1 }, () => '[[roles]]'));
    toml.check(override, shapes.roles, '[[roles]]', line);
    toml.oneOf(override.role, roles, 'role', line);
    for (const row of override.rows ?? [])
      if (!rows.includes(row)) toml.fail(`[[roles]] names row ${row}, which ${csv.name} does not have`, line);
    for (const field of override.fields ?? [])
      if (!names.has(field)) toml.fail(`[[roles]] names field "${field}", which is not described`, line);
  }
  for (const value of table.row.values ?? []) {
    const line = toml.find(['values', JSON.stringify(value.is)]);
    toml.check(value, shapes.value, 'a value of [row]', line);
    if (!rows.includes(value.is)) toml.fail(`[row] names ${value.is}, which ${csv.name} does not have`, line);
  }
  return { ...table, id, scenario: table.scenario ?? {}, rows, cells };
}

export function compileParameters(source: Source): Record<string, Parameter> {
  const parameters = source.toml();
  for (const [name, parameter] of Object.entries(parameters)) {
    const line = source.find([`[${name}]`]);
    source.check(parameter, shapes.parameter, `[${name}]`, line);
    const { provenance, fitted_on } = parameter as unknown as Parameter;
    source.oneOf(provenance, provenances, 'provenance', line);
    if ((provenance === 'fitted') !== (fitted_on !== undefined))
      source.fail(`[${name}]: \`fitted_on\` goes with provenance "fitted", and only with it`, line);
  }
  return parameters as Record<string, Parameter>;
}

/** Compiles one lab's folder. */
export async function compileLab(folder: string, root = folder): Promise<Lab> {
  const read = async (name: string): Promise<Source> => {
    const file = join(folder, name);
    const text = await readFile(file, 'utf8').catch(() => {
      throw new LabError(`${relative(root, file)}:1: this file is missing`);
    });
    return new Source(relative(root, file), text.replaceAll('\r\n', '\n').replace(/^\ufeff/, ''));
  };
  const head = await read('lab.md');
  const { title, model, ids } = compileHead(head);
  const present = new Set((await readdir(join(folder, 'data'))).map((name) => name.replace(/\.\w+$/, '')));
  for (const id of ids) if (!present.delete(id)) head.fail(`there is no data/${id}.toml`, head.find([`- ${id}`]));
  for (const id of present) head.fail(`\`tables\` does not name data/${id}.toml`, head.find(['tables:']));
  const tables = await Promise.all(
    ids.map(async (table) => compileTable(table, await read(`data/${table}.toml`), await read(`data/${table}.csv`))),
  );
  return {
    format: 1,
    id: basename(folder),
    title,
    summary: '',
    model,
    sources: {},
    start: {},
    series: {},
    tables,
    parameters: compileParameters(await read('parameters.toml')),
    introduction: [],
    steps: [],
  };
}

export { Source };
