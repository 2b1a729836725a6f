import { cpSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitepress';

/** Below which path the site is served. */
const base = '/docs/';

// What lies in public/ is served as it is, and the widgets find their parts beside their own script.
const widgets = dirname(createRequire(import.meta.url).resolve('pathlength'));
cpSync(widgets, fileURLToPath(new URL('../public/pathlength', import.meta.url)), { recursive: true });

export default defineConfig({
  base,
  title: 'Disks of a Linux guest',
  description: 'A site of docs with widgets in it.',
  head: [['script', { type: 'module', src: `${base}pathlength/embed.js` }]],
  vue: { template: { compilerOptions: { isCustomElement: (tag) => tag === 'pathlength-lab' } } },
  themeConfig: {
    sidebar: [
      { text: 'Rereading', link: '/' },
      { text: 'Directories', link: '/directories' },
    ],
  },
});
