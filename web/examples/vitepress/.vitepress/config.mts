import { pathlength } from 'pathlength/vite';
import { defineConfig } from 'vitepress';

/** The path below which the site is served. */
const base = '/docs/';

export default defineConfig({
  base,
  title: 'Disks of a Linux guest',
  description: 'A site of docs with widgets in it.',
  // The plugin serves the widgets, which find their parts next to their own script.
  vite: { plugins: [pathlength()] },
  head: [['script', { type: 'module', src: `${base}pathlength/embed.js` }]],
  vue: { template: { compilerOptions: { isCustomElement: (tag) => tag === 'pathlength-lab' } } },
  themeConfig: {
    sidebar: [
      { text: 'Rereading', link: '/' },
      { text: 'Directories', link: '/directories' },
    ],
  },
});
