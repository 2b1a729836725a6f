import { svelte } from '@sveltejs/vite-plugin-svelte';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { labs } from './build/lab-files.ts';
import { newLab } from './build/lab.ts';
import { prerender } from './build/prerender.ts';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: here('.'),
  // Every address is relative: the site works below any path without a new build.
  base: './',
  appType: 'mpa',
  plugins: [
    labs(here('../labs'), here('src/engine/labs'), () => newLab(here('build/template-lab'), here('../labs'))),
    svelte({
      configFile: false,
      compilerOptions: { css: 'external', cssHash: ({ hash, css }) => `s${hash(css).slice(0, 4)}` },
    }),
    prerender(here('vite.config.ts'), here('../labs')),
  ],
  // One copy of Svelte's server runtime: `svelte/server` and the components must share it.
  environments: { ssr: { optimizeDeps: { exclude: ['svelte'] } } },
  worker: { format: 'es' },
  // Markdown is read in a worker, which has no document to ask for the names of characters.
  resolve: {
    alias: {
      'decode-named-character-reference': here('../node_modules/decode-named-character-reference/index.js'),
    },
  },
  build: {
    outDir: 'dist/site',
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // One style sheet: what the build has drawn must look right before, and without, its script.
    cssCodeSplit: false,
    emptyOutDir: true,
    rolldownOptions: {
      output: {
        // What every chart needs stays one file, also where a late part needs some of it: apart, they are a third larger.
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            {
              name: 'chart',
              test: /src\/(charts\/(Axis|Bars|Data\.|Line|Plane|Points|format|scale)|player\/(chart\.|chart-words|each|latest))/,
            },
          ],
        },
      },
    },
  },
  test: { include: ['src/**/*.test.ts', 'build/**/*.test.ts'], environment: 'node' },
});
