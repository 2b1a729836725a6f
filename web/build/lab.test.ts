import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { compileLab } from './lab.ts';

const published = fileURLToPath(new URL('../../labs/zfs-directories', import.meta.url));

// Compiling the lab takes time, because its model computes its figures.
describe('lab folder', { timeout: 60_000 }, () => {
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lab-'));
    await cp(published, folder, { recursive: true });
  });
  afterEach(() => rm(folder, { recursive: true }));

  test('keeps its tables in the order of its front matter', async () => {
    const lab = await compileLab(published);
    expect(lab.id).toBe('zfs-directories');
    const order = [...(await readFile(join(published, 'lab.md'), 'utf8')).matchAll(/^ {2}- (v.*)$/gm)].map(
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
    await expect(compileLab(folder)).rejects.toThrow('parameters.toml:1:1: this file is missing: add it to the lab');
  });

  test('reports all errors at once', async () => {
    const file = join(folder, 'lab.md');
    const text = await readFile(file, 'utf8');
    await writeFile(
      file,
      text.replace('tables:', 'tables:\n  - other').replace('::cite{source=deck', '::cite{source=dekc'),
    );
    await expect(compileLab(folder)).rejects.toThrow(
      /^lab\.md:\d+:5: there is no data\/other\.toml; known: .*\nlab\.md:\d+:15: the front matter has no source "dekc"; did you mean "deck"\?$/,
    );
  });
});
