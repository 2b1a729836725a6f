import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  test: {
    passWithNoTests: true,
    reporters: ['default', 'json'],
    projects: [
      // The front end and what builds it, compiled as the site is.
      {
        extends: here('../web/vite.config.ts'),
        test: { name: 'unit', root: here('../web'), setupFiles: [here('seed.ts')] },
      },
      // The WebAssembly module itself, under Node and without the front end.
      {
        test: {
          name: 'wasm',
          root: here('.'),
          include: ['**/*.test.ts'],
          setupFiles: [here('seed.ts')],
          environment: 'node',
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
