/** Fuzzes the engine, one target or each for a minute: `npm run fuzz -- [target]`. */
import { existsSync } from 'node:fs';
import { ask, at, run } from './run.mjs';
import { heading, Problem } from './say.mjs';

const folder = at('engine/fuzz');

export default async function fuzz(target) {
  if (!existsSync(folder)) throw new Problem('The engine has no fuzz targets yet (engine/fuzz).');
  if (ask('cargo', ['+nightly', '--version'], { RUSTUP_AUTO_INSTALL: '0' }) === undefined)
    throw new Problem('Fuzzing needs a nightly compiler.', 'rustup toolchain install nightly --profile minimal');
  if (ask('cargo', ['fuzz', '--version']) === undefined)
    throw new Problem('Fuzzing needs cargo-fuzz.', 'cargo install --locked cargo-fuzz');
  const targets = target ? [target] : ask('cargo', ['+nightly', 'fuzz', 'list', '--fuzz-dir', folder]).split('\n');
  for (const name of targets) {
    heading(name);
    await run('cargo', ['+nightly', 'fuzz', 'run', '--fuzz-dir', folder, name, '--', '-max_total_time=60']);
  }
}
