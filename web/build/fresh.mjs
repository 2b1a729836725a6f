/**
 * Skips a build step if its inputs and outputs are byte-identical to those of its last run. It compares contents, not
 * times, so a fresh checkout or a touched file makes no difference.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { at, root } from './run.mjs';

const generated = new Set(['node_modules', 'target', 'dist']);

/** Yields every file below a path in a fixed order, except links and those that `skip` selects. */
export function* files(path, skip = () => false) {
  if (!existsSync(path) || skip(path)) return;
  if (statSync(path).isFile()) {
    yield path;
    return;
  }
  const entries = readdirSync(path, { withFileTypes: true }).filter((entry) => !entry.isSymbolicLink());
  for (const name of entries.map((entry) => entry.name).sort())
    if (!generated.has(name)) yield* files(`${path}/${name}`, skip);
}

function fingerprint(paths, skip) {
  const hash = createHash('sha256');
  for (const path of paths)
    for (const file of files(path, skip)) {
      const bytes = readFileSync(file);
      hash.update(`${relative(root, file)}\0${bytes.length}\0`).update(bytes);
    }
  return hash.digest('hex');
}

/**
 * Runs `build` unless its inputs and outputs are unchanged since the last run; returns whether it ran.
 * @param {string} name the name of the record
 * @param {{ inputs: string[], outputs: string[], skip?: (path: string) => boolean, settings?: string[] }} what absolute
 *   paths, and settings that the outputs also depend on
 * @param {() => Promise<void>} build
 */
export async function unlessFresh(name, { inputs, outputs, skip, settings = [] }, build) {
  const record = at('target', 'fresh', name);
  // Taken before the build, so that a file edited during the build counts as changed.
  const before = [fingerprint(inputs, skip), ...settings].join(' ').trim();
  const state = () => `${before} ${fingerprint(outputs)}\n`;
  if (existsSync(record) && readFileSync(record, 'utf8') === state()) return false;
  await build();
  mkdirSync(dirname(record), { recursive: true });
  writeFileSync(record, state());
  return true;
}
