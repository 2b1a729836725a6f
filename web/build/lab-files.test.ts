import { mkdtemp, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { labs } from './lab-files.ts';

test('lab is removed from the site when its folder is deleted', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pathlength-labs-'));
  const [from, to] = [join(folder, 'labs'), join(folder, 'made')];
  await mkdir(from);
  await mkdir(join(to, 'lean'), { recursive: true });
  for (const file of ['gone.json', 'lean/gone.json']) await writeFile(join(to, file), '{}');
  const { config } = labs(from, to, () => Promise.resolve({})) as unknown as {
    config: (_: object, env: { command: string }) => Promise<void>;
  };
  await config({}, { command: 'build' });
  expect((await readdir(to)).sort()).toEqual(['asked', 'card', 'lean', 'source', 'teacher', 'template']);
  expect(await readdir(join(to, 'lean'))).toEqual([]);
  await rm(folder, { recursive: true });
});
