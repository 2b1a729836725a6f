/** Checks our dependencies for published security advisories, and their licenses and sources: `npm run audit`. */
import { ask, attempt, run } from './run.mjs';
import { heading, Problem } from './say.mjs';

export default async function audit() {
  if (ask('cargo', ['deny', '--version']) === undefined)
    throw new Problem('The check of the Rust packages needs cargo-deny.', 'cargo install --locked cargo-deny');
  heading('Rust packages');
  const rust = await attempt('cargo', ['deny', '--workspace', 'check']);
  heading('npm packages');
  await run('npm', ['audit']);
  if (rust !== 0) throw new Problem('cargo deny reports problems: fix those listed above.');
}
