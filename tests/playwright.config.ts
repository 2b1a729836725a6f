import { defineConfig } from '@playwright/test';
import { findBrowser } from '../web/build/browser.mjs';

const executablePath = await findBrowser();

// Chromium's sandbox refuses to start as root, which is what containers run as.
const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: 'output/playwright',
  fullyParallel: true,
  forbidOnly: !!process.env['CI'],
  workers: 2,
  // Longer than anything takes even on a slow machine that does something else too: what hangs ends, no speed is tested.
  timeout: 180_000,
  expect: { timeout: 60_000 },
  globalTimeout: 45 * 60_000,
  // A machine shared with others stands still for seconds now and then. What fails twice is broken; what fails once is
  // listed as flaky, to be looked at.
  retries: 1,
  reporter: [['list'], ['json', { outputFile: 'output/browser.json' }]],
  use: {
    // Too low for a bench: figures stand in the text. Tests of the bench take a higher window.
    viewport: { width: 1280, height: 540 },
    // Recording every step makes a test up to four times as long; what fails is tried again, and recorded then.
    trace: 'on-first-retry',
    // It fetches all of a lab; tests of it allow it.
    serviceWorkers: 'block',
    launchOptions: {
      ...(executablePath && { executablePath }),
      args: [...sandbox, '--disable-gpu', '--disable-background-networking'],
    },
  },
});
