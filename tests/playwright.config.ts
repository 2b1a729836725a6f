import { defineConfig } from '@playwright/test';
import { findBrowser } from '../web/build/browser.mjs';

const executablePath = await findBrowser();

// Chromium's sandbox refuses to start as root, and containers run as root.
const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  testIgnore: ['**/tests/hosts/**', '**/tests/notebooks/**'],
  outputDir: 'output/playwright',
  fullyParallel: true,
  forbidOnly: !!process.env['CI'],
  workers: 2,
  // Longer than anything takes even on a slow, busy machine: the limit ends hanging tests and does not measure speed.
  timeout: 180_000,
  expect: { timeout: 60_000 },
  globalTimeout: 45 * 60_000,
  // A shared machine stalls for seconds now and then. A test that fails twice is broken; one that fails once is listed
  // as flaky, to be investigated.
  retries: 1,
  reporter: [['list'], ['json', { outputFile: 'output/browser.json' }]],
  use: {
    // The window is too short for the layout with a fixed figure pane (the bench), so figures are in the text. Tests of
    // the bench use a taller window.
    viewport: { width: 1280, height: 540 },
    // Recording every step makes a test up to four times as long; a failed test runs again and is recorded then.
    trace: 'on-first-retry',
    // The service worker fetches a whole lab; only its own tests allow it.
    serviceWorkers: 'block',
    launchOptions: {
      ...(executablePath && { executablePath }),
      args: [...sandbox, '--disable-gpu', '--disable-background-networking'],
    },
  },
});
