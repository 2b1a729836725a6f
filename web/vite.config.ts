import { svelte } from '@sveltejs/vite-plugin-svelte';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin, UserConfig } from 'vite';
import { defineConfig } from 'vitest/config';
import { embed, marks, standIns } from './build/embed.ts';
import { file, inFile } from './build/file.ts';
import { home } from './build/home.ts';
import { labs } from './build/lab-files.ts';
import { newLab } from './build/lab.ts';
import { labsIn } from './build/lab-language.ts';
import { catalogOf } from './build/messages/index.ts';
import type { Translate } from './build/messages/find.ts';
import { language } from './build/messages/plugin.ts';
import { pseudo } from './build/messages/pseudo.ts';
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

/** The labs with a German text. */
const inGerman = JSON.stringify(labsIn(here('../labs'), 'de'));

/** The settings that all editions share. */
const shared = {
  root: here('.'),
  // Constants for English pages, so that the build drops code that only other languages need.
  define: { __TRANSLATED__: 'undefined', __GERMAN__: inGerman },
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
  // One style sheet: prerendered content must look right before its script runs, and without it.
  cssCodeSplit: false,
  emptyOutDir: true,
} satisfies UserConfig['build'];
const plugins = (compiled = 'labs', inLanguage = 'en') => [
  labs(
    here('../labs'),
    here(`src/engine/${compiled}`),
    () => newLab(here('build/template-lab'), here('../labs')),
    inLanguage,
  ),
  svelte({
    configFile: false,
    compilerOptions: {
      css: 'external',
      cssHash: ({ hash, css, filename }) => scopeOf(filename, hash(css)),
      // A page does not announce the version of its framework, which would take a file of its own.
      discloseVersion: false,
    },
  }),
];

const modules = here('src/engine/pkg');

/** The pages of a mode; `compiled` is the folder of the compiled labs in `src/engine`. */
const pages = (mode: string, compiled: string, inLanguage: string, first: Plugin[]): UserConfig => ({
  ...shared,
  appType: 'mpa',
  plugins: [
    ...first,
    ...plugins(compiled, inLanguage),
    home(here(`src/engine/${compiled}`), modules),
    toolStyles(),
    prerender(here('vite.config.ts'), here('../labs'), mode),
    offline(modules, here('../labs'), here('src/views/index.ts')),
  ],
  build: {
    ...build,
    outDir: 'dist/site',
    modulePreload: {
      polyfill: false,
      // Preload lists of late parts cost more than they save, except for parts that load as a reader scrolls.
      resolveDependencies: (_, files, { hostId }) =>
        /(index|start|tool-pages|reveals\.svelte)-[^/]*$/.test(hostId) ? files : [],
    },
    rolldownOptions: {
      output: {
        // Code that every chart needs stays one file, even if a late part needs some of it: split, it is a third
        // larger.
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            // Code that draws; code that only a pointer needs loads later, with charts/hands.
            {
              name: 'd3',
              test: /node_modules\/(d3-(array|color|ease|interpolate|path|scale|shape|time|time-format|timer)|internmap)\//,
            },
            {
              name: 'chart',
              test: /src\/(charts\/(?!errors|format|marks\/(?!line|model|names|points)|DataRows|Note|digits|hands|save|sound|views)|lab\/series\.|player\/chart\.)/,
            },
            // A part shows the terms of one cell or scenario.
            {
              name: 'terms',
              test: /src\/player\/(BreakdownBlock|CellBreakdown|StackedTerms|breakdown|cell-breakdown)\./,
            },
            // Tables and the headline over them need all of this.
            { name: 'tables', test: /src\/(lab\/chosen|player\/(lab-run\.svelte|summary))\./ },
            // Questions, and what predictions share with them.
            {
              name: 'asked',
              test: /src\/player\/(AnswerForm|Choices|QuestionBlock|Hints|LateText|NumberField|explanation\.svelte|judge-choice|show-reply)\./,
            },
            // A lab's page needs all of this on arrival.
            {
              name: 'page',
              test: /src\/(components\/storage|engine\/(failure|index|lanes|panic|pool|worker)|lab\/(lean|significant-figures)|player\/(bench|commands|dismiss-tips|folds\.svelte|follow-hash|islands|keys-help|link\/address-sync\.svelte|lit\.svelte|progress|reveals\.svelte|section-layout|undo-keys)|session\/(history\.svelte|log|session\.svelte)|state\/(address|state))\./,
            },
            // The parts of a page share little code, and separate files would be mostly wrapping. The home page has no
            // chart, but it has numbers to format.
            {
              name: 'shared',
              test: /node_modules\/d3-format\/|src\/(language\/(?:de[\w-]*|en|index)|charts\/format|components\/(file-drops|focus|hydration|slider|Scroll)|player\/(HonestNumber|Inlines|Term|own-cells|roles)|lab\/(blocks|cells|commands|types|units|words)|engine\/(client|spawn)|session\/latest|views\/blocks)\./,
            },
          ],
        },
      },
    },
  },
});

const site = pages('site', 'labs', 'en', []);

/**
 * The pages in another language, with the file of `src/language` for its numbers and units, and the labs that have a
 * text in it. They are complete below their folder, except for the tools, which are in English.
 */
function translatedSite(
  mode: string,
  outDir: string,
  { formats, tag, direction, labs: inLanguage }: Record<'formats' | 'tag' | 'direction' | 'labs', string>,
  translate: Translate,
): UserConfig {
  const compiled = `labs-${mode}`;
  const edition = pages(mode, compiled, inLanguage, [language(here('src'), formats, compiled, translate)]);
  return {
    ...edition,
    plugins: [
      ...(edition.plugins ?? []),
      {
        name: 'pathlength:language-of-page',
        transformIndexHtml: (html) => html.replace('<html lang="en"', `<html lang="${tag}" dir="${direction}"`),
      },
    ],
    define: {
      __GERMAN__: inGerman,
      __TRANSLATED__: inGerman,
    },
    build: { ...edition.build, outDir },
  };
}

const german = (): UserConfig => {
  const catalog = catalogOf(here('messages'), 'de');
  return translatedSite(
    'de',
    'dist/site/de',
    { formats: 'de', tag: 'de', direction: 'ltr', labs: 'de' },
    (message) => catalog.get(message) ?? message,
  );
};

/** A language for tests, which no reader sees. */
const pseudoSite = (): UserConfig =>
  translatedSite('pseudo', 'dist/pseudo', { formats: 'en', tag: 'en', direction: 'rtl', labs: 'en' }, pseudo);

/** The element for third-party pages, and the pages that they may frame. */
const widgets: UserConfig = {
  ...shared,
  appType: 'custom',
  plugins: [standIns(here('src/embed')), ...plugins(), embed(here('../labs'), here('src/embed'))],
  define: {
    ...shared.define,
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
    // Nothing is written into the head of a third-party page.
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
    // A single file is intended.
    chunkSizeWarningLimit: 10_000,
    modulePreload: false,
    rolldownOptions: {
      input: { main: here('src/file/main.ts') },
      output: { entryFileNames: '[name].js', codeSplitting: false },
    },
  },
};

const editions: Record<string, () => UserConfig> = {
  site: () => site,
  embed: () => widgets,
  file: () => files,
  de: german,
  pseudo: pseudoSite,
};

export default defineConfig(({ mode }) => ({
  ...(editions[mode]?.() ?? site),
  test: { include: ['src/**/*.test.ts', 'build/**/*.test.ts'], environment: 'node' },
}));
