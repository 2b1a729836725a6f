/** Child processes and paths. There is no shell in between, so arguments arrive exactly as written. */
import { spawn, spawnSync } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Problem } from './say.mjs';

/** The repository's root folder. */
export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[/\\]$/, '');

/** Returns a path inside the repository. */
export const at = (...parts) => join(root, ...parts);

export const cargoHome = process.env.CARGO_HOME ?? join(homedir(), '.cargo');
export const targetDir = process.env.CARGO_TARGET_DIR ?? at('target');

// A shell that was opened before rustup was installed does not have this folder on its PATH.
usePath(join(cargoHome, 'bin'), { last: true });

/** Adds a folder to the PATH of this process and its children. */
export function usePath(folder, { last = false } = {}) {
  const folders = (process.env.PATH ?? '').split(delimiter);
  if (folders.includes(folder)) return;
  process.env.PATH = (last ? [...folders, folder] : [folder, ...folders]).join(delimiter);
}

/** Returns the first program of this name on PATH, or undefined. */
export function which(name) {
  const names = process.platform === 'win32' ? [`${name}.exe`, `${name}.cmd`] : [name];
  for (const folder of (process.env.PATH ?? '').split(delimiter))
    for (const file of names)
      try {
        const path = join(folder, file);
        accessSync(path, constants.X_OK);
        if (statSync(path).isFile()) return path;
      } catch {
        // This folder does not have the program, but the next one may.
      }
  return undefined;
}

/** Returns the trimmed output of a command, or undefined if it cannot run or fails. */
export function ask(command, args, env = {}) {
  const { status, stdout } = spawnSync(command, args, {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return status === 0 ? stdout.trim() : undefined;
}

/**
 * Runs a command with visible output and returns its exit code. `onOutput` also gets its standard output; with `quiet`,
 * only `onOutput` gets the output, including standard error.
 */
export function attempt(command, args, { cwd = root, env = {}, onOutput, quiet } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', onOutput ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
    });
    child.stdout?.on('data', (bytes) => {
      if (!quiet) process.stdout.write(bytes);
      onOutput(bytes.toString());
    });
    child.stderr?.on('data', (bytes) => onOutput(bytes.toString()));
    child.on('error', () => resolve(127));
    child.on('close', (code) => resolve(code ?? 1));
  });
}

/** Runs a command with visible output; throws a Problem if it fails. */
export async function run(command, args, options) {
  const code = await attempt(command, args, options);
  if (code !== 0) throw new Problem(`failed with exit code ${code}: ${[command, ...args].join(' ')}`);
}

/** Runs a program of an installed npm package with this version of Node. */
export const runModule = (path, args, options) => run(process.execPath, [at('node_modules', path), ...args], options);
