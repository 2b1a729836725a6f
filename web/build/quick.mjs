/**
 * Tests a change in minutes: `npm run test:quick [-- --since REF]`. The change is everything since the branch left
 * `main`, including uncommitted and new files. The gate, `npm test`, runs the other tests.
 */
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { affectedCrates, baseCommit, changedFiles, workspaceCrates } from './affected.mjs';
import { cargoCounts, pytestCounts, reportCounts } from './counts.mjs';
import { at } from './run.mjs';
import { doing, done, heading, Problem } from './say.mjs';
import { setup } from './setup.mjs';
import { build, runSteps, script } from './steps.mjs';

const modules = 'web/src/engine/pkg';

const counted = (count, noun) => `${count} ${noun}${count === 1 ? '' : 's'}`;

/**
 * Returns the steps for a change, each with its reason, and the tests left to the gate.
 * @param {string[]} files
 * @param {{ crates: import('./affected.mjs').Crate[], base: string, exists: (file: string) => boolean }} repository
 */
export function plan(files, { crates, base, exists }) {
  const steps = [];
  const left = [];
  const add = (why, step) => steps.push({ ...step, why });
  const present = files.filter(exists);
  const matching = (pattern) => present.filter((file) => pattern.test(file));
  const beside = true;

  const { changed, dependent } = affectedCrates(crates, files);
  const affected = [...changed, ...dependent];
  if (affected.length) {
    const why = dependent.length
      ? `${changed.join(', ')}, and their users ${dependent.join(', ')}`
      : changed.join(', ');
    const options = (names) => ['--locked', ...names.flatMap((name) => ['-p', name])];
    add('Rust changed', { ...script('lint:rustfmt'), beside });
    add(why, {
      name: 'clippy',
      command: ['cargo', 'clippy', ...options(affected), '--all-targets', '--', '-D', 'warnings'],
    });
    const tested = affected.filter((name) => crates.some((crate) => crate.name === name && crate.tested));
    if (tested.length)
      add('their tests', {
        name: 'engine',
        command: ['cargo', 'test', '--no-fail-fast', ...options(tested)],
        counts: cargoCounts,
      });
    left.push('the WebAssembly modules, and tests of them');
  }

  const code = matching(/\.(js|mjs|svelte|ts)$/);
  const front = files.filter((file) => /^web\/.*\.(css|js|json|mjs|svelte|ts)$/.test(file));
  const tests = files.filter((file) => /^tests\/.*\.ts$/.test(file));
  const packages = files.filter((file) => /^package(-lock)?\.json$/.test(file));
  const npx = (name, ...command) => ({ name, command: [process.execPath, ...command], beside });
  if (present.length)
    add(
      `${counted(present.length, 'file')} changed`,
      npx(
        'prettier',
        at('node_modules/prettier/bin/prettier.cjs'),
        '--check',
        '--ignore-unknown',
        '--log-level',
        'warn',
        ...present,
      ),
    );
  if (code.length)
    add(
      `${counted(code.length, 'file')} of JavaScript, TypeScript, or Svelte`,
      npx('eslint', at('node_modules/eslint/bin/eslint.js'), '--max-warnings', '0', '--no-warn-ignored', ...code),
    );
  if (matching(/^web\/.*\.(css|svelte)$/).length) add('styles changed', { ...script('lint:styles'), beside });
  if (present.length) add('takes a second', { ...script('lint:words'), beside });
  if (matching(/\.(?:md|po)$/).length) add('texts changed', { ...script('lint:spelling'), beside });
  if (matching(/^web\/(?:messages|src)\/.*\.(?:po|svelte|ts)$/).length)
    add('texts may have changed', { ...script('lint:messages'), beside });
  if (files.some((file) => file.startsWith('engine/models/')))
    add('models changed', { ...script('lint:numbers'), beside });
  if (packages.length) add(packages.join(', '), { ...script('lint:packages'), beside });

  if (files.some((file) => file.startsWith('engine/python/')))
    add('the Python package changed', { ...script('test:python'), counts: pytestCounts });

  const labs = [...new Set(files.flatMap((file) => file.match(/^labs\/([^/]+)\/.*/)?.[1] ?? []))].filter((id) =>
    exists(`labs/${id}/lab.md`),
  );
  if (labs.length) {
    add(labs.join(', '), { ...script('labs:check', ...labs), beside });
    left.push('the published numbers of labs, by the command and in a browser');
  }

  if (front.length || packages.length) add('the front end changed', { ...script('check:web'), beside });
  if (front.length || tests.length || packages.length) {
    add('modules that the tests import changed', { ...script('check:tests'), beside });
    add('tests that import a changed file', {
      ...script('test:unit', '--changed', base),
      beside,
      counts: () => reportCounts('unit'),
    });
  }
  const own = (pattern) => matching(pattern).map((file) => file.slice('tests/'.length));
  const wasm = own(/^tests\/.*\.test\.ts$/);
  if (wasm.length) add(wasm.join(', '), { ...script('test:wasm', ...wasm), counts: () => reportCounts('wasm') });
  const pages = own(/^tests\/.*\.spec\.ts$/);
  if (pages.length) {
    add('the changed browser tests need it', build('site', 'site'));
    add(pages.join(', '), {
      ...script('test:browser', ...pages),
      alone: true,
      needs: ['site'],
      counts: () => reportCounts('browser'),
    });
  }
  if (front.length) left.push('browser tests that have not changed, and the page size budgets');
  return { steps, left };
}

export default async function quick(...args) {
  const { values } = parseArgs({ args, options: { since: { type: 'string' } } });
  await setup({ withBrowser: false });
  const base = baseCommit(values.since);
  const files = changedFiles(base);
  heading(`Changed since ${base.slice(0, 10)}: ${counted(files.length, 'file')}`);
  const { steps, left } = plan(files, { crates: workspaceCrates(), base, exists: (file) => existsSync(at(file)) });
  if (!existsSync(at(modules)) && steps.some(({ name }) => /^(check|test|site)/.test(name)))
    throw new Problem(
      'the tests of the front end need the WebAssembly modules, which are not built yet',
      'npm run build',
    );
  for (const { name, why } of steps) doing(`${name}: ${why}`);
  if (left.length) doing(`left to npm test: ${left.join('; ')}`);
  if (steps.length) await runSteps(steps);
  else done('nothing to test');
}
