import { expect, test } from 'vitest';
import { preloads } from './prerender.ts';

test('scripts of a page are named once, with all that they import', () => {
  const imports = new Map([
    ['start', ['shared', 'session']],
    ['session', ['shared', 'state']],
    ['bench', ['session']],
    ['unused', ['more']],
  ]);
  expect(preloads(imports, ['start', 'bench'])).toEqual(['start', 'shared', 'session', 'state', 'bench']);
});
test('modules that import each other are named once', () => {
  expect(
    preloads(
      new Map([
        ['a', ['b']],
        ['b', ['a']],
      ]),
      ['a'],
    ),
  ).toEqual(['a', 'b']);
});
