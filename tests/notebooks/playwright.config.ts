import { defineConfig } from '@playwright/test';
import base from '../playwright.config';

/** Notebooks in JupyterLab; `npm run test:notebooks` installs it. */
export default defineConfig({
  ...base,
  testIgnore: [],
  outputDir: '../output/notebooks',
  workers: 1,
  reporter: [['list'], ['json', { outputFile: '../output/notebooks.json' }]],
});
