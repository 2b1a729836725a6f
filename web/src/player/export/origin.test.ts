import { expect, test } from 'vitest';
import { version } from '../../../../package.json';
import { exampleLab, exampleTable } from '../../lab/examples';
import { originOfPoints, originOfTables } from './origin';

const table = (id: string, source: string) => exampleTable({ id, source, fields: [], rows: [], cells: [] });
const lab = exampleLab({ id: 'one', tables: [table('a', 'Report A'), table('b', 'Report B'), table('c', 'Report A')] });
const point = (cell?: string) => ({ x: 1, y: 2, heldOut: false, ...(cell && { cell }) });

test('origin of a table is its lab, the version, and its source', () => {
  expect(originOfTables(lab, ['b'])).toEqual({ lab: 'one', version, sources: ['Report B'] });
});

test('origin of a chart has the sources of its published values, once', () => {
  expect(originOfPoints(lab, [[point('a/1/x'), point()], [point('c/2/y')]]).sources).toEqual(['Report A']);
  expect(originOfPoints(lab, [[point('b/1/x'), point('a/1/x')]]).sources).toEqual(['Report A', 'Report B']);
  expect(originOfPoints(lab, [[point()]]).sources).toEqual([]);
});
