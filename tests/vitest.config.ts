import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

// Longer than tests without their own limit take, even on a slow, busy machine: it ends hanging tests and does not
// measure speed.
const patience = { testTimeout: 60_000, hookTimeout: 60_000 };

export default defineConfig({
  test: {
    passWithNoTests: true,
    tags: [{ name: 'nightly', description: 'takes long: only `npm run test:nightly` runs it' }],
    reporters: ['default', 'json'],
    projects: [
      // The front end and its build tools, compiled as for the site.
      {
        extends: here('../web/vite.config.ts'),
        test: { name: 'unit', root: here('../web'), setupFiles: [here('seed.ts')], ...patience },
      },
      // The WebAssembly modules, in Node and without the front end.
      {
        test: {
          name: 'wasm',
          root: here('.'),
          include: ['**/*.test.ts'],
          setupFiles: [here('seed.ts')],
          environment: 'node',
          ...patience,
        },
      },
      // The pages in Firefox and WebKitGTK; nothing else runs at the same time.
      {
        test: {
          name: 'browsers',
          root: here('.'),
          include: ['browsers/all.ts'],
          environment: 'node',
          testTimeout: 600_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
