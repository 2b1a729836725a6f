import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { unlessFresh } from './fresh.mjs';
import { at } from './run.mjs';

let folder: string;
let input: string;
let output: string;

const name = `test-${process.pid}`;
const build = () => unlessFresh(name, { inputs: [input], outputs: [output] }, () => writeFile(output, 'made'));

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fresh-'));
  input = join(folder, 'input');
  output = join(folder, 'output');
  await writeFile(input, 'one');
});
afterEach(async () => {
  await rm(folder, { recursive: true });
  await rm(at('target', 'fresh', name), { force: true });
});

test('step runs once, and not again when a file was only touched', async () => {
  expect(await build()).toBe(true);
  await utimes(input, 1, 1);
  expect(await build()).toBe(false);
});

test('step runs again when its input has changed', async () => {
  await build();
  await writeFile(input, 'two');
  expect(await build()).toBe(true);
});

test('step runs again when its output has changed or is missing', async () => {
  await build();
  await writeFile(output, 'damaged');
  expect(await build()).toBe(true);
  await rm(output);
  expect(await build()).toBe(true);
});

test('step runs again after it has failed', async () => {
  const broken = () => Promise.reject(new Error('broken'));
  await expect(unlessFresh(name, { inputs: [input], outputs: [output] }, broken)).rejects.toThrow('broken');
  expect(await build()).toBe(true);
});
