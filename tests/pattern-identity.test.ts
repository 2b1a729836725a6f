// The patterns have the same bytes in WebAssembly and natively; the engine's own tests compare the native bytes with
// this list.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { initSync, Pattern, patternNames } from '../web/src/engine/pkg/tape/pathlength_web.js';

const at = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url));
const listed = readFileSync(at('engine/codecs/src/pattern/sha256.txt'), 'utf8').trimEnd().split('\n');

beforeAll(() => {
  initSync({ module: readFileSync(at('web/src/engine/pkg/tape/pathlength_web_bg.wasm')) });
});

test('all patterns are listed', () => {
  expect(listed.map((line) => line.split('  ')[1]).sort()).toEqual(patternNames().sort());
});

test.each(listed.map((line) => line.split('  ').reverse() as [string, string]))('%s', (name, hash) => {
  const pattern = new Pattern(name, 1, 1, 1);
  expect(Buffer.from(pattern.hash).toString('hex')).toBe(hash);
  pattern.free();
});
