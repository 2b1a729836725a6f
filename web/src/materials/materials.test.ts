import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { compileLab } from '../../build/lab';
import { allBlocks } from '../lab/blocks';
import type { Block, Lab } from '../lab/types';
import { sceneIn } from '../player/scenes';
import { nearIn } from './answers';
import { addressWith, pageRequestIn } from './material';
import { screensOf } from './screens';
import { cellsIn, sheetOf } from './sheet';

const folder = fileURLToPath(new URL('../../../labs/', import.meta.url));
const ids = readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() && readdirSync(`${folder}${entry.name}`).includes('lab.md') ? entry.name : [],
);
const labs = new Map<string, Lab>();
for (const id of ids) labs.set(id, await compileLab(`${folder}${id}`));
const labOf = (id: string): Lab => labs.get(id) as Lab;

/** Returns the blocks of text, predictions, and questions in reading order, without blocks that only contain others. */
const leaves = (blocks: readonly Block[]): Block[] =>
  blocks.flatMap((block) => (block.kind === 'reveal' ? leaves(block.blocks) : block));

test('number of a misconception is found in its condition', () => {
  expect(nearIn('near(2 * 3 ms, 5 %)')).toEqual(['2 * 3 ms']);
  expect(nearIn('near(published("t", 5, "a") / f(x=1), 2 %)')).toEqual(['published("t", 5, "a") / f(x=1)']);
  expect(nearIn('near(k / (8 KB), 3 %) or near(f(a, b) * 10, 0.2)')).toEqual(['k / (8 KB)', 'f(a, b) * 10']);
  for (const other of ['answer > 5 ms', 'r = 1 and near(2, 1 %)', 'near(2, 1 %) and r = 1', 'near(2', 'near(2)', ''])
    expect(nearIn(other), other).toEqual([]);
});

test('address keeps view and seed, and refuses others', () => {
  const at = addressWith('https://example.org/materials.html?id=a&slide=3#lab=1.x', { view: 'key', seed: 'k3' });
  expect(at).toBe('https://example.org/materials.html?id=a&view=key&seed=k3#lab=1.x');
  expect(pageRequestIn(at)).toEqual({ view: 'key', seed: 'k3' });
  expect(pageRequestIn('https://example.org/materials.html?view=%3Cb%3E&seed=' + 'x'.repeat(99))).toEqual({
    view: 'worksheet',
    seed: 'x'.repeat(24),
  });
});

describe.each(ids)('screens of %s', (id) => {
  const lab = labOf(id);
  const screens = screensOf(lab);

  test('all text is on exactly one screen, in order', () => {
    const wanted = [...lab.introduction, ...lab.steps.flatMap(({ blocks }) => leaves(blocks))].filter(
      ({ kind }) => !['chart', 'model', 'breakdown', 'control', 'table', 'image'].includes(kind),
    );
    expect(screens.flatMap(({ blocks }) => blocks)).toEqual(wanted);
  });

  test('link of a scene has its text on the same screen', () => {
    const alone = screens.filter(({ blocks }) => {
      const [last] = blocks.slice(-1);
      return last?.kind === 'paragraph' && sceneIn(last) !== undefined;
    });
    expect(alone).toEqual([]);
  });

  test('all figures and tables are shown', () => {
    const shown = new Set(screens.flatMap(({ figure }) => figure));
    const wanted = [...lab.introduction, ...lab.steps.flatMap(({ blocks }) => leaves(blocks))].filter(({ kind }) =>
      ['chart', 'model', 'breakdown', 'control', 'table', 'image'].includes(kind),
    );
    expect(wanted.filter((block) => !shown.has(block))).toEqual([]);
  });

  test('screens show a reveal only after its prediction', () => {
    for (const block of lab.steps.flatMap(({ blocks }) => allBlocks(blocks))) {
      if (block.kind !== 'reveal') continue;
      const hidden = new Set(leaves(block.blocks));
      const asked = screens.findIndex(({ blocks }) => blocks.some((one) => 'id' in one && one.id === block.after));
      const first = screens.findIndex(({ blocks, figure }) => [...blocks, ...figure].some((one) => hidden.has(one)));
      expect(asked).toBeGreaterThan(-1);
      expect(first, block.after).toBeGreaterThan(asked);
      expect(screens.slice(0, first).every(({ after }) => after !== block.after)).toBe(true);
      expect(screens.filter(({ after, compares }) => compares && after === block.after)).toHaveLength(1);
    }
  });
});

describe('worksheet', () => {
  test('cells of an expression are found, also in a drawn row', () => {
    const lab = labOf('zfs-directories');
    const draws = [{ name: 'n', unit: 'names', values: [50000] }] as never;
    expect(cellsIn(lab, 'published("v2r1-ptestdl", n, "client_r13_v4_e") * 2', draws)).toEqual([
      'v2r1-ptestdl/50000/client_r13_v4_e',
    ]);
    expect(cellsIn(lab, 'published("no-table", 1, "x")')).toEqual([]);
  });

  test('predicted cell is empty, and rows that nothing uses are left out', () => {
    const lab = labOf('disk-paths');
    const tables = sheetOf(lab, new Map()).flatMap(({ tables }) => tables);
    const rewrite = tables.find(({ table }) => table.id === 'rewrite');
    expect(rewrite && [...rewrite.asked]).toContain('rewrite/FDED/total_cpu_per_kb');
    expect(rewrite?.rows.map((row) => rewrite.table.rows[row])).toEqual(['FDED']);
  });

  test.each(ids)('of %s shows no cell of a table that a prediction hides', (id) => {
    const lab = labOf(id);
    const hidden = lab.steps
      .flatMap(({ blocks }) => allBlocks(blocks))
      .flatMap((block) => (block.kind === 'reveal' ? allBlocks(block.blocks) : []))
      .flatMap((block) => (block.kind === 'table' ? block.table : []));
    for (const { table, rows, fields, asked } of sheetOf(lab, new Map()).flatMap(({ tables }) => tables)) {
      if (!hidden.includes(table.id)) continue;
      const cells = rows.flatMap((row) =>
        fields.map((column) => `${table.id}/${table.rows[row]}/${table.fields[column]?.name}`),
      );
      expect(cells.length).toBeGreaterThan(0);
      expect(cells.some((cell) => asked.has(cell))).toBe(true);
    }
  });
});
