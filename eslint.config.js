import js from '@eslint/js';
import prettier from 'eslint-config-prettier';
import compat from 'eslint-plugin-compat';
import svelte from 'eslint-plugin-svelte';
import { defineConfig, globalIgnores } from 'eslint/config';
import globals from 'globals';
import ts from 'typescript-eslint';
import { roomRules } from './web/build/rooms.mjs';

export default defineConfig(
  globalIgnores(['target/', 'web/dist/', 'web/src/engine/pkg/', 'web/src/engine/labs*/', 'tests/output/']),
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  js.configs.recommended,
  ts.configs.strict,
  svelte.configs.recommended,
  prettier,
  svelte.configs.prettier,
  { languageOptions: { globals: { ...globals.browser, ...globals.node } } },
  { files: ['**/*.svelte', '**/*.svelte.ts'], languageOptions: { parserOptions: { parser: ts.parser } } },
  {
    rules: {
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      // An unused argument documents what a callback receives; its name starts with an underscore.
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      '@typescript-eslint/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
      // Text from labs and links must never become markup.
      'svelte/no-at-html-tags': 'error',
    },
  },
  { files: ['web/public/sw*.js'], languageOptions: { globals: globals.serviceworker } },
  // Examples contain tables as the site writes them, with units that stay on the line of their number.
  { files: ['web/examples/**'], rules: { 'no-irregular-whitespace': 'off' } },
  // The oldest supported browsers are in package.json.
  {
    files: ['web/src/**', 'web/public/**', 'web/package/{define,index}.js'],
    ignores: ['**/*.test.ts'],
    plugins: { compat },
    rules: { 'compat/compat': 'error' },
  },
  // A page that works prints nothing to the console.
  { files: ['web/src/**'], rules: { 'no-console': ['error', { allow: ['error', 'warn'] }] } },
  roomRules,
  // A lint that knows TypeScript's types also knows its globals.
  { files: ['**/*.ts', '**/*.svelte'], rules: { 'no-undef': 'off' } },
);
