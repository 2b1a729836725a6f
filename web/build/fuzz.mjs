/**
 * Fuzzes all targets or one, for a minute or the given time: `npm run fuzz -- [target] [seconds] [keep]`. With `keep`,
 * a minimal set of inputs with the same coverage is saved as the target's file in `engine/fuzz/corpus`, one input per
 * line. Every run starts from these inputs.
 */
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ask, at, attempt, run, targetDir } from './run.mjs';
import { doing, heading, Problem } from './say.mjs';
import { fuzzer } from './tools.mjs';

const folder = at('engine/fuzz');
// New inputs stay outside the engine's sources until `keep` is given.
const output = join(targetDir, 'fuzz');

const keptIn = (name) => join(folder, 'corpus', `${name}.hex`);

/** Adds the committed inputs to those found on this machine. */
function addKept(name, corpus) {
  if (!existsSync(keptIn(name))) return;
  const lines = readFileSync(keptIn(name), 'utf8').trimEnd().split('\n');
  lines.forEach((line, at) => writeFileSync(join(corpus, `kept-${at}`), Buffer.from(line, 'hex')));
}

/** Saves the inputs found on this machine, the shortest first. */
function keep(name, corpus) {
  const inputs = readdirSync(corpus).map((file) => readFileSync(join(corpus, file)).toString('hex'));
  const order = (a, b) => a.length - b.length || (a < b ? -1 : 1);
  mkdirSync(join(folder, 'corpus'), { recursive: true });
  writeFileSync(keptIn(name), `${inputs.filter(Boolean).sort(order).join('\n')}\n`);
}

/** Returns whether a nightly compiler is available, and with `install` tries to install one first. */
export async function nightlyCompiler({ install = false } = {}) {
  const present = () => ask('cargo', ['+nightly', '--version'], { RUSTUP_AUTO_INSTALL: '0' }) !== undefined;
  if (!present() && install) {
    doing('Rust nightly: installing with rustup, for fuzzing');
    await attempt('rustup', ['toolchain', 'install', 'nightly', '--profile', 'minimal']);
  }
  return present();
}

export default async function fuzz(...wanted) {
  const seconds = wanted.find((word) => /^\d+$/.test(word)) ?? '60';
  const named = wanted.filter((word) => word !== seconds && word !== 'keep');

  if (!(await nightlyCompiler()))
    throw new Problem('Fuzzing needs a nightly compiler.', 'rustup toolchain install nightly --profile minimal');
  await fuzzer();
  const targets = ask('cargo', ['+nightly', 'fuzz', 'list', '--fuzz-dir', folder])?.split('\n') ?? [];
  const unknown = named.find((name) => !targets.includes(name));
  if (unknown) throw new Problem(`There is no fuzz target "${unknown}": use one of ${targets.join(', ')}.`);

  for (const name of named.length ? named : targets) {
    heading(`${name}, for ${seconds} s`);
    const [corpus, artifacts] = ['corpus', 'artifacts'].map((kind) => join(output, kind, name));
    for (const path of [corpus, artifacts]) mkdirSync(path, { recursive: true });
    addKept(name, corpus);
    const fuzz = (word) => ['+nightly', 'fuzz', word, '--fuzz-dir', folder, '--target-dir', output, name, corpus];
    await run('cargo', [...fuzz('run'), '--', `-max_total_time=${seconds}`, `-artifact_prefix=${artifacts}/`]);
    if (!wanted.includes('keep')) continue;
    await run('cargo', fuzz('cmin'));
    keep(name, corpus);
  }
}
