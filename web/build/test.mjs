/**
 * The gate, which every change must pass from a fresh clone: `npm test`. It tests everything that a reader could
 * encounter. `npm run test:nightly` searches longer for the same faults, and `npm run test:quick` tests only what a
 * change affects.
 */
import { rmSync } from 'node:fs';
import { at } from './run.mjs';
import { setup } from './setup.mjs';
import { build, runSteps, script } from './steps.mjs';
import { cargoCounts, pytestCounts, reportCounts } from './counts.mjs';

const beside = true;
const alone = true;

/** Returns the steps: cargo's are the main ones and the others run in parallel; `everything` adds the nightly tests. */
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

/** Sets up the tools and removes the counts of an earlier run, which must not be taken for those of this run. */
export async function prepare() {
  await setup({ withBrowser: true, withPython: true });
  rmSync(at('tests/output'), { recursive: true, force: true });
}

export default async function test() {
  await prepare();
  await runSteps(gate());
}
