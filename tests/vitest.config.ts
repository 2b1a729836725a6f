import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

// Longer than anything takes even on a slow machine that does something else too: what hangs ends, no speed is tested.
const patience = { testTimeout: 60_000, hookTimeout: 60_000 };

export default defineConfig({
  test: {
    passWithNoTests: true,
    tags: [{ name: 'nightly', description: 'takes long: only `npm run test:nightly` runs it' }],
    reporters: ['default', 'json'],
    projects: [
      // The front end and what builds it, compiled as the site is.
      {
        extends: here('../web/vite.config.ts'),
        test: { name: 'unit', root: here('../web'), setupFiles: [here('seed.ts')], ...patience },
      },
      // The WebAssembly module itself, under Node and without the front end.
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
    ],
  },
});
