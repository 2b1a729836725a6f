import { describe, expect, test } from 'vitest';
import { cellText } from '../cells.ts';
import { SourceFile } from './files.ts';
import type { Inherit } from './inherited.ts';
import { compileParameters } from './parameters.ts';
import { print, Problems } from './problems.ts';
import { compileTable } from './tables.ts';

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

const table = (changed = toml, values = csv) => {
  const problems = new Problems();
  const file = (name: string, text: string) => new SourceFile(name, text, problems);
  const compiled = compileTable('t', file('data/t.toml', changed), file('data/t.csv', values), undefined);
  return { compiled, messages: problems.sorted().map(print) };
};

describe('table', () => {
  test('takes its values from the CSV file and keeps gaps', () => {
    expect(table().compiled).toMatchObject({
      id: 't',
      scenario: {},
      rows: [10, 20],
      cells: [
        [100, 2],
        [50, null],
      ],
    });
  });

  test('keeps the digits that are printed where the number would be shown with others', () => {
    const published = toml.replace('output = "external_throughput"\nrelative_to = "base"\n', '');
    const { compiled } = table(
      published,
      'names,base,gain\n10,12.540,1.00\n20,1234.50,14\n30,3.443,0.380\n40,-0.1995,\n',
    );
    expect(compiled?.printed).toEqual(['12.540', '', '1,234.50', '14', '', '0.380']);
    expect(compiled?.rows.map((_, row) => [0, 1].map((column) => cellText(compiled, row, column)))).toEqual([
      ['12.540', '1.00'],
      ['1,234.50', '14'],
      ['3.443', '0.380'],
      ['-0.1995', ''],
    ]);
    expect(compiled?.cells[0]).toEqual([12.54, 1]);
    expect(table().compiled).toHaveProperty('printed', ['', '2']);
  });

  test('knows half of the last place of values that are printed with one digit', () => {
    const { compiled } = table(toml, 'names,base,gain\n10,0.002,10\n20,2,2.0\n30,-0.4,0.10\n40,,>1\n');
    expect(compiled?.half_digits).toEqual([0.0005, 0, 0.5, 0, 0.05]);
    const published = toml.replace('output = "external_throughput"\nrelative_to = "base"\n', '');
    expect(table(published, 'names,base,gain\n10,100,2\n').compiled).not.toHaveProperty('half_digits');
  });

  const toRow = toml
    .replace('unit = "operations/s"', 'unit = "ratio"')
    .replace('output =', 'relative_to_row = 10\noutput =');

  test('may have values that are relative to a row, and others to the same cell', () => {
    expect(table(toRow).messages).toEqual([
      'data/t.toml:26:1: "base" is also a ratio: make `relative_to` a column that is not a ratio',
    ]);
    const both = toRow.replace('relative_to = "base"', 'relative_to = "base"\nrelative_to_row = 10');
    expect(table(both).messages).toEqual([]);
    expect(table(both).compiled?.fields.map(({ relative_to_row }) => relative_to_row)).toEqual([10, 10]);
  });

  test('has columns that are only published, with 0 as a value', () => {
    const published = toml.replace('output = "external_throughput"\nrelative_to = "base"\n', '');
    const { compiled, messages } = table(published, 'names,base,gain\n10,100,0\n20,50,1\n');
    expect(messages).toEqual([]);
    expect(compiled?.cells).toEqual([
      [100, 0],
      [50, 1],
    ]);
    const unmodelled = toml.replace('output = "external_throughput"\nscen', 'scen');
    expect(table(unmodelled).messages).toEqual([
      'data/t.toml:24:1: "base" has no output, so the model has nothing to divide by: give it an output',
    ]);
  });

  test('has words for rows, which may bring settings', () => {
    const words = toml
      .replace('key = "names"\n', '')
      .replace('unit = "names"', 'values = [{ is = "lz4 1.9", title = "LZ4", scenario = { codec = "lz4" } }]');
    expect(table(words, 'names,base,gain\nlz4 1.9,100,2\nzstd,50,\n').compiled).toMatchObject({
      rows: ['lz4 1.9', 'zstd'],
      row: { unit: '', values: [{ is: 'lz4 1.9', title: 'LZ4', scenario: { codec: 'lz4' } }] },
    });
  });

  test.each([
    [
      'a column is missing',
      toml,
      'names,base\n10,1\n',
      ['data/t.csv:1:1: the columns must be names,base,gain, as in the table’s description; found names,base'],
    ],
    ['a value is not a number', toml, csv.replace('50', 'fast'), ['data/t.csv:3:4: "fast" is not a number']],
    [
      'a value is 0',
      toml,
      csv.replace('50', '0'),
      ['data/t.csv:3:4: an error cannot be relative to 0: leave the cell empty'],
    ],
    [
      'a row is short',
      toml,
      'names,base,gain\n10,1\n',
      ['data/t.csv:2:1: 2 values, expected 3: an empty cell still needs its comma'],
    ],
    [
      'a row occurs twice',
      toml,
      csv.replace('20', '10'),
      ['data/t.csv:3:1: an earlier row already has the key 10: choose another key'],
    ],
    [
      'a key is misspelt',
      toml.replace('group = "V2R1"', 'gruop = "V2R1"'),
      csv,
      [
        'data/t.toml:19:1: field "gain" needs `group`, a non-empty string',
        'data/t.toml:22:1: unknown key `gruop` in field "gain"; did you mean "group"?',
      ],
    ],
    [
      'a type is wrong',
      toml.replace('unit = "ratio"', 'unit = 1'),
      csv,
      ['data/t.toml:23:1: `unit` of field "gain" must be a non-empty string'],
    ],
    [
      'a role is unknown',
      toml.replace('"fit"', '"guess"'),
      csv,
      [
        'data/t.toml:3:1: `role` must be one of baseline, fit, held_out, predicted, missing, damaged, measured, identity, input, built_in, inherited, claim, not "guess"',
      ],
    ],
    [
      'a ratio has no base',
      toml.replace('= "base"\nscen', '= "bass"\nscen'),
      csv,
      ['data/t.toml:25:1: no field is named "bass"; did you mean "base"?'],
    ],
    [
      'a ratio is relative to an unknown row',
      toml.replace('relative_to = "base"', 'relative_to_row = 100'),
      csv,
      ['data/t.toml:25:1: the table has no row 100; known: 10, 20'],
    ],
    [
      'a ratio to a row has a unit',
      toml
        .replace('unit = "operations/s"', 'unit = "operations/s"\nrelative_to_row = 20')
        .replace('relative_to = "base"\n', ''),
      csv,
      ['data/t.toml:15:1: field "base" is relative to a row, so its unit must be "ratio"'],
    ],
    [
      'a role names no row',
      `${toml}\n[[roles]]\nrows = [30]\nrole = "held_out"\n`,
      csv,
      ['data/t.toml:29:1: the table has no row 30; known: 10, 20'],
    ],
    [
      'a role names no field',
      `${toml}\n[[roles]]\nfields = ["x"]\nrole = "held_out"\n`,
      csv,
      ['data/t.toml:29:1: the table has no field x; known: base, gain'],
    ],
    [
      'it is not TOML',
      toml.replace('title = "T"', 'title = T'),
      csv,
      ['data/t.toml:1:9: Invalid TOML document: invalid value: put text in straight quotes, as in key = "text"'],
    ],
    [
      'a text has no closing quote',
      toml.replace('title = "T"', 'title = "T'),
      csv,
      [
        'data/t.toml:1:11: Invalid TOML document: control characters are not allowed in strings: end the text with a quote on the same line',
      ],
    ],
  ])('says where and what when %s', (_, changed, values, messages) => {
    expect(table(changed, values).messages).toEqual(messages);
  });
});

