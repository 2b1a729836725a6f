/**
 * Skips a step whose inputs and outputs are byte for byte what they were after it last ran.
 * Contents, not times: a fresh checkout and a touched file give the same answer as an old one.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { at, root } from './run.mjs';

const generated = new Set(['node_modules', 'target', 'dist']);

/** Every file below a path, in a fixed order, without those that `skip` names. */
export function* files(path, skip = () => false) {
  if (!existsSync(path) || skip(path)) return;
  if (statSync(path).isFile()) {
    yield path;
    return;
  }
  for (const name of readdirSync(path).sort()) if (!generated.has(name)) yield* files(`${path}/${name}`, skip);
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
 * Runs `build` unless nothing it reads or writes has changed since the last time; returns whether it ran.
 * @param {string} name what the record is kept under
 * @param {{ inputs: string[], outputs: string[], skip?: (path: string) => boolean, settings?: string[] }} what absolute
 *   paths, and what else the outputs depend on
 * @param {() => Promise<void>} build
 */
export async function unlessFresh(name, { inputs, outputs, skip, settings = [] }, build) {
  const record = at('target', 'fresh', name);
  // Taken before the build: a file edited meanwhile counts as changed.
  const before = [fingerprint(inputs, skip), ...settings].join(' ').trim();
  const state = () => `${before} ${fingerprint(outputs)}\n`;
  if (existsSync(record) && readFileSync(record, 'utf8') === state()) return false;
  await build();
  mkdirSync(dirname(record), { recursive: true });
  writeFileSync(record, state());
  return true;
}
