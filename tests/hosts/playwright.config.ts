import { defineConfig } from '@playwright/test';
import base from '../playwright.config';

/** Sites of documentation tools; `npm run test:hosts` installs the tools. */
export default defineConfig({
  ...base,
  testIgnore: [],
  outputDir: '../output/hosts',
  workers: 1,
  reporter: [['list'], ['json', { outputFile: '../output/hosts.json' }]],
});
