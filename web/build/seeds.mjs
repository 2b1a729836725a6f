/**
 * Runs the property tests with seeds other than the fixed one: `npm run test:seeds -- [--seeds N] [--from SEED]
 * [--package CRATE]`. It stops at the first seed that finds a fault and prints the command that repeats the failing
 * test.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { ask, at, attempt, root } from './run.mjs';
import { done, doing, heading, Problem } from './say.mjs';

/**
 * Returns the names of the `proptest!` tests in Rust sources: unlike ordinary tests, they have parameters.
 * @param {string} text
 * @returns {string[]}
 */
export const propertyTests = (text) =>
  [...text.matchAll(/#\[test\]\s+(?:(?:#\[[^\]]*\]|\/\/[^\n]*)\s+)*fn (\w+)\(\s*[^)\s]/g)].map(([, name]) => name);

/** Returns the text of a test program's sources: the file, or the folder of a `main.rs` or `lib.rs`. */
function sourcesOf(file) {
  if (!/^(main|lib)\.rs$/.test(basename(file))) return readFileSync(file, 'utf8');
  const folder = dirname(file);
  return readdirSync(folder, { recursive: true })
    .filter((name) => name.endsWith('.rs') && statSync(join(folder, name)).isFile())
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n');
}

/** Builds the test programs and returns those with property tests, and the paths of these tests. */
async function programs(packages) {
  doing('property tests of the engine: compiling');
  let output = '';
  const which = packages.flatMap((name) => ['--package', name]);
  const options = ['--no-run', '--locked', '--message-format', 'json-render-diagnostics', ...which];
  const code = await attempt('cargo', ['test', '--quiet', ...options], {
    onOutput: (text) => (output += text),
    quiet: true,
  });
  if (code !== 0) throw new Problem('the tests do not compile', 'cargo test --no-run');
  return output
    .split('\n')
    .filter((line) => line.includes('"reason":"compiler-artifact"'))
    .map((line) => JSON.parse(line))
    .filter(({ executable, profile }) => executable && profile.test)
    .map(({ executable, target, manifest_path: manifest }) => {
      const names = new Set(propertyTests(sourcesOf(target.src_path)));
      const listed = names.size ? (ask(executable, ['--list', '--format', 'terse']) ?? '') : '';
      const tests = [...listed.matchAll(/^(\S+): test$/gm)]
        .map(([, path]) => path)
        .filter((path) => names.has(path.split('::').at(-1)));
      const which = target.kind.includes('test')
        ? ['--test', target.name]
        : target.kind.includes('bin')
          ? ['--bin', target.name]
          : ['--lib'];
      return { executable, folder: dirname(manifest), which, tests };
    })
    .filter(({ tests }) => tests.length);
}

/** Returns the TypeScript test files with properties. */
const propertyFiles = () =>
  (ask('git', ['grep', '--untracked', '-l', "from 'fast-check'", '--', '*.test.ts']) ?? '').split('\n').filter(Boolean);

/**
 * Runs one program or the TypeScript tests with one seed; returns undefined, or the command that repeats the failure.
 */
async function trial(seed, { command, folder = root, again, variable }) {
  let output = '';
  const env = { [variable]: String(seed) };
  const code = await attempt(command[0], command.slice(1), {
    cwd: folder,
    env,
    quiet: true,
    onOutput: (text) => (output += text),
  });
  return code === 0 ? undefined : { output, command: `${variable}=${seed} ${again(output)}` };
}

export default async function seeds(...args) {
  const options = {
    seeds: { type: 'string', default: '200' },
    from: { type: 'string', default: '1' },
    package: { type: 'string', multiple: true, default: [] },
  };
  const { values } = parseArgs({ args, options });
  const [count, from] = [values.seeds, values.from].map(Number);
  if (!(count >= 1 && Number.isInteger(count) && from >= 0 && Number.isInteger(from)))
    throw new Problem(
      'seeds are whole numbers: give at least one, from 0 on',
      'npm run test:seeds -- --seeds 200 --from 1',
    );

  const engine = (await programs(values.package)).map(({ executable, folder, which, tests }) => ({
    command: [executable, '--exact', '--quiet', ...tests],
    folder,
    variable: 'PROPTEST_RNG_SEED',
    again: (output) => {
      const failing = [...output.matchAll(/^---- (\S+) stdout ----$/gm)].map(([, name]) => name);
      const manifest = relative(root, join(folder, 'Cargo.toml'));
      return ['cargo test --locked --manifest-path', manifest, ...which, '--', '--exact', ...failing].join(' ');
    },
    tests: tests.length,
  }));
  const files = values.package.length ? [] : propertyFiles();
  const vitest = {
    command: [
      process.execPath,
      at('node_modules/vitest/vitest.mjs'),
      'run',
      '--config',
      'tests/vitest.config.ts',
      '--reporter',
      'dot',
      ...files,
    ],
    variable: 'FAST_CHECK_SEED',
    again: () => `npx vitest run --config tests/vitest.config.ts ${files.join(' ')}`,
  };

  const sum = engine.reduce((total, { tests }) => total + tests, 0);
  heading(
    `${sum} property tests of ${engine.length} programs and ${files.length} files, with seeds ${from} to ${from + count - 1}`,
  );
  let failure;
  for (let seed = from; seed < from + count && !failure; seed++) {
    const left = files.length ? [vitest, ...engine] : [...engine];
    const lane = async () => {
      for (let next = left.shift(); next && !failure; next = left.shift()) {
        const result = await trial(seed, next);
        failure ??= result;
      }
    };
    await Promise.all(Array.from({ length: availableParallelism() }, lane));
    if (!failure && (seed - from + 1) % 10 === 0) done(`seeds up to ${seed} find no fault`);
  }
  if (!failure) return done(`${count} seeds find no fault`);
  process.stderr.write(failure.output);
  throw new Problem(
    'a seed finds a fault: add the case shown above to the tests, and reproduce it with',
    failure.command,
  );
}
