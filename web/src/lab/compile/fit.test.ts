import { describe, expect, test } from 'vitest';
import { exampleTable } from '../examples.ts';
import type { FitRecord, Parameter } from '../types.ts';
import { filesInMemory } from './files.ts';
import { readFit } from './fit.ts';
import { print, Problems } from './problems.ts';

const table = exampleTable({
  id: 'all',
  role: 'fit',
  roles: [{ rows: [20], fields: [], role: 'held_out' }],
  fields: [{ name: 'rate', title: 'Rate', group: 'G', unit: 'operations/s', output: 'rate' }],
  rows: [2, 20, 50],
  cells: [[100], [50], [40]],
});

const parameters = {
  search: { title: 'S', value: 11, unit: 'us', provenance: 'fitted', source: 'S', start: 10, fitted_on: ['all'] },
  wait: { title: 'W', value: 3, unit: 'us', provenance: 'fitted', source: 'S', start: 1, fitted_on: ['all'] },
  guess: { title: 'G', value: 7, unit: 'us', provenance: 'assumed', source: 'S' },
} satisfies Record<string, Parameter>;

const group = {
  tables: ['all'],
  cells: 3,
  independent_cells: 2,
  sum_of_logarithms: Math.log(4000),
  parameters: 2,
  saturated: false,
  median_error: 0.1,
  max_error: 0.2,
  rms_log_error: 0.1,
  scatter: 0.1,
  freedom: 1,
  converged: true,
};

const record: FitRecord = {
  lab: 'lab',
  engine: '0.1.0',
  bootstrap: 400,
  // 100 and 40 are fitted; 50 is held out.
  groups: [group],
  parameters: {
    search: { stored: 11, fitted: 11, interval: [9, 13], determined: true },
    wait: { stored: 3, fitted: 3, determined: false },
  },
  values: { search: 11, wait: 3, guess: 7 },
  draws: {
    names: ['search', 'wait'],
    values: [
      [10, 1],
      [12, 9],
    ],
  },
};

function read(text: string | undefined, now: Record<string, Parameter> = parameters, tables = [table]) {
  const problems = new Problems();
  const files = filesInMemory('lab', text === undefined ? {} : { 'fit.json': text });
  const { parameters: found, fit } = readFit(files, now, tables, problems);
  return { found, fit, problems: problems.sorted().map(print) };
}

describe('record of a fit', () => {
  test('gives fitted parameters their interval, and says which are undetermined', () => {
    const { found, fit, problems } = read(JSON.stringify(record));
    expect(problems).toEqual([]);
    expect(fit).toEqual(record);
    expect(found['search']).toMatchObject({ interval: [9, 13], determined: true });
    expect(found['wait']).toMatchObject({ determined: false });
    expect(found['wait']).not.toHaveProperty('interval');
    expect(found['guess']).toEqual(parameters.guess);
  });

  test('gives inherited parameters the interval of the lab that fitted them', () => {
    const inherited: Parameter = {
      title: 'S',
      value: 11,
      unit: 'us',
      provenance: 'inherited',
      source: 'S',
      inherited_from: 'there',
    };
    const there = filesInMemory('there', { 'fit.json': JSON.stringify(record) });
    const files = { ...filesInMemory('here', {}), beside: (id: string) => (id === 'there' ? there : undefined) };
    const problems = new Problems();
    const { parameters: found, fit } = readFit(
      files,
      { search: inherited, guess: { ...inherited, inherited_from: 'nowhere' } },
      [],
      problems,
    );
    expect(found['search']).toEqual({ ...inherited, interval: [9, 13], determined: true });
    expect(found['guess']).toEqual({ ...inherited, inherited_from: 'nowhere' });
    expect(problems.sorted()).toEqual([]);
    expect(fit).toBeUndefined();
  });

  test('of inherited parameters has the draws of the lab that fitted them', () => {
    const inherited: Record<string, Parameter> = {
      search: { title: 'S', value: 11, unit: 'us', provenance: 'inherited', source: 'S', inherited_from: 'there' },
    };
    const borrowed: FitRecord = {
      ...record,
      groups: [{ ...group, tables: [], inherited_from: 'there' }],
      parameters: {},
      values: { search: 11 },
      draws: { names: ['search'], values: [[10], [12]] },
    };
    const problemsOf = (draws: number[][]): string[] => {
      const lent = { ...record, draws: { ...record.draws, values: draws } };
      const there = filesInMemory('there', { 'fit.json': JSON.stringify(lent) });
      const here = filesInMemory('here', { 'fit.json': JSON.stringify(borrowed) });
      const problems = new Problems();
      readFit({ ...here, beside: () => there }, inherited, [], problems);
      return problems.sorted().map(print);
    };
    expect(problemsOf(record.draws.values)).toEqual([]);
    expect(problemsOf([[10, 1]]).join()).toContain('the draws of the lab that fitted search have changed');
  });

  test('of a saturated fit marks its parameters, without intervals', () => {
    const saturated = {
      ...record,
      bootstrap: 0,
      groups: [{ ...group, saturated: true }],
      parameters: {
        search: { stored: 11, fitted: 11, determined: true },
        wait: { stored: 3, fitted: 3, determined: true },
      },
      draws: { names: [], values: [] },
    };
    const { found } = read(JSON.stringify(saturated));
    expect(found['search']).toEqual({ ...parameters.search, determined: true });
    expect(found['guess']).toEqual(parameters.guess);
  });

  test('changes nothing if no fit is recorded', () => {
    expect(read(undefined)).toEqual({ found: parameters, fit: undefined, problems: [] });
  });

  const changed = (change: Partial<FitRecord>) => JSON.stringify({ ...record, ...change });
  test.each([
    [
      'a value',
      changed({ values: { search: 11, wait: 3, guess: 8 } }),
      'the record was made with guess = 8, but the lab has 7',
    ],
    ['a parameter', changed({ values: { search: 11, wait: 3 } }), 'parameter guess is not in the record'],
    [
      'a role',
      changed({ groups: [{ ...group, independent_cells: 3 }] }),
      'the number of `fit` cells of all is 2, but 3 in the record',
    ],
    [
      'a published value',
      changed({ groups: [{ ...group, sum_of_logarithms: 8 }] }),
      'a published value in all has changed',
    ],
    [
      'a provenance',
      changed({ parameters: { search: record.parameters['search'] as FitRecord['parameters'][string] } }),
      'parameter wait is fitted in the lab or in the record, but not in both',
    ],
    ['the format', '{"draws": []', 'the file is not the record of a fit'],
  ])('is refused when %s has changed', (_, text, message) => {
    const { found, problems } = read(text);
    expect(found).toEqual(parameters);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(/^fit\.json:1:1: /);
    expect(problems[0]).toContain(`this file is out of date (${message}): run pathlength calibrate lab`);
  });
});
