// Labs with one fault each, and the compiler's exact message about it.
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { print } from '../web/src/lab/compile/index.ts';
import { at, base, compiled } from './base-lab.ts';

const folder = at('tests/bad-labs');

const without = (files: Readonly<Record<string, string>>, name: string) =>
  Object.fromEntries(Object.entries(files).filter(([other]) => other !== name));

/**
 * Reads a case, which begins with a description of the fault. Sections follow. `@@ file` contains lines to remove (-)
 * and lines to add (+), in place of the removed ones or at the end. `@@ delete file` deletes the file. `@@ expect`, the
 * last section, contains the problems.
 */
function read(text: string): { files: Record<string, string>; expected: string[] } {
  let files: Record<string, string> = { ...base };
  const [, ...sections] = text.split(/^@@ /m);
  let expected: string[] = [];
  for (const section of sections) {
    const [name = '', ...lines] = section.replace(/\n$/, '').split('\n');
    const marked = (mark: string) => lines.filter((line) => line.startsWith(mark)).map((line) => line.slice(1));
    if (name === 'expect') expected = lines.filter(Boolean);
    else if (name.startsWith('delete ')) files = without(files, name.slice('delete '.length));
    else {
      const [old, put] = [
        `${marked('-').join('\n')}\n`,
        marked('+')
          .map((line) => `${line}\n`)
          .join(''),
      ];
      const before = files[name] ?? '';
      if (old !== '\n' && !before.includes(old)) throw new Error(`${name} has no such lines:\n${old}`);
      files[name] = old === '\n' ? before + put : before.replace(old, () => put);
    }
  }
  return { files, expected };
}

test('base lab compiles before it is broken', () => {
  expect(compiled(base).problems.map(print)).toEqual([]);
});

test.each(readdirSync(folder).filter((name) => name.endsWith('.case')))('%s', (name) => {
  const { files, expected } = read(readFileSync(`${folder}/${name}`, 'utf8'));
  expect(compiled(files).problems.map(print)).toEqual(expected);
});
