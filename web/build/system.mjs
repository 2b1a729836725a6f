/** Installs missing packages of the operating system if no password is needed; otherwise prints the command. */
import { devNull } from 'node:os';
import { ask, attempt, run, which } from './run.mjs';
import { doing, Problem } from './say.mjs';

const isRoot = process.getuid?.() === 0;

/** Returns the command for the user to type. */
const remedy = (packages, otherwise) =>
  which('apt-get') ? `${isRoot ? '' : 'sudo '}apt-get install ${packages.join(' ')}` : otherwise;

/**
 * Installs Debian packages as root or with a sudo that needs no password.
 * @param {string} why what is missing, as a sentence
 * @param {string[]} packages
 * @param {string} otherwise what to do on a system without apt
 */
export async function systemPackages(why, packages, otherwise) {
  const sudo = isRoot ? [] : ['sudo', '-n'];
  if (!which('apt-get') || (!isRoot && ask('sudo', ['-n', 'true']) === undefined))
    throw new Problem(`${why} Please run this, then the same command again:`, remedy(packages, otherwise));
  doing(`${why} Installing ${packages.join(', ')} with apt-get`);
  const apt = (...args) => [...sudo, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-qq', ...args];
  const [update, ...updateArgs] = apt('update');
  // An outdated package list may still work, so only the installation decides.
  await attempt(update, updateArgs);
  const [install, ...installArgs] = apt('install', '-y', '--no-install-recommends', ...packages);
  await run(install, installArgs);
}

export async function compiler() {
  if (process.platform === 'win32' || which('cc')) return 'a C linker';
  await systemPackages(
    'Rust needs a C linker, and none was found.',
    ['gcc', 'libc6-dev'],
    process.platform === 'darwin' ? 'xcode-select --install' : 'install gcc with your package manager',
  );
  return 'a C linker (new)';
}

/** Returns the C compiler that the codecs' build uses for WebAssembly: clang, unless this variable names another. */
const wasmC = () => process.env.CC_wasm32_unknown_unknown ?? 'clang';
// Not every clang has the target: Apple's is built without WebAssembly.
const compilesToWasm = () =>
  ask(wasmC(), ['--target=wasm32-unknown-unknown', '-fsyntax-only', '-x', 'c', devNull]) !== undefined;

/** Checks the WebAssembly C compiler: ZSTD is the C library, even in the browser. */
export async function wasmCompiler() {
  if (compilesToWasm()) return 'clang for WebAssembly';
  await systemPackages(
    'The codecs need a C compiler for WebAssembly, and none was found.',
    ['clang'],
    process.platform === 'darwin'
      ? 'brew install llvm && export CC_wasm32_unknown_unknown="$(brew --prefix llvm)/bin/clang"'
      : 'install clang with your package manager, or set CC_wasm32_unknown_unknown to a compiler for WebAssembly',
  );
  return 'clang for WebAssembly (new)';
}

/** Checks the standard compressors, which the codec tests compare with our codecs if they are installed. */
export async function compressors() {
  if (which('zstd') && which('lz4')) return 'zstd and lz4';
  try {
    await systemPackages('The tests of the codecs compare with zstd and lz4.', ['zstd', 'lz4'], '');
    return 'zstd and lz4 (new)';
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return 'no zstd or lz4: the codecs are not compared with them';
  }
}
