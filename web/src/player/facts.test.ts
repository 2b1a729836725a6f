import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { compileLab } from '../../build/lab';
import { exampleLab, exampleTable } from '../lab/examples';
import type { Parameter, Provenance } from '../lab/types';
import { fittedWords, labFacts, labHeadline, tableLines } from './facts';

const parameters = (...from: Provenance[]): Record<string, Parameter> =>
  Object.fromEntries(
    from.map((provenance, at) => [`p${at}`, { title: '', value: 1, unit: '1', provenance, source: '' }]),
  );
const fitted = (...from: Provenance[]): string => fittedWords(exampleLab({ parameters: parameters(...from) }));

describe('fitted parameters of a lab', () => {
  test('are counted apart where another lab has fitted them', () => {
    expect(fitted('assumed', 'published')).toBe('none of them fitted');
    expect(fitted('assumed', 'fitted', 'fitted')).toBe('2 of them fitted');
    expect(fitted('assumed', 'inherited')).toBe('1 of them fitted in another lab');
    expect(fitted('fitted', 'inherited', 'inherited')).toBe('1 of them fitted and 2 fitted in another lab');
  });
});

test('line of a folded table has its cells and its worst error', () => {
  const field = { name: 'f', title: 'F', group: 'F', unit: 's', output: 'seconds' };
  const of = (cells: (number | string | null)[][], recorded: Parameters<typeof exampleTable>[0]['recorded']) =>
    tableLines(
      exampleLab({
        tables: [exampleTable({ id: 't', fields: [field], rows: [1, 2, 3], cells, ...(recorded && { recorded }) })],
      }),
    )['t']?.facts;
  expect(of([[1], [2], [null]], { independent_cells: 2, max_error: 0.125 })).toBe(
    '2 published values, worst error 12.5\u202f%',
  );
  expect(of([['>2'], ['<3'], [null]], { bounds: 2, bounds_met: 1 })).toBe('2 claims in words, 1 of 2 bounds satisfied');
  expect(of([[1], [null], [null]], undefined)).toBe('1 published value');
});

describe('lab in numbers', () => {
  const field = { name: 'f', title: 'F', group: 'F', unit: 's', output: 'seconds' };
  test('counts claims in words apart from values, and no gaps', () => {
    const cells = [[1], ['>2'], [null], ['1–2'], [4]];
    const roles = [{ rows: [1], role: 'baseline' as const }];
    const table = exampleTable({ fields: [field], rows: [1, 2, 3, 4, 5], cells, roles });
    expect(labFacts(exampleLab({ tables: [table], minutes: 5 }))).toBe(
      '1 table with 1 published value and 2 claims in words; 0 parameters, none of them fitted; about 5 minutes.',
    );
  });

  test('counts values once if two tables show the same file', () => {
    const table = exampleTable({ fields: [field], rows: [1, 2], cells: [[1], [2]] });
    const again = { ...table, id: 'again', csv: 't' };
    const other = { ...table, id: 'other' };
    expect(labFacts(exampleLab({ tables: [table, again, other] }))).toMatch(/^3 tables with 4 published values;/);
  });

  test('has errors next to a baseline’s, and numbers of parameters', () => {
    const recorded = {
      independent_cells: 131,
      median_error: 0.035,
      max_error: 0.32,
      held_out_cells: 44,
      held_out_median_error: 0.045,
      held_out_max_error: 0.12,
      fitted_parameters: 30,
      chosen_in_view_cells: 38,
      baseline: { kind: 'line' as const, cells: 43, median_error: 0.06, max_error: 2.74 },
    };
    expect(labHeadline(exampleLab({ recorded, parameters: parameters('assumed', 'fitted', 'assumed') }))).toBe(
      '131 independent cells: median error 3.5\u202f%, worst 32.0\u202f%; 44 held out: median 4.5\u202f%, worst 12.0\u202f%. ' +
        'Without a model, a straight line through the times of two rows has a median error of 6.0\u202f% and a worst error of 274.0\u202f% (43 cells). ' +
        '30 parameters are fitted and 2 chosen by hand; 38 independent cells and bounds were known when an assumption was made.',
    );
    expect(labHeadline(exampleLab())).toBe('');
  });

  test('says how many of its values are bounds', () => {
    const table = exampleTable({ fields: [field], rows: [1, 2, 3], cells: [[1], ['>2'], [null]] });
    const recorded = { bounds: 1, bounds_met: 0, fitted_parameters: 0 };
    expect(labHeadline(exampleLab({ tables: [table], recorded }))).toBe(
      '1 of 2 values is a bound taken from a claim in words; the model satisfies 0 of the 1 that it computes. 0 parameters are fitted and 0 chosen by hand.',
    );
  });

  const labs = new URL('../../../labs/', import.meta.url).pathname;
  const count = (text: string, of: RegExp): number => [...text.matchAll(of)].length;
  // The expected counts come from the files themselves: in a CSV file, only bounds contain `<`, `>`, or `..`.
  test.each(['zfs-migration', 'journaling', 'zfs-directories'])('of %s is what its files have', async (id) => {
    const lab = await compileLab(`${labs}${id}`);
    const file = readFileSync(`${labs}${id}/parameters.toml`, 'utf8');
    const [here, elsewhere] = [/^provenance = "fitted"$/gm, /^inherited_from = /gm].map((of) => count(file, of));
    // Seven of the inherited parameters were published, documented, or assumed in the other lab, not fitted.
    const fittedElsewhere = elsewhere ? elsewhere - 7 : 0;
    const described = readdirSync(`${labs}${id}/data`).filter((name) => name.endsWith('.toml'));
    const columns = described.flatMap((name) => {
      const [header = [], ...rows] = readFileSync(`${labs}${id}/data/${name.replace('.toml', '.csv')}`, 'utf8')
        .trim()
        .split('\n')
        .map((line) => line.split(','));
      return header.slice(1).map((_, at) => rows.map((row) => row[at + 1] ?? '').filter((cell) => cell !== ''));
    });
    const isBound = (cell: string): boolean => /[<>]|\.\./.test(cell);
    const claims = columns.flat().filter(isBound).length;
    // A 1 in a column with bounds is their baseline, not a published value.
    const ones = columns
      .filter((column) => column.some(isBound))
      .flatMap((column) => column.filter((cell) => cell === '1'));
    const values = columns.flat().length - claims - ones.length;
    const facts = labFacts(lab);
    expect(facts).toContain(`${described.length} tables with ${values} published values`);
    expect(facts.includes('claims in words')).toBe(claims > 0);
    if (claims > 0) expect(facts).toContain(` and ${claims} claims in words;`);
    expect(facts.includes('in another lab')).toBe(elsewhere !== 0);
    if (elsewhere) expect(facts).toContain(` ${fittedElsewhere} of them fitted in another lab`);
    if (here) expect(facts).toContain(` ${here} of them fitted`);
  });
});
