/**
 * The two programs that turn Rust into a WebAssembly module, and the fuzzer, each in one exact version. They are in the
 * user's cache, in a folder per version: clones share them and do not disturb each other.
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
  // Its lock file has named packages that were later withdrawn, so a locked installation would fail. Its test runner
  // and the runner's TLS dependencies are left out.
  {
    crate: 'wasm-bindgen-cli',
    program: 'wasm-bindgen',
    version: bindgen,
    install: ['--no-default-features', '--bin', 'wasm-bindgen'],
  },
  { crate: 'wasm-pack', program: 'wasm-pack', version: '0.15.1', install: ['--locked'] },
];

/**
 * Unoptimized: both programs read a one-megabyte module in a third of a second, once per module, and a new machine
 * saves minutes of compiling. Optimization does not change the module's bytes.
 */
const unoptimized = { CARGO_PROFILE_RELEASE_OPT_LEVEL: '0' };

const gecko = { crate: 'geckodriver', program: 'geckodriver', version: '0.37.1', install: ['--locked'] };

const cargoFuzz = { crate: 'cargo-fuzz', program: 'cargo-fuzz', version: '0.13.2', install: ['--locked'] };

/** Returns whether the program on PATH has this version. */
const present = ({ program, version }) => ask(program, ['--version'])?.split(/\s/)[1] === version;

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
  // In parallel: each installation keeps only one processor busy for part of the time.
  const installed = await Promise.all(tools.map(tool));
  // wasm-opt, from the npm package binaryen; wasm-pack takes the first one on PATH, regardless of its version.
  usePath(at('node_modules', '.bin'));
  return installed.join(', ');
}

/** Installs the program that drives Firefox in `npm run test:browsers`. */
export const geckodriver = () => tool(gecko);

/** Installs the program that `npm run fuzz` needs in addition to a nightly compiler. */
export const fuzzer = () => tool(cargoFuzz);
