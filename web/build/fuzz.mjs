/** Fuzzes the engine, each target or one, for a minute or as long as wanted: `npm run fuzz -- [target] [seconds]`. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ask, at, run, targetDir } from './run.mjs';
import { heading, Problem } from './say.mjs';
import { fuzzer } from './tools.mjs';

const folder = at('engine/fuzz');
// What fuzzing makes stays out of the engine's sources; inputs that led to new code are kept for the next time.
const made = join(targetDir, 'fuzz');

export default async function fuzz(...wanted) {
  const seconds = wanted.find((word) => /^\d+$/.test(word)) ?? '60';
  const named = wanted.filter((word) => word !== seconds);

  if (ask('cargo', ['+nightly', '--version'], { RUSTUP_AUTO_INSTALL: '0' }) === undefined)
    throw new Problem('Fuzzing needs a nightly compiler.', 'rustup toolchain install nightly --profile minimal');
  await fuzzer();
  const targets = ask('cargo', ['+nightly', 'fuzz', 'list', '--fuzz-dir', folder])?.split('\n') ?? [];
  const unknown = named.find((name) => !targets.includes(name));
  if (unknown) throw new Problem(`There is no fuzz target "${unknown}"; there are ${targets.join(', ')}.`);

  for (const name of named.length ? named : targets) {
    heading(`${name}, for ${seconds} s`);
    const [corpus, artifacts] = ['corpus', 'artifacts'].map((kind) => join(made, kind, name));
    for (const path of [corpus, artifacts]) mkdirSync(path, { recursive: true });
    const fuzz = ['+nightly', 'fuzz', 'run', '--fuzz-dir', folder, '--target-dir', made, name, corpus];
    await run('cargo', [...fuzz, '--', `-max_total_time=${seconds}`, `-artifact_prefix=${artifacts}/`]);
  }
}
