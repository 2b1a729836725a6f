// Reads a lab's folder for the authoring page.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fromBytes } from '../src/author/bytes.ts';
import { placeOf } from '../src/author/folder.ts';

const filesIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isFile() ? entry.name : []))
    : [];

/** Returns the files of a lab's folder by path. */
export function labSources(folder: string): Record<string, string> {
  const names = ['', 'data/', 'images/'].flatMap((inside) =>
    filesIn(join(folder, inside)).map((name) => `${inside}${name}`),
  );
  return Object.fromEntries(
    names
      .filter((name) => placeOf(name) === name)
      .map((name) => [name, fromBytes(readFileSync(join(folder, name)), name)]),
  );
}
