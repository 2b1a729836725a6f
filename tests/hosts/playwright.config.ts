import { defineConfig } from '@playwright/test';
import base from '../playwright.config';

/** The example sites; `npm run test:hosts` installs the Python tools first. */
export default defineConfig({
  ...base,
  testIgnore: [],
  outputDir: '../output/hosts',
  workers: 1,
  // The first test of a site waits until its tool is installed.
  timeout: 900_000,
  globalTimeout: 0,
  reporter: [['list'], ['json', { outputFile: '../output/hosts.json' }]],
});
