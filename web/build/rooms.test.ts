import { ESLint } from 'eslint';
import { existsSync, readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { rooms } from './rooms.mjs';

const root = new URL('../..', import.meta.url).pathname;
const eslint = new ESLint({ cwd: root });

/** Returns the linter's complaints about imports in a file of `web/src` with a given text. */
async function complaints(file: string, text: string): Promise<string[]> {
  const [result] = await eslint.lintText(text, { filePath: `${root}web/src/${file}` });
  return (result?.messages ?? [])
    .filter(({ ruleId }) => ruleId?.startsWith('no-restricted-'))
    .map(({ message }) => message);
}
const names = Object.keys(rooms);

describe('rooms of web/src', () => {
  test('are all its folders', () => {
    const folders = readdirSync(`${root}web/src`, { withFileTypes: true }).filter((one) => one.isDirectory());
    expect(folders.map(({ name }) => name).sort()).toEqual([...names].sort());
    expect(names.every((name) => existsSync(`${root}web/src/${name}`))).toBe(true);
  });

  test('never import each other', () => {
    const allowed = (from: string, to: string): boolean => rooms[from]?.includes(to) ?? false;
    const mutual = names.flatMap((a) =>
      names.filter((b) => a < b && allowed(a, b) && allowed(b, a)).map((b) => `${a} ${b}`),
    );
    expect(mutual).toEqual([]);
  });
});

describe('import of another room', () => {
  test.each(names)('is refused in %s unless it is allowed', async (room) => {
    const others = names.filter((name) => name !== room);
    const text = others.map((other) => `export * from '../${other}/x';`).join('\n');
    const refused = others.filter((other) => !rooms[room]?.includes(other));
    const found = await complaints(`${room}/x.ts`, text);
    expect(found).toHaveLength(refused.length);
    refused.forEach((other, i) => {
      expect(found[i]).toContain(`'../${other}/x'`);
      expect(found[i]).toContain(`web/src/${room} imports only`);
    });
  });

  test.each([
    ['a type', "import type { Session } from '../player/session.svelte';\nexport type Reader = Session;"],
    ['a later import', "export const load = () => import('../player/parts');"],
    ['a type of a module', "export type Parts = typeof import('../player/parts');"],
    ['a file of a deeper folder', "export * from '../../player/parts';"],
  ])('is refused as %s, too', async (_, text) => {
    expect(await complaints('charts/marks/x.ts', text)).toEqual([
      expect.stringContaining('web/src/charts imports only'),
    ]);
  });

  // The player loads the views; code that both need is in a folder that both may import.
  test('is refused from a family’s views to the player', async () => {
    const text = "import type { Session } from '../../../player/session.svelte';\nexport type Reader = Session;";
    expect(await complaints('views/zfs/aggregate/x.ts', text)).toEqual([
      expect.stringContaining('web/src/views imports only'),
    ]);
  });

  test('is refused in a component, also in its markup', async () => {
    const text =
      "<script lang=\"ts\">\n  import '../lab/words';\n</script>\n\n{#await import('../player/More.svelte')}…{/await}\n";
    expect(await complaints('charts/X.svelte', text)).toHaveLength(2);
  });
});

describe('import of', () => {
  test('Svelte is refused in the engine', async () => {
    expect(await complaints('engine/x.ts', "export { mount } from 'svelte';")).toEqual([
      expect.stringContaining('web/src/engine must not import Svelte'),
    ]);
  });

  test('WebAssembly is refused everywhere but in the engine', async () => {
    const text = "export * from '../engine/pkg/tape/pathlength_web';";
    for (const room of names.filter((name) => name !== 'engine'))
      expect(await complaints(`${room}/x.ts`, text)).toContainEqual(
        expect.stringContaining('Only web/src/engine imports WebAssembly'),
      );
    expect(await complaints('engine/x.ts', "export * from './pkg/tape/pathlength_web';")).toEqual([]);
  });
});
