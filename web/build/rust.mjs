/** Checks and installs the Rust toolchain that `rust-toolchain.toml` names. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ask, at, run, which } from './run.mjs';
import { doing, Problem } from './say.mjs';

const file = readFileSync(at('rust-toolchain.toml'), 'utf8');
const list = (key) =>
  [...(file.match(new RegExp(`${key} = \\[(.*)\\]`))?.[1] ?? '').matchAll(/"([^"]+)"/g)].map((m) => m[1]);

const channel = file.match(/channel = "([^"]+)"/)[1];
const components = list('components');
const targets = list('targets');

// A check must not install anything: rustup would silently download a toolchain.
const rustc = (...args) => ask('rustc', args, { RUSTUP_AUTO_INSTALL: '0' });

/** Returns the folder of the active toolchain. */
export const sysroot = () => rustc('--print', 'sysroot');

/** Returns the commit that the compiler was built from, which is part of the standard library's source paths. */
export const compilerCommit = () => rustc('-vV').match(/commit-hash: (\w+)/)[1];

function complete() {
  if (!rustc('--version')?.startsWith(`rustc ${channel} `)) return false;
  const folder = sysroot();
  const program = { clippy: 'cargo-clippy', rustfmt: 'cargo-fmt' };
  return (
    targets.every((target) => existsSync(join(folder, 'lib/rustlib', target, 'lib'))) &&
    components.every((name) => ask(program[name] ?? name, ['--version'], { RUSTUP_AUTO_INSTALL: '0' }) !== undefined)
  );
}

export async function toolchain() {
  if (complete()) return `Rust ${channel}`;
  if (!which('rustup'))
    throw new Problem(
      `Rust ${channel} is needed, and rustup, which installs it, is missing. Please run this, then the same command again:`,
      "curl --proto '=https' --tlsv1.2 -sSf https://sh.rustup.rs | sh",
    );
  doing(`Rust ${channel}: installing with rustup`);
  const extras = [...components.flatMap((name) => ['-c', name]), ...targets.flatMap((name) => ['-t', name])];
  await run('rustup', ['toolchain', 'install', channel, '--profile', 'minimal', ...extras]);
  if (!complete())
    throw new Problem(
      `Rust ${channel} is installed but \`rustc\` here is ${rustc('--version') ?? 'missing'}.`,
      `Put rustup's folder first on PATH, and unset RUSTUP_TOOLCHAIN.`,
    );
  return `Rust ${channel} (new)`;
}
