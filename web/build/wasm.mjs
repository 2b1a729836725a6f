/**
 * Builds the WebAssembly modules reproducibly: the same sources give the same bytes in any folder on any machine. The
 * compiler writes file names into panic messages, so machine-dependent folders are renamed in them.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { unlessFresh } from './fresh.mjs';
import { ask, at, cargoHome, root, run, targetDir } from './run.mjs';
import { compilerCommit, sysroot } from './rust.mjs';
import { doing, done, seconds } from './say.mjs';

const crate = 'engine/web';

/**
 * The modules are the features of the crate, except the features that several modules share. `web/src/engine/pkg` has a
 * folder for each.
 */
const shared = ['default', 'first', 'rest'];
const features = readFileSync(at(crate, 'Cargo.toml'), 'utf8').match(/^\[features\]\n((?:.+\n)*)/m)[1];
export const modules = [...features.matchAll(/^([\w-]+) =/gm)]
  .map(([, feature]) => feature)
  .filter((feature) => !shared.includes(feature))
  .map((feature) => ({ feature, out: `web/src/engine/pkg/${feature}` }));

/** The sources of the modules: the folder of the crates, and the files of the workspace. */
export const sources = ['engine', 'Cargo.toml', 'Cargo.lock', 'rust-toolchain.toml'];

/** Files that every module depends on, in addition to the crates. */
const manifests = [...sources.slice(1), 'package-lock.json', 'web/build/wasm.mjs'].map((path) => at(path));

/** Returns compiler options that rename each folder. The compiler takes the last match, so inner folders come later. */
function renamed(source, target) {
  const registry = join(cargoHome, 'registry', 'src');
  const renames = [
    [source, '/pathlength'],
    [target, '/pathlength/target'],
    [cargoHome, '/cargo'],
    // Each registry has its own folder, and the folder of a mirror has a different name.
    ...readdirSync(registry).map((name) => [join(registry, name), '/cargo/registry']),
    // With the rust-src component, the standard library has its path on this machine; without it, the path on the
    // right.
    [join(sysroot(), 'lib/rustlib/src/rust'), `/rustc/${compilerCommit()}`],
  ];
  return renames.map(([from, to]) => `--remap-path-prefix=${from}=${to}`);
}

/** Builds one module from the copy of the repository in `source` into the folder `out`. */
export async function buildModule(
  { crate: built = crate, out, feature },
  { source = root, target = targetDir, level = 3 } = {},
) {
  // Level "s" would save a fifteenth of the download and cost half the speed (`npm run bench`).
  const speed = { CARGO_PROFILE_RELEASE_OPT_LEVEL: String(level) };
  // Leaves out ZSTD's second Huffman and sequence decoders: they only speed up some files.
  const zstd = { CFLAGS_wasm32_unknown_unknown: '-DHUF_FORCE_DECOMPRESS_X1 -DZSTD_FORCE_DECOMPRESS_SEQUENCES_SHORT' };
  const rustflags = renamed(source, target).join('\x1f');
  const env = { ...speed, ...zstd, CARGO_ENCODED_RUSTFLAGS: rustflags, CARGO_TARGET_DIR: target };
  // Only the module and its bindings are needed from wasm-pack's package.
  const options = ['--target', 'web', '--mode', 'no-install', '--no-pack', '--out-dir', out];
  const features = feature ? ['--no-default-features', '--features', feature] : [];
  // ZSTD at level 3 would add 25 kB to the download, and would not be faster at its own lowest level.
  const sizes = { 'zstd-sys': 's' };
  // Code that reads labs, questions, answers, and listings is not time-critical, so only its size matters.
  for (const name of ['declared', 'expression', 'lab', 'listings', 'model', 'web']) sizes[`pathlength-${name}`] = 'z';
  sizes.sha2 = 'z';
  const small = Object.entries(sizes).flatMap(([name, size]) => [
    '--config',
    `profile.release.package.${name}.opt-level="${size}"`,
  ]);
  const cargo = ['--', '--locked', ...small, ...features];
  await run('wasm-pack', ['--log-level', 'error', 'build', join(source, built), ...options, ...cargo], {
    cwd: source,
    env,
  });
}

/** Returns the WebAssembly file in a folder of bindings. */
export const moduleFile = (folder) =>
  join(
    folder,
    readdirSync(folder).find((name) => name.endsWith('_bg.wasm')),
  );

/** Returns the folders of the crates that a module is made from. */
function cratesOf(feature) {
  const tree = ask('cargo', [
    ...['tree', '--locked', '--offline', '--package', 'pathlength-web', '--no-default-features', '--features', feature],
    ...['--target', 'wasm32-unknown-unknown', '--edges', 'normal,build', '--prefix', 'none', '--format', '{p}'],
  ]);
  // Cargo prints the folder of a crate of this repository in parentheses after its name.
  const folders = [...(tree ?? '').matchAll(/\(([^()]*[/\\][^()]*)\)/g)].map(([, folder]) => folder);
  return folders.length > 0 ? [...new Set(folders)].sort() : [at('engine')];
}

/** Returns whether a path is a test folder; tests do not change a module. */
const isTest = (path) => /\/(?:tests|benches|examples)$/.test(path);

/** Builds a module unless its sources are unchanged; returns whether it was built. */
function renew(module, target) {
  const inputs = [...cratesOf(module.feature), ...manifests];
  return unlessFresh(`wasm-${module.feature}`, { inputs, outputs: [at(module.out)], skip: isTest }, () =>
    buildModule({ ...module, out: at(module.out) }, { target }),
  );
}

export async function wasm() {
  const start = Date.now();
  const built = new Set();
  await unlessFresh(
    'wasm',
    { inputs: [at('engine'), ...manifests], outputs: modules.map(({ out }) => at(out)) },
    async () => {
      doing('engine: compiling to WebAssembly');
      // Fetched first, so that the folder of every registry in use exists and can be renamed.
      await run('cargo', ['fetch', '--locked']);
      // One module mostly keeps one processor busy, and cargo locks its build folder: use two folders, and compile
      // shared crates twice.
      const left = [...modules];
      const lane = async (target) => {
        for (let module = left.shift(); module; module = left.shift())
          if (await renew(module, target)) built.add(module.feature);
      };
      await Promise.all([lane(targetDir), lane(join(targetDir, 'beside'))]);
    },
  );
  for (const { out, feature } of modules) {
    const bytes = readFileSync(moduleFile(at(out)));
    const kilobytes = (count) => `${(count / 1000).toFixed(1)} kB`;
    const size = `${kilobytes(bytes.length)}, ${kilobytes(gzipSync(bytes, { level: 9 }).length)} gzip`;
    done(`${feature}: ${size}${built.has(feature) ? `, built in ${seconds(start)}` : ', unchanged'}`);
  }
}

export default wasm;
