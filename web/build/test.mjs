/**
 * Everything a change must pass, from a fresh clone: `npm test`.
 * Each step is an npm command that also runs on its own. A step that fails does not keep the others from running,
 * except those that need what it makes. The last line counts the tests.
 */
import { rmSync } from 'node:fs';
import { attempt, at } from './run.mjs';
import { bold, done, failed, heading, Problem, seconds } from './say.mjs';
import { setup } from './setup.mjs';
import { site } from './site.mjs';
import { cargoCounts, reportCounts } from './counts.mjs';
import { wasm } from './wasm.mjs';

const script = (name) => ({ name, script: name });

const steps = [
  { name: 'build:wasm', action: wasm },
  // A clone that has its packages would not notice that the lock file lacks one.
  script('lint:packages'),
  script('lint:rustfmt'),
  script('lint:clippy'),
  script('lint:clippy-wasm'),
  script('lint:clippy-fuzz'),
  script('lint:prettier'),
  script('lint:eslint'),
  script('lint:words'),
  { ...script('test:engine'), reads: true, counts: cargoCounts },
  { ...script('labs:check'), needs: ['build:wasm'] },
  { ...script('test:unit'), needs: ['build:wasm'], counts: () => reportCounts('unit') },
  { ...script('test:wasm'), needs: ['build:wasm'], counts: () => reportCounts('wasm') },
  { ...script('test:reproducible'), needs: ['build:wasm'] },
  { name: 'build:site', action: site, needs: ['build:wasm'] },
  { ...script('check'), needs: ['build:site'] },
  { ...script('test:browser'), needs: ['build:site'], counts: () => reportCounts('browser') },
  { ...script('size'), needs: ['build:site'] },
];

/** Runs one step in the open; tells whether it passed, and what it printed where that is wanted. */
async function perform({ script, action, reads }) {
  let output = '';
  if (script) {
    const npm = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ['npm'];
    const onOutput = reads && ((text) => (output += text));
    const code = await attempt(npm[0], [...npm.slice(1), 'run', '--silent', script], { onOutput });
    return { ok: code === 0, output };
  }
  try {
    await action();
    return { ok: true, output };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    failed(error.message);
    return { ok: false, output };
  }
}

export default async function test() {
  const start = Date.now();
  await setup({ withBrowser: true });
  // Counts of an earlier run must not pass for this one's.
  rmSync(at('tests/output'), { recursive: true, force: true });

  const results = [];
  for (const step of steps) {
    const lacking = step.needs?.filter((need) => !results.find(({ name, ok }) => name === need && ok)) ?? [];
    if (lacking.length) {
      results.push({ name: step.name, ok: false, note: `not run: ${lacking.join(', ')} failed` });
      continue;
    }
    heading(step.name);
    const since = Date.now();
    const { ok, output } = await perform(step);
    const counts = step.counts?.(output);
    const note = [seconds(since), counts && `${counts.passed} passed, ${counts.failed} failed`]
      .filter(Boolean)
      .join(', ');
    (ok ? done : failed)(`${step.name}: ${note}`);
    results.push({ name: step.name, ok, counts, note });
  }

  heading(`Summary, after ${seconds(start)}`);
  for (const { name, ok, note, counts } of results) {
    (ok ? done : failed)(`${name.padEnd(18)} ${note}`);
    for (const failure of counts?.failures ?? []) console.error(`    ${failure}`);
  }
  const ok = results.every((result) => result.ok);
  console.error(bold(ok ? 'Everything passes.' : 'Something fails: see above.'));
  const sum = (key) => results.reduce((total, { counts }) => total + (counts?.[key] ?? 0), 0);
  // Written when everything before it is, so that it is the last line also where both streams go to one file.
  process.stdout.write(`tests: ${sum('passed')} passed, ${sum('failed')} failed\n`);
  process.exitCode = ok ? 0 : 1;
}
