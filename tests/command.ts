/** The command `pathlength`, for tests that hold it against what pages and modules say. */
import { execFileSync, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Where the native program is, built as the engine's own tests build it. */
export function buildProgram(): string {
  // No crate is named, so that features are as the tests have them and nothing is compiled twice.
  const which = ['--bin', 'pathlength', '--profile', 'test', '--locked'];
  const build = ['build', '--quiet', ...which, '--message-format', 'json'];
  const messages = execFileSync('cargo', build, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 });
  const program = messages.match(/"executable":"([^"]+)"/)?.[1];
  if (!program) throw new Error('cargo names no program');
  return JSON.parse(`"${program}"`) as string;
}

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
