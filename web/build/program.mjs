/** Builds the `pathlength` command like the engine's own tests. */
import { execFileSync } from 'node:child_process';
import { root } from './run.mjs';
import { Problem } from './say.mjs';

/** Builds the command and returns its path. @returns {string} */
export function buildProgram() {
  // No crate is named, so the features are those of the tests and nothing is compiled twice.
  const which = ['--bin', 'pathlength', '--profile', 'test', '--locked'];
  const build = ['build', '--quiet', ...which, '--message-format', 'json'];
  const messages = execFileSync('cargo', build, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 });
  const program = messages.match(/"executable":"([^"]+)"/)?.[1];
  if (!program) throw new Problem('cargo names no program');
  return JSON.parse(`"${program}"`);
}
