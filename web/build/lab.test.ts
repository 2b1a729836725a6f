import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { compileLab, compileParameters, compileTable, LabError, Source } from './lab.ts';

const published = fileURLToPath(new URL('../../labs/zfs-directories', import.meta.url));

const toml = `title = "T"
source = "S"
role = "fit"

[row]
name = "names"
key = "names"
title = "Names"
unit = "names"

[[fields]]
name = "base"
title = "E"
group = "R13"
unit = "operations/s"
output = "external_throughput"
scenario = { release = "R13" }

[[fields]]
name = "gain"
title = "E"
group = "V2R1"
unit = "ratio"
output = "external_throughput"
relative_to = "base"
scenario = { release = "V2R1" }
`;
const csv = 'names,base,gain\n10,100,2\n20,50,\n';

const table = (changed = toml, values = csv) =>
  compileTable('t', new Source('data/t.toml', changed), new Source('data/t.csv', values));
const failure = (compile: () => unknown): string => {
  try {
    compile();
  } catch (error) {
    if (error instanceof LabError) return error.message;
    throw error;
  }
  return 'compiled';
};

describe('a table', () => {
  test('takes its values from the CSV file and keeps gaps', () => {
    expect(table()).toMatchObject({
      id: 't',
      scenario: {},
      rows: [10, 20],
      cells: [
        [100, 2],
        [50, null],
      ],
    });
  });

  test('may be keyed by words, which bring settings', () => {
    const values = 'values = [{ is = "a", title = "A", scenario = { names = 10 } }]';
    const words = toml.replace('key = "names"', values).replace('unit = "names"\n', '');
    expect(table(words, csv.replace('10,', 'a,'))).toMatchObject({
      rows: ['a', 20],
      row: { values: [{ is: 'a', title: 'A', scenario: { names: 10 } }] },
    });
    expect(failure(() => table(words))).toContain('[row] names a, which data/t.csv does not have');
    expect(failure(() => table(toml, csv.replace('10,', '20,')))).toBe('data/t.csv:3: a row before has the key 20 too');
  });

  test.each([
    ['a column is missing', toml, 'names,base\n10,1\n', 'data/t.csv:1: the columns must be names,base,gain'],
    ['a value is no number', toml, csv.replace('50', 'fast'), 'data/t.csv:3: "fast" is not a number'],
    ['a row is short', toml, 'names,base,gain\n10,1\n', 'data/t.csv:2: 2 values, expected 3'],
    [
      'a key is misspelt',
      toml.replace('group = "V2R1"', 'gruop = "V2R1"'),
      csv,
      'data/t.toml:20: field "gain" needs `group` (string)',
    ],
    [
      'a key is unknown',
      `colour = "red"\n${toml}`,
      csv,
      'data/t.toml:1: the table has no `colour`; it may have id, title,',
    ],
    [
      'a type is wrong',
      toml.replace('unit = "ratio"', 'unit = 1'),
      csv,
      'data/t.toml:23: `unit` of field "gain" must be a string',
    ],
    ['a role is unknown', toml.replace('"fit"', '"guess"'), csv, 'data/t.toml:3: `role` is one of baseline, fit,'],
    [
      'a ratio has no base',
      toml.replace('= "base"\nscen', '= "bass"\nscen'),
      csv,
      'data/t.toml:25: no field is named "bass"',
    ],
    [
      'a role names no row',
      `${toml}\n[[roles]]\nrows = [30]\nrole = "held_out"\n`,
      csv,
      'data/t.toml:28: [[roles]] names row 30',
    ],
    [
      'a role names no field',
      `${toml}\n[[roles]]\nfields = ["x"]\nrole = "held_out"\n`,
      csv,
      'data/t.toml:28: [[roles]] names field "x"',
    ],
    ['it is not TOML', toml.replace('title = "T"', 'title = T'), csv, 'data/t.toml:1: '],
  ])('says where and what when %s', (_, changed, values, message) => {
    expect(failure(() => table(changed, values))).toContain(message);
  });
});

describe('parameters', () => {
  const parameter = '[a]\ntitle = "A"\nvalue = 1\nunit = "us"\nprovenance = "assumed"\nsource = "S"\n';
  const compile = (text: string) => compileParameters(new Source('parameters.toml', text));

  test('are kept by name', () => {
    expect(compile(parameter)['a']?.value).toBe(1);
  });

  test('say what they were fitted on exactly if they were fitted', () => {
    expect(failure(() => compile(parameter.replace('assumed', 'fitted')))).toContain(
      'parameters.toml:1: [a]: `fitted_on`',
    );
    expect(failure(() => compile(`${parameter}fitted_on = ["t"]\n`))).toContain('`fitted_on`');
  });

  test('have a known provenance', () => {
    expect(failure(() => compile(parameter.replace('assumed', 'known')))).toContain('parameters.toml:5: `provenance`');
  });
});

describe('a lab', () => {
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lab-'));
    await cp(published, folder, { recursive: true });
  });
  afterEach(() => rm(folder, { recursive: true }));

  test('has its tables in the order of its front matter', async () => {
    const lab = await compileLab(published);
    expect(lab.id).toBe('zfs-directories');
    const order = [...(await readFile(join(published, 'lab.md'), 'utf8')).matchAll(/^ {2}- (.*)$/gm)].map(
      ([, id]) => id,
    );
    expect(lab.tables.map(({ id }) => id)).toEqual(order);
    for (const { rows, cells, fields } of lab.tables) {
      expect(cells).toHaveLength(rows.length);
      for (const row of cells) expect(row).toHaveLength(fields.length);
    }
  });

  test('names the missing file', async () => {
    await rm(join(folder, 'parameters.toml'));
    await expect(compileLab(folder)).rejects.toThrow('parameters.toml:1: this file is missing');
  });

  test('names a table that is not there, and one that nobody names', async () => {
    const file = join(folder, 'lab.md');
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.replace('tables:', 'tables:\n  - other'));
    await expect(compileLab(folder)).rejects.toThrow('lab.md:23: there is no data/other.toml');
    await writeFile(file, text.replace(/^ {2}- .*\n/m, ''));
    await expect(compileLab(folder)).rejects.toThrow('lab.md:22: `tables` does not name data/');
  });
});
