/** Finds a Chromium for the browser tests: the user's own, the system's, or Playwright's. */
import { existsSync, readFileSync } from 'node:fs';
import { ask, at, attempt } from './run.mjs';
import { doing } from './say.mjs';
import { systemPackages } from './system.mjs';

const places = [
  process.env.CHROME_PATH,
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/chromium-browser',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Returns the browser to test with, or undefined. */
export async function findBrowser() {
  const { chromium } = await import('@playwright/test');
  return [...places, chromium.executablePath()].find((path) => path && existsSync(path));
}

// A browser without its system libraries exists but does not start.
const starts = (path) => path && ask(path, ['--version', '--no-sandbox']) !== undefined;

export async function browser() {
  if (await findBrowser()) return 'a browser';

  // Debian's package installs the libraries, too; on other systems, the name may mean another package.
  const debian = existsSync('/etc/os-release') && /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'));
  if (!debian) {
    doing('a browser: fetching Playwright’s Chromium');
    await attempt(process.execPath, [at('node_modules/@playwright/test/cli.js'), 'install', '--no-shell', 'chromium']);
    if (starts(await findBrowser())) return 'a browser (new)';
  }
  await systemPackages(
    'The browser tests need Chromium.',
    ['chromium'],
    'install Chromium or Chrome, or set CHROME_PATH to one',
  );
  return 'a browser (new)';
}
