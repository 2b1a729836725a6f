/**
 * The tests in Firefox and WebKitGTK: `npm run test:browsers`. Installs both, with the programs that drive them, if no
 * password is needed.
 */
import { existsSync } from 'node:fs';
import { at, runModule, which } from './run.mjs';
import { done, heading, Problem } from './say.mjs';
import { systemPackages } from './system.mjs';
import { geckodriver } from './tools.mjs';

/** The programs of which one is needed, by Debian package. */
const programs = {
  'firefox-esr': ['firefox-esr', 'firefox'],
  'webkit2gtk-driver': ['WebKitWebDriver'],
  xvfb: ['Xvfb'],
};

async function install() {
  const missing = Object.entries(programs).flatMap(([name, any]) => (any.some(which) ? [] : [name]));
  if (missing.length)
    await systemPackages(
      'The tests in other browsers need Firefox and WebKitGTK.',
      missing,
      'install Firefox ESR, WebKitWebDriver, and Xvfb with your package manager',
    );
  return `Firefox, WebKitGTK, ${await geckodriver()}`;
}

export default async function browsers(...args) {
  heading('Firefox and WebKitGTK');
  done(await install());
  if (!existsSync(at('web/dist/site'))) throw new Problem('There is no site to test yet.', 'npm run build');
  const report = '--outputFile.json=tests/output/browsers.json';
  const options = ['--config', 'tests/vitest.config.ts', '--project', 'browsers', report];
  await runModule('vitest/vitest.mjs', ['run', ...options, ...args]);
}
