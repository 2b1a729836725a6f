/**
 * The gate, which every change must pass from a fresh clone: `npm test`. It tests everything that a reader could
 * encounter. `npm run test:nightly` searches longer for the same faults, and `npm run test:quick` tests only what a
 * change affects.
 */
import { existsSync, rmSync, statfsSync } from 'node:fs';
import { at, targetDir } from './run.mjs';
import { Problem } from './say.mjs';
import { setup } from './setup.mjs';
import { build, runSteps, script } from './steps.mjs';
import { cargoCounts, pytestCounts, reportCounts } from './counts.mjs';

const beside = true;
const alone = true;

/**
 * Returns the steps. Cargo's steps are the main steps, and the others run in parallel; `everything` adds the nightly
 * tests.
 */
export function gate({ everything = false } = {}) {
  const without = (option) => (everything ? [] : option);
  return [
    build('build:wasm', 'wasm'),
    // A clone with installed packages would not notice that the lock file lacks one.
    { ...script('lint:packages'), beside },
    { ...script('lint:rustfmt'), beside },
    { ...script('lint:prettier'), beside },
    { ...script('lint:eslint'), beside },
    { ...script('lint:styles'), beside },
    { ...script('lint:words'), beside },
    { ...script('lint:messages'), beside },
    { ...script('lint:spelling'), beside },
    { ...script('lint:numbers'), beside },
    { ...script('labs:check'), beside, needs: ['build:wasm'] },
    { ...script('test:unit'), beside, needs: ['build:wasm'], counts: () => reportCounts('unit') },
    { ...build('build:site', 'site'), beside, needs: ['build:wasm'] },
    { ...script('check'), beside, needs: ['build:site'] },
    script('lint:clippy'),
    script('lint:clippy-wasm'),
    script('lint:clippy-fuzz'),
    { ...script('test:engine'), counts: cargoCounts },
    // The wheel of a release takes minutes to compile, so its size is measured at night.
    { ...script('test:python', ...(everything ? ['--release'] : [])), counts: pytestCounts },
    {
      ...script('test:wasm', ...without(['--tags-filter', '!nightly'])),
      needs: ['build:wasm'],
      counts: () => reportCounts('wasm'),
    },
    {
      ...script('test:browser', ...without(['--grep-invert', '@nightly'])),
      alone,
      needs: ['build:site'],
      counts: () => reportCounts('browser'),
    },
    { ...script('size'), needs: ['build:site'] },
  ];
}

/** Bytes that a fresh clone takes during the gate: compiled programs, modules, and sites. */
const neededBytes = 12e9;

/**
 * Checks that the disk has enough free space, and sets up the tools. Removes the counts of an earlier run, which must
 * not be taken for those of this run.
 */
export async function prepare() {
  const { bavail, bsize } = statfsSync(at('.'));
  const free = bavail * bsize;
  if (!existsSync(targetDir) && free < neededBytes)
    throw new Problem(
      `all tests take up to ${neededBytes / 1e9} GB on the disk, and ${(free / 1e9).toFixed(1)} GB are free`,
      'remove files, such as the folders target/ of other clones',
    );
  // Each crate is compiled once. The data for a faster next compilation takes more space than everything else.
  process.env.CARGO_INCREMENTAL ??= '0';
  await setup({ withBrowser: true, withPython: true });
  rmSync(at('tests/output'), { recursive: true, force: true });
}

export default async function test() {
  await prepare();
  await runSteps(gate());
}