describe('role', () => {
  const rule = (...lines: string[]): string => `${toml}\n[[roles]]\nfields = ["base"]\n${lines.join('\n')}\n`;
  const at = 'data/t.toml:30:1';

  test.each(['identity', 'input', 'built_in', 'damaged'])('"%s" without a reason is an error', (role) => {
    expect(table(rule(`role = "${role}"`)).messages).toEqual([
      `${at}: the role "${role}" needs a reason: add because = "…" with one sentence`,
    ]);
    expect(table(toml.replace('role = "fit"', `role = "${role}"`)).messages).toHaveLength(1);
    expect(table(rule(`role = "${role}"`, 'because = "It says so."')).messages).toEqual([]);
  });

  test('"inherited" without a table of another lab is an error, and another role with one', () => {
    const because = 'because = "The same slide."';
    expect(table(rule('role = "inherited"', because)).messages).toEqual([
      `${at}: the role "inherited" needs the table with these cells: add from = "lab/table"`,
    ]);
    expect(table(rule('role = "inherited"', because, 'from = "other/slide"')).messages).toEqual([]);
    expect(table(rule('role = "fit"', 'from = "other/slide"')).messages).toEqual([
      'data/t.toml:31:1: `from` is only for the role "inherited"',
    ]);
  });
});

