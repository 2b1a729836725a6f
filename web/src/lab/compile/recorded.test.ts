import { expect, test } from 'vitest';
import { exampleTable } from '../examples.ts';
import type { Parameter } from '../types.ts';
import { filesInMemory } from './files.ts';
import { print, Problems } from './problems.ts';
import { readSummaries } from './recorded.ts';

const field = { name: 'f', title: 'F', group: 'F', unit: 's', output: 'seconds', scenario: {} };
const table = exampleTable({
  fields: [field],
  rows: [1, 2, 3],
  cells: [[4], ['>2'], [5]],
  roles: [{ rows: [3], role: 'held_out' }],
});
const assumed: Parameter = { title: '', value: 1, unit: '1', provenance: 'assumed', source: '' };
const record = {
  lab: 'l',
  tables: [{ id: 't', summary: { independent_cells: 2, median_error: 0.1 } }],
  summary: { independent_cells: 2, chosen_parameters: 1, median_error: 0.1 },
};

function read(text: string | undefined, parameters: Record<string, Parameter> = { a: assumed }) {
  const problems = new Problems();
  const files = filesInMemory('lab', text === undefined ? {} : { 'summary.json': text });
  const { summaries, reportStale } = readSummaries(files, [table], parameters, problems);
  expect(problems.sorted()).toEqual([]);
  reportStale?.();
  return { summaries, messages: problems.sorted().map(print) };
}

test('record has the errors of each table and of all', () => {
  expect(read(JSON.stringify(record))).toEqual({
    summaries: { tables: { t: record.tables[0]?.summary }, all: record.summary },
    messages: [],
  });
  expect(read(undefined)).toEqual({ summaries: undefined, messages: [] });
});

test('record of other cells or parameters is out of date', () => {
  const again = 'run pathlength reproduce lab --summary --format json > summary.json';
  const stale = (what: string): string => `summary.json:1:1: this file is out of date (${what}): ${again}`;
  const fewer = { ...record, tables: [{ id: 't', summary: { independent_cells: 1 } }] };
  expect(read(JSON.stringify(fewer)).messages).toEqual([stale('t has 2 independent cells, but the file counts 1')]);
  expect(read(JSON.stringify({ ...record, tables: [] })).messages).toEqual([
    stale('t has 2 independent cells, but the file counts none'),
  ]);
  expect(read(JSON.stringify(record), {}).messages).toEqual([stale('0 parameters are assumed, but the file counts 1')]);
  expect(read('{').messages).toEqual([stale('it is not a record of errors')]);
});
