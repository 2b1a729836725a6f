/**
 * Tests the example sites of documentation tools that are not among the project's packages (`npm run test:hosts`).
 * Installs each tool from its registry, builds the example, and opens it in a browser.
 */
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { needPython, programs, tools, wheel } from './python.mjs';
import { at, attempt, run, runModule, targetDir } from './run.mjs';
import { doing, done, heading, Problem, seconds } from './say.mjs';

const pip = ['-m', 'pip', '--disable-pip-version-check', 'install', '--quiet', '--only-binary', ':all:'];

/** Installs the Python tools of all examples with the package; returns the Python program. */
async function install() {
  const found = await needPython();
  const { python: toolsPython } = await tools(found);
  const package_ = await wheel(toolsPython, false);
  const environment = join(targetDir, 'wheels', 'hosts-environment');
  rmSync(environment, { recursive: true, force: true });
  await run(found.program, ['-m', 'venv', environment]);
  const python = join(environment, programs, 'python');
  const files = readdirSync(at('web/examples'))
    .map((name) => at('web/examples', name, 'requirements.txt'))
    .filter((path) => existsSync(path));
  doing('installing the documentation tools in a fresh environment');
  // PyPI does not have this version of the package, so the wheel is installed first.
  for (const what of [[package_], files.flatMap((path) => ['-r', path])])
    if ((await attempt(python, [...pip, ...what])) !== 0)
      throw new Problem('The documentation tools cannot be installed: pip needs PyPI, or an index that mirrors it.');
  return python;
}

export default async function hosts(...args) {
  const start = Date.now();
  heading('Documentation tools');
  if (!existsSync(at('web/dist/package'))) throw new Problem('There is no build of the widgets yet.', 'npm run build');
  const python = await install();
  done(`The tools for Python are installed in ${seconds(start)}`);
  const options = ['test', '--config', 'tests/hosts/playwright.config.ts', ...args];
  await runModule('@playwright/test/cli.js', options, { env: { PATHLENGTH_HOSTS_PYTHON: python } });
}
