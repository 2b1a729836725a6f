import { expect, test } from 'vitest';
import { inOrder } from '../lab/card';
import { exampleLab, exampleTable } from '../lab/examples';
import type { Scenario } from '../lab/types';
import { totals } from '../player/facts';
import { heldOutTables, raceResults, worstCell } from './home-data';

const field = (name: string) => ({ name, title: name, group: 'G', unit: 's', output: 'seconds' });

test('worst cell is the held-out one with the largest error, above or below', () => {
  const table = exampleTable({
    fields: [field('a'), field('b')],
    rows: [1, 2],
    cells: [
      [10, 20],
      [30, 40],
    ],
    roles: [{ rows: [2], role: 'held_out' }],
  });
  const lab = exampleLab({ tables: [table] });
  // The cell with an error of 90 % may be used for a fit.
  const [model, error] = [Float64Array.of(19, 20, 21, 44), Float64Array.of(0.9, 0, -0.3, 0.1)];
  expect(worstCell([{ lab, table: 't', model, error }])).toEqual({
    lab: 'l',
    table: 't',
    row: 1,
    column: 0,
    printed: '30',
    model: 21,
    error: -0.3,
    cells: 2,
    median: 0.2,
  });
  expect(worstCell([])).toBeUndefined();
});

test('race at the beginning of a lab names the scenario of each rate', () => {
  const systems = ['R13', 'V2R1'].map((release) => ({ title: release, scenario: { release } }));
  const lab = exampleLab({ start: { names: 50, plex: 'client' }, series: { configuration: systems } });
  const rates = (scenarios: readonly Scenario[]) =>
    Float64Array.from(scenarios, ({ release, names }) => Number(names) * (release === 'R13' ? 1 : 1 / 3));
  expect(raceResults(lab, rates)).toEqual({
    lab: 'l',
    scenarios: [
      { names: 50, plex: 'client', release: 'R13' },
      { names: 50, plex: 'client', release: 'V2R1' },
    ],
    rates: [50, 16.6667],
  });
});

test('table that repeats another one’s values is not reproduced', () => {
  const recorded = { held_out_cells: 1 };
  const table = { ...exampleTable({ fields: [field('a')], rows: [1], cells: [[1]] }), recorded };
  const lab = exampleLab({ tables: [table, { ...table, id: 'again', csv: 't' }, { ...table, id: 'u', recorded: {} }] });
  expect(heldOutTables(lab)).toEqual(['t']);
});

test('labs are in the order of teaching, and those without a place come last', () => {
  const labs = ['c', 'b', 'a'].map((id) => ({ id, title: id }));
  const ids = inOrder(labs, { c: { order: 2 }, b: { order: 1 } }).map(({ id }) => id);
  expect(ids).toEqual(['b', 'c', 'a']);
});

test('totals count a value of two labs once, and bounds apart', () => {
  const one = exampleLab({
    tables: [exampleTable({ fields: [field('a')], rows: [1, 2], cells: [[1], [2]] })],
    recorded: { independent_cells: 2 },
  });
  const other = exampleLab({
    id: 'm',
    tables: [
      exampleTable({ fields: [field('a')], rows: [1], cells: [[1]], role: 'inherited' }),
      exampleTable({ id: 'claims', fields: [field('a')], rows: [1, 2, 3], cells: [['>1'], ['<2'], [null]] }),
    ],
  });
  expect(totals([one, other])).toEqual({ values: 2, claims: 2, independent: 2 });
});
