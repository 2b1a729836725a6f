/**
 * Tests the notebooks (`npm run test:notebooks`). Installs the wheels of the package and of the widget's files with
 * Jupyter in a fresh environment. Then executes the examples and uses the widget in JupyterLab with a browser.
 */
import { existsSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { needPython, onlyWheel, programs, tools, wheel } from './python.mjs';
import { at, attempt, run, runModule, targetDir } from './run.mjs';
import { doing, done, heading, Problem, seconds } from './say.mjs';

const sources = at('engine/python/notebook');
const pip = ['-m', 'pip', '--disable-pip-version-check'];

/** Installs everything; returns the Python program. */
async function install() {
  const found = await needPython();
  const { python: toolsPython } = await tools(found);
  const package_ = await wheel(toolsPython, false);
  const folder = join(targetDir, 'wheels', 'notebook');
  rmSync(folder, { recursive: true, force: true });
  await run(toolsPython, [...pip, 'wheel', '--quiet', '--no-deps', '--wheel-dir', folder, sources], { cwd: tmpdir() });
  const files = onlyWheel(folder);

  const environment = join(targetDir, 'wheels', 'notebook-environment');
  rmSync(environment, { recursive: true, force: true });
  await run(found.program, ['-m', 'venv', environment]);
  const python = join(environment, programs, 'python');
  const requirements = join(sources, 'tests', 'requirements.txt');
  doing('installing JupyterLab in a fresh environment');
  const options = ['install', '--quiet', '--only-binary', ':all:', '-r', requirements, package_, files];
  if ((await attempt(python, [...pip, ...options])) !== 0)
    throw new Problem('JupyterLab cannot be installed: pip needs PyPI, or an index that mirrors it.');
  return python;
}

export default async function notebooks(...args) {
  const start = Date.now();
  heading('Notebooks');
  if (!existsSync(at('web/dist/package'))) throw new Problem('There is no build of the widgets yet.', 'npm run build');
  const python = await install();
  done(`JupyterLab and both wheels are installed in ${seconds(start)}`);
  const pytest = ['-m', 'pytest', '-p', 'no:cacheprovider', '--color=no', 'notebook/tests'];
  await run(python, pytest, { cwd: at('engine/python'), env: { PYTHONDONTWRITEBYTECODE: '1' } });
  const options = ['test', '--config', 'tests/notebooks/playwright.config.ts', ...args];
  await runModule('@playwright/test/cli.js', options, { env: { PATHLENGTH_NOTEBOOK_PYTHON: python } });
}
