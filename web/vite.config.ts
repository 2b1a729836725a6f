import { svelte } from '@sveltejs/vite-plugin-svelte';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { UserConfig } from 'vite';
import { defineConfig } from 'vitest/config';
import { embed, marks, standIns } from './build/embed.ts';
import { file, inFile } from './build/file.ts';
import { home } from './build/home.ts';
import { labs } from './build/lab-files.ts';
import { newLab } from './build/lab.ts';
import { offline } from './build/offline.ts';
import { prerender } from './build/prerender.ts';
import { scopeOf, toolStyles } from './build/tool-styles.ts';
import { workerEntries } from './build/worker-entries.ts';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const versionIn = (file: string, pattern: RegExp): string => {
  const [, version] = pattern.exec(readFileSync(here(file), 'utf8')) ?? [];
  if (version === undefined) throw new Error(`${file} says no version`);
  return JSON.stringify(version);
};

/** What all editions share. */
const shared = {
  root: here('.'),
  // Every address is relative: the site works below any path without a new build.
  base: './',
  // One copy of Svelte's server runtime: `svelte/server` and the components must share it.
  environments: { ssr: { optimizeDeps: { exclude: ['svelte'] } } },
  worker: { format: 'es', plugins: () => [workerEntries()] },
  // Markdown is read in a worker, which has no document to ask for the names of characters.
  resolve: {
    alias: {
      'decode-named-character-reference': here('../node_modules/decode-named-character-reference/index.js'),
    },
  },
} satisfies UserConfig;
const build = {
  target: 'es2022',
  assetsInlineLimit: 0,
  // One style sheet: what the build has drawn must look right before, and without, its script.
  cssCodeSplit: false,
  emptyOutDir: true,
} satisfies UserConfig['build'];
const plugins = () => [
  labs(here('../labs'), here('src/engine/labs'), () => newLab(here('build/template-lab'), here('../labs'))),
  svelte({
    configFile: false,
    compilerOptions: { css: 'external', cssHash: ({ hash, css, filename }) => scopeOf(filename, hash(css)) },
  }),
];

const modules = here('src/engine/pkg');

/** The pages. */
const site: UserConfig = {
  ...shared,
  appType: 'mpa',
  plugins: [
    ...plugins(),
    home(here('src/engine/labs'), modules),
    toolStyles(),
    prerender(here('vite.config.ts'), here('../labs')),
    offline(modules, here('../labs'), here('src/views/index.ts')),
  ],
  build: {
    ...build,
    outDir: 'dist/site',
    modulePreload: {
      polyfill: false,
      // Lists of what comes with a late part cost more than they bring, but for parts that come as a reader scrolls.
      resolveDependencies: (_, files, { hostId }) =>
        /(index|start|tool-pages|reveals\.svelte)-[^/]*$/.test(hostId) ? files : [],
    },
    rolldownOptions: {
      output: {
        // What every chart needs stays one file, also where a late part needs some of it: apart, they are a third larger.
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            // What draws; what only a pointer needs comes later, with charts/hands.
            {
              name: 'd3',
              test: /node_modules\/(d3-(array|color|ease|interpolate|path|scale|shape|time|time-format|timer)|internmap)\//,
            },
            {
              name: 'chart',
              test: /src\/(charts\/(?!errors|format|marks\/(?!line|model|names|points)|DataRows|Note|digits|hands|save|sound|views)|player\/chart\.)/,
            },
            // Tables and the headline over them need all of this.
            { name: 'tables', test: /src\/(lab\/chosen|player\/(lab-run\.svelte|summary))\./ },
            // Questions and predictions share this.
            {
              name: 'asked',
              test: /src\/player\/(AnswerForm|Choices|Hints|LateText|NumberField|explanation\.svelte|judge-choice)\./,
            },
            // A lab's page needs all of this on arrival.
            {
              name: 'page',
              test: /src\/(components\/storage|engine\/(failure|index|lanes|panic|pool|worker)|lab\/lean|player\/(bench|commands|dismiss-tips|folds\.svelte|follow-hash|islands|keys-help|link\/address-sync\.svelte|lit\.svelte|progress|reveals\.svelte|section-layout|undo-keys)|session\/(history\.svelte|log|session\.svelte)|state\/(address|state))\./,
            },
            // What the parts of a page share is little, and a file each would be mostly wrapping. The home page has no chart,
            // but numbers to format.
            {
              name: 'shared',
              test: /node_modules\/d3-format\/|src\/(charts\/format|components\/(file-drops|focus|hydration|slider|Scroll)|player\/(HonestNumber|Inlines|own-cells|roles)|lab\/(blocks|cells|commands|types|units|words)|engine\/(client|spawn)|session\/latest)\./,
            },
          ],
        },
      },
    },
  },
};

/** The element for other people's pages, and the pages that they may frame. */
const widgets: UserConfig = {
  ...shared,
  appType: 'custom',
  plugins: [standIns(here('src/embed')), ...plugins(), embed(here('../labs'), here('src/embed'))],
  define: {
    __VERSION__: versionIn('../package.json', /"version": "([^"]+)"/),
    __ENGINE_VERSION__: versionIn('../Cargo.toml', /^version = "([^"]+)"/m),
    __STYLE__: JSON.stringify(marks.style),
    __LIVE__: JSON.stringify(marks.live),
    __HOME__: JSON.stringify('index.html'),
    __BASE__: JSON.stringify('../'),
  },
  publicDir: false,
  build: {
    ...build,
    outDir: 'dist/embed',
    // Nothing is written into the head of somebody else's page.
    modulePreload: false,
    rolldownOptions: {
      input: {
        embed: here('src/embed/index.ts'),
        live: here('src/embed/live.ts'),
        frame: here('src/embed/frame.ts'),
      },
      preserveEntrySignatures: 'allow-extension',
      output: {
        entryFileNames: ({ name }) => (name === 'live' ? 'assets/[name]-[hash].js' : '[name].js'),
      },
    },
  },
};

/** Each lab as one file. */
const files: UserConfig = {
  ...shared,
  appType: 'custom',
  plugins: [
    inFile(here('src')),
    ...plugins(),
    file(here('vite.config.ts'), here('../labs'), modules, here('dist/file')),
  ],
  worker: { format: 'iife', plugins: () => [inFile(here('src'))] },
  publicDir: false,
  build: {
    ...build,
    outDir: 'dist/file',
    // One file is the point.
    chunkSizeWarningLimit: 10_000,
    modulePreload: false,
    rolldownOptions: {
      input: { main: here('src/file/main.ts') },
      output: { entryFileNames: '[name].js', codeSplitting: false },
    },
  },
};

const editions: Record<string, UserConfig> = { embed: widgets, file: files };

export default defineConfig(({ mode }) => ({
  ...(editions[mode] ?? site),
  test: { include: ['src/**/*.test.ts', 'build/**/*.test.ts'], environment: 'node' },
}));
