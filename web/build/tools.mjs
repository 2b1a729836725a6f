/**
 * The two programs that turn Rust into a WebAssembly module, and the one that fuzzes, each in one exact version.
 * They live in a folder per version in the user's cache, so that every clone shares them and none disturbs another.
 */
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { ask, at, attempt, run, usePath, which } from './run.mjs';
import { doing } from './say.mjs';

const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'pathlength', 'tools');

// wasm-bindgen reads only modules made by its own version.
const bindgen = readFileSync(at('Cargo.lock'), 'utf8').match(/name = "wasm-bindgen"\nversion = "([^"]+)"/)[1];

const tools = [
  // Its lock file has named packages that were withdrawn later; a locked installation would then fail. Its test runner
  // and what that needs for TLS stay out.
  {
    crate: 'wasm-bindgen-cli',
    program: 'wasm-bindgen',
    version: bindgen,
    install: ['--no-default-features', '--bin', 'wasm-bindgen'],
  },
  { crate: 'wasm-pack', program: 'wasm-pack', version: '0.15.1', install: ['--locked'] },
];

/**
 * Unoptimized: both read a module of a megabyte in a third of a second, once for each module, which saves minutes of
 * compiling on a new machine. Neither changes the bytes of the module.
 */
const unoptimized = { CARGO_PROFILE_RELEASE_OPT_LEVEL: '0' };

const cargoFuzz = { crate: 'cargo-fuzz', program: 'cargo-fuzz', version: '0.13.2', install: ['--locked'] };

/** Whether the program on PATH, if there is one, has this version. */
const present = ({ program, version }) => ask(program, ['--version'])?.split(' ')[1] === version;

async function tool(wanted) {
  const { crate, version, install } = wanted;
  const name = `${crate} ${version}`;
  if (present(wanted)) return name;

  const folder = join(cache, `${crate}-${version}`);
  usePath(join(folder, 'bin'));
  if (present(wanted)) return name;

  if (which('cargo-binstall')) {
    doing(`${name}: fetching its prebuilt package`);
    const prebuilt = ['binstall', '--no-confirm', '--disable-strategies', 'compile', '--root', folder];
    await attempt('cargo', [...prebuilt, `${crate}@${version}`]);
    if (present(wanted)) return `${name} (new)`;
  }

  doing(`${name}: compiling, once for this user (a few minutes)`);
  await run('cargo', ['install', '--root', folder, '--version', version, ...install, crate], { env: unoptimized });
  return `${name} (new)`;
}

export async function wasmTools() {
  // At once: each has stretches in which only one processor is busy.
  const installed = await Promise.all(tools.map(tool));
  // wasm-opt, from the npm package binaryen; wasm-pack takes the first one on PATH, whatever its version.
  usePath(at('node_modules', '.bin'));
  return installed.join(', ');
}

/** What `npm run fuzz` needs beside a nightly compiler. */
export const fuzzer = () => tool(cargoFuzz);
