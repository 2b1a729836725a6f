/** The command `pathlength`, for tests that hold it against what pages and modules say. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { buildProgram } from '../web/build/program.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

export { buildProgram };

/** The native program, to be called with arguments and a text to read; gives what it prints. */
export function buildCommand(): (args: string[], input?: string) => string {
  const program = buildProgram();
  return (args, input = '') => {
    const { stdout, stderr, status } = spawnSync(program, args, {
      cwd: root,
      input,
      encoding: 'utf8',
      maxBuffer: 1 << 28,
    });
    // A refusal prints nothing; an answer of "no" prints it.
    if (status === 2 || (status === 1 && stdout === '')) throw new Error(stderr);
    return stdout;
  };
}
