/** The command `pathlength`, for tests that compare it with pages and modules. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { buildProgram } from '../web/build/program.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

export { buildProgram };

/** Builds the native program; returns a function that runs it with arguments and input and returns its output. */
export function buildCommand(): (args: string[], input?: string) => string {
  const program = buildProgram();
  return (args, input = '') => {
    const { stdout, stderr, status } = spawnSync(program, args, {
      cwd: root,
      input,
      encoding: 'utf8',
      maxBuffer: 1 << 28,
    });
    // Invalid input produces no output; a negative result does.
    if (status === 2 || (status === 1 && stdout === '')) throw new Error(stderr);
    return stdout;
  };
}
