import { describe, expect, test } from 'vitest';
import type { Field, Scenario } from '../types.ts';
import { exampleTable } from '../examples.ts';
import { SourceFile } from './files.ts';
import { print, Problems } from './problems.ts';
import { Quantities } from './quantities.ts';

const field = (title: string, scenario: Scenario, unit = 'MB/s'): Field => ({
  name: title.toLowerCase().replaceAll(' ', '_'),
  title,
  group: 'G',
  unit,
  output: 'throughput',
  scenario,
});

/** Returns the title of an output that these columns show, and the problems of a chart with that output. */
function called(fields: readonly Field[], given: Record<string, string> = {}) {
  const described = [
    { name: 'throughput', title: 'Throughput', unit: 'MB/s', terms: '', half_width: '' },
    { name: 'load', title: 'Load', unit: '%', terms: '', half_width: 'load_half' },
  ];
  const table = exampleTable({ fields: [...fields], rows: [], cells: [] });
  const quantities = new Quantities(described, [table], new Map(Object.entries(given)));
  const problems = new Problems();
  const source = new SourceFile('lab.md', '', problems);
  for (const output of ['throughput', 'load']) quantities.check(source, output, { line: 3, column: 5 });
  return { outputs: quantities.outputs, messages: problems.sorted().map(print) };
}
const title = (...about: Parameters<typeof called>): string | undefined =>
  called(...about).outputs['throughput']?.title;

describe('quantity title', () => {
  test('is the model’s where no column shows it, with all that the model says', () => {
    expect(called([])).toEqual({
      outputs: {
        throughput: { title: 'Throughput', unit: 'MB/s', terms: '' },
        load: { title: 'Load', unit: '%', terms: '', half_width: 'load_half' },
      },
      messages: [],
    });
  });

  test('is a column’s where that has no scenario of its own', () => {
    const columns = [field('One disk', { disks: 1 }), field('Data rate', {})];
    expect([title(columns), called(columns).messages]).toEqual(['Data rate', []]);
  });

  test('is the columns’ where scenarios share it', () => {
    const columns = [field('Data rate', { disks: 1 }), field('Data rate', { disks: 8 }, 'ratio')];
    expect([title(columns), called(columns).messages]).toEqual(['Data rate', []]);
  });

  test('is never one scenario’s, and a chart needs another', () => {
    const columns = [field('One disk', { disks: 1 }), field('Eight disks', { disks: 8 }, 'ratio')];
    const message =
      'lab.md:3:5: the tables call throughput "One disk", which is one scenario (field "one_disk" of t): ' +
      'name the axis in the front matter, such as outputs: { throughput: "Throughput" }';
    expect([title(columns), called(columns).messages]).toEqual(['Throughput', [message]]);
    expect(called(columns.slice(0, 1)).messages).toEqual([message]);
  });

  test('is the front matter’s before all others', () => {
    const columns = [field('One disk', { disks: 1 }), field('Data rate', {})];
    expect([title(columns, { throughput: 'Speed' }), called(columns, { throughput: 'Speed' }).messages]).toEqual([
      'Speed',
      [],
    ]);
    expect(called([field('One disk', { disks: 1 })], { throughput: 'Speed' }).messages).toEqual([]);
  });

  test('has the unit of a table that shows it, unless that is a ratio', () => {
    const unit = (...units: string[]) =>
      called(units.map((unit) => field('Rate', { disks: 1 }, unit))).outputs['throughput']?.unit;
    expect([unit('ratio', 'MB/s per disk'), unit('ratio')]).toEqual(['MB/s per disk', 'MB/s']);
  });
});
