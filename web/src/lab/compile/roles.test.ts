import { describe, expect, test } from 'vitest';
import type { Parameter } from '../types.ts';
import { filesInMemory, SourceFile } from './files.ts';
import { print, Problems } from './problems.ts';
import { checkRoles } from './roles.ts';
import { TablePlaces } from './table-places.ts';
import { compileTable } from './tables.ts';

const csv = 'names,speed\n20,412.7\n300,385.1\n5000,97.33\n';

/** Returns the description of a table with one column; `role` contains the lines for its role. */
const toml = (role: string): string => `title = "T"
source = "S"
${role}

[row]
name = "names"
title = "Names"
unit = "names"

[[fields]]
name = "speed"
title = "Speed"
group = "G"
unit = "names/s"
output = "speed"
`;

const inherited = 'role = "inherited"\nbecause = "The same slide."\nfrom = "origin/all"';

/**
 * Returns the problems of a lab with a held-out table whose numbers are those of a table in the lab that it inherits
 * from.
 */
function problemsOf(lenderRole: string, lenderCsv = csv): string[] {
  const problems = new Problems();
  const file = (name: string, text: string) => new SourceFile(name, text, problems);
  const [own, values] = [file('data/copy.toml', toml('role = "held_out"')), file('data/copy.csv', csv)];
  const table = compileTable('copy', own, values, undefined);
  if (!table) throw new Error(problems.sorted().map(print).join('\n'));
  const lender = filesInMemory('lender', { 'data/all.toml': toml(lenderRole), 'data/all.csv': lenderCsv });
  const parameter: Parameter = {
    title: 'P',
    value: 1,
    unit: 'us',
    provenance: 'assumed',
    source: 'S',
    inherited_from: 'lender',
  };
  const beside = (id: string) => (id === 'lender' ? lender : undefined);
  const places = new Map([['copy', new TablePlaces(own, values)]]);
  checkRoles([table], places, { parameter }, { ...filesInMemory('own', {}), beside });
  return problems.sorted().map(print);
}

describe('held-out column with the numbers of the lab that lends parameters', () => {
  const error =
    'data/copy.toml:3:1: these cells are fitted or held out in another lab, so they are neither fitted nor held out: ' +
    'speed = the numbers of lender/all (rows 20, 300, 5000): give them role = "inherited" in [[roles]], with because = "…" and from = "lab/table"';

  test('is an error where its role is written', () => {
    expect(problemsOf('role = "fit"')).toEqual([error]);
  });

  test('is an error when that lab has inherited them itself', () => {
    expect(problemsOf(inherited)).toEqual([error]);
  });

  test('passes when they are published only there', () => {
    expect(problemsOf('role = "measured"')).toEqual([]);
  });

  test('passes when one of them differs', () => {
    expect(problemsOf('role = "fit"', csv.replace('97.33', '98.33'))).toEqual([]);
  });
});
