import { unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { bytesOf, fromBytes } from './bytes';
import { bare, labFiles, labOf, nameFrom, paths, placeOf, withFile, withoutFile } from './folder';
import type { NamedFile } from '../components/dropped-files';
import { readFiles } from './import';
import { unzipLab } from './unzip';
import { LatestTask } from './latest-task';
import { zipOf } from './save';

const opened = (path: string, bytes: Uint8Array): NamedFile => ({
  path,
  file: { size: bytes.length, arrayBuffer: () => Promise.resolve(new Uint8Array(bytes).buffer) },
});
const text = (words: string): Uint8Array => new TextEncoder().encode(words);

test('file path decides its place in a lab', () => {
  for (const path of ['lab.md', 'x/lab.md', 'C:\\x\\lab.md']) expect(placeOf(path)).toBe('lab.md');
  for (const path of ['t.csv', 'x/data/t.csv', 'x/t.csv']) expect(placeOf(path)).toBe('data/t.csv');
  for (const path of ['fit.json', 'x/fit.json']) expect(placeOf(path)).toBe('fit.json');
  expect(placeOf('x/summary.json')).toBeUndefined();
  expect(placeOf('a/images/x.PNG')).toBe('images/x.PNG');
  expect(['x.exe', '.env', 'data/', '../..', ''].map(placeOf)).toEqual(Array(5).fill(undefined));
  expect([labOf('my-lab/data/t.csv'), labOf('data/t.csv'), labOf('lab.md')]).toEqual(['my-lab', undefined, undefined]);
  expect([nameFrom('My Lab!'), nameFrom('7'), nameFrom('a_b')]).toEqual(['my-lab', 'my-lab', 'a-b']);
});

test('compiler gets all files, and pictures without content', () => {
  const folder = withFile(
    { id: 'l', files: { 'data/t.csv': 'a', 'lab.md': 'b' } },
    'images/x.png',
    'data:image/png;base64,AA==',
  );
  const files = labFiles(bare(folder));
  expect(paths(folder)).toEqual(['lab.md', 'data/t.csv', 'images/x.png']);
  expect([files.list('data'), files.list('images'), files.list('none')]).toEqual([['t.csv'], ['x.png'], []]);
  expect([files.read('lab.md'), files.read('images/x.png'), files.read('toString')]).toEqual(['b', '', undefined]);
  expect(paths(withoutFile(folder, 'lab.md'))).not.toContain('lab.md');
});

test('saved zip opens to the same files', async () => {
  const picture = fromBytes(new Uint8Array([0, 255, 10]), 'images/x.png');
  expect([...bytesOf(picture, 'images/x.png')]).toEqual([0, 255, 10]);
  const files = { 'lab.md': 'Größe', 'images/x.png': picture };
  const zip = await zipOf({ id: 'l', files });
  expect(Object.keys(unzipSync(zip))).toEqual(['l/lab.md', 'l/images/x.png']);
  expect(await readFiles([opened('l.zip', zip)], unzipLab)).toEqual({ id: 'l', files, refused: [] });
});

test('files that labs cannot have are refused with a reason', async () => {
  const { files, refused } = await readFiles(
    [
      opened('x.exe', text('x')),
      opened('lab.md', new Uint8Array([255, 254])),
      opened('t.csv', new Uint8Array(2_000_001)),
      opened('broken.zip', text('PK')),
    ],
    unzipLab,
  );
  expect(files).toEqual({});
  expect(refused.map((sentence) => sentence.split(' ')[0])).toEqual(['x.exe', 'lab.md', 't.csv', 'broken.zip']);
});

test('latest task replaces earlier ones, whose results are dropped', async () => {
  const begun: number[] = [];
  const results: number[] = [];
  let finish: (() => void) | undefined;
  const newest = new LatestTask<number, number>(
    async (input) => {
      begun.push(input);
      await new Promise<void>((resolve) => (finish = resolve));
      return input;
    },
    { done: (output) => void results.push(output), fail: () => undefined, rest: 0, patience: 1e6 },
  );
  const soon = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5));
  newest.give(1);
  newest.give(2);
  await soon();
  newest.give(3);
  await soon();
  expect(begun).toEqual([2]);
  finish?.();
  await soon();
  finish?.();
  await soon();
  expect([begun, results]).toEqual([[2, 3], [3]]);
});