describe('parameters', () => {
  const parameter = '[a]\ntitle = "A"\nvalue = 1\nunit = "us"\nprovenance = "assumed"\nsource = "S"\n';
  const compile = (text: string, inherit: Inherit = () => 'no lab') => {
    const problems = new Problems();
    const compiled = compileParameters(new SourceFile('parameters.toml', text, problems), ['t'], inherit);
    return { compiled, messages: problems.sorted().map(print) };
  };

  test('are kept by name', () => {
    expect(compile(parameter).compiled['a']?.value).toBe(1);
  });

  test('say what they were fitted on exactly if they were fitted', () => {
    expect(compile(parameter.replace('assumed', 'fitted')).messages).toEqual([
      'parameters.toml:1:1: [a] needs `fitted_on`, a list of the tables that it is fitted to',
    ]);
    expect(compile(`${parameter}fitted_on = ["t"]\n`).messages).toEqual([
      'parameters.toml:1:1: [a]: `fitted_on` is only for provenance "fitted"',
    ]);
  });

  test('have decimals with a point', () => {
    expect(compile(parameter.replace('value = 1', 'value = 1,5')).messages).toEqual([
      'parameters.toml:3:10: Invalid TOML document: illegal character in numeric literal: write 1234.5, with a point and without separators',
    ]);
  });

  test('are inherited whole, with one line', () => {
    const there = {
      title: 'A',
      value: 2,
      unit: 'us',
      provenance: 'inherited',
      source: 'S',
      inherited_from: 'l',
    } as const;
    const inherit: Inherit = (name, lab) => (name === 'a' && lab === 'l' ? there : `no ${name} in ${lab}`);
    const inheriting = (text: string) => compile(text, inherit);
    expect(inheriting('[a]\ninherited_from = "l"\n')).toEqual({ compiled: { a: there }, messages: [] });
    expect(inheriting('[b]\ninherited_from = "l"\n').messages).toEqual(['parameters.toml:2:1: [b]: no b in l']);
    expect(inheriting('[a]\ninherited_from = "l"\nvalue = 2\n').messages).toEqual([
      'parameters.toml:3:1: [a] takes its value from the lab l: remove all lines except inherited_from',
    ]);
    expect(inheriting(parameter.replace('assumed', 'inherited')).messages).toEqual([
      'parameters.toml:5:1: [a]: an inherited parameter names its lab: write only inherited_from = "lab"',
    ]);
  });

  test('have a known provenance, a source, and tables that exist', () => {
    expect(compile(parameter.replace('assumed', 'known')).messages[0]).toContain('parameters.toml:5:1: `provenance`');
    expect(compile(parameter.replace('"S"', '""')).messages[0]).toContain('parameters.toml:6:1: `source`');
    expect(compile(`${parameter.replace('assumed', 'fitted')}fitted_on = ["u"]\n`).messages).toEqual([
      'parameters.toml:7:1: the lab has no table "u"; did you mean "t"?',
    ]);
  });
});
