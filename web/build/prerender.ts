import { cp, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createServer, type Plugin, type ViteDevServer } from 'vite';
import type { Lab } from '../src/lab/types.ts';
import { escaped } from '../src/player/export/embed-code.ts';
import { readPictureStyle } from './picture-style.ts';
import { writePictures } from './pictures.ts';
import { fixedAddress, labPreview, previewTags, siteAddress } from './preview.ts';
import { toolRooms, toolSheet } from './tool-styles.ts';

type RenderedPages = ReturnType<typeof import('../src/render').renderAll>;
type RenderedPage = Awaited<RenderedPages>[number];

type Renderer = typeof import('../src/render');

const load = async (server: ViteDevServer): Promise<Renderer> =>
  (await server.ssrLoadModule('/src/render.ts')) as Renderer;

const fill = (template: string, { root, head, body, lab, script }: RenderedPage, links: string): string =>
  template
    .replaceAll('="./', `="${root}`)
    .replace('<!--head-->', () => head + links)
    .replace(
      '<div id="page"',
      (start) => start + (lab === undefined ? '' : ` data-lab="${lab}"`) + (script ? ` data-script="${script}"` : ''),
    )
    .replace('<!--body-->', () => body);

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );

/** Starts a server that renders pages and watches no files. */
const renderer = (configFile: string, mode: string): Promise<ViteDevServer> =>
  createServer({
    configFile,
    mode,
    logLevel: 'error',
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    appType: 'custom',
    optimizeDeps: { noDiscovery: true },
  });

async function withRenderer<T>(configFile: string, mode: string, use: (renderer: Renderer) => Promise<T>): Promise<T> {
  const server = await renderer(configFile, mode);
  try {
    return await use(await load(server));
  } finally {
    await server.close();
  }
}

/** Renders every page of an edition. */
export const rendered = (configFile: string, mode: string): RenderedPages =>
  withRenderer(configFile, mode, ({ renderAll }) => renderAll());

/**
 * Returns links for search engines to a page in all of its languages; empty for a page in one language. The result is
 * also empty if the site's address is unknown: search engines accept only whole addresses. `folder` is the address of
 * the page's edition, and `own` is the edition's language.
 */
export function alternates(
  folder: string | undefined,
  own: string,
  { path, versions = [] }: Pick<RenderedPage, 'path' | 'versions'>,
): string {
  if (folder === undefined || versions.length === 0) return '';
  const page = new URL(path, folder);
  return [{ href: '', language: own }, ...versions]
    .map(({ href, language }) => {
      const address = escaped(new URL(href, page).href);
      return `<link rel="alternate" hreflang="${language}" href="${address}">`;
    })
    .join('');
}

/**
 * Renders the pages of an edition on the server: on request during development, to files in a build. `from` is the
 * folder of the labs, and `mode` that of web/vite.config.ts.
 */
export function prerender(configFile: string, from: string, mode = 'site'): Plugin {
  const pictures = (lab: string): string => join(from, lab, 'images');
  let root = '';
  let outDir = '';
  let building = false;
  let failed = false;
  /** The built file of each source that is not a script. */
  const built = new Map<string, string>();
  return {
    name: 'pathlength:prerender',
    configResolved(config) {
      root = config.root;
      outDir = join(config.root, config.build.outDir);
      building = config.command === 'build';
    },
    configureServer: (server) => () => {
      server.middlewares.use(async (request, response, next) => {
        const path = (request.originalUrl ?? '/').replace(/[?#].*/, '').slice(1) || 'index.html';
        const [, lab = '', picture] = /^labs\/([\w-]+)\/images\/([\w.-]+)$/.exec(path) ?? [];
        try {
          if (picture !== undefined) {
            if (picture.endsWith('.svg')) response.setHeader('content-type', 'image/svg+xml');
            response.end(await readFile(join(pictures(lab), picture)));
            return;
          }
          const page = (await (await load(server)).renderAll()).find((p) => p.path === path);
          if (!page) {
            next();
            return;
          }
          const template = await readFile(join(root, 'index.html'), 'utf8');
          response.setHeader('content-type', 'text/html; charset=utf-8');
          const style = page.style ? `<link rel="stylesheet" href="/${page.style}">` : '';
          response.end(await server.transformIndexHtml(`/${path}`, fill(template, page, style)));
        } catch (error) {
          next(error);
        }
      });
    },
    generateBundle: {
      // This must run after the plugin that adds the style sheet of the tools.
      order: 'post',
      handler(_, bundle) {
        for (const output of Object.values(bundle)) {
          if (output.type === 'chunk') continue;
          for (const source of output.originalFileNames) built.set(source.replace(`${root}/`, ''), output.fileName);
        }
      },
    },
    buildEnd(error) {
      failed = error !== undefined;
    },
    async closeBundle() {
      if (!building || failed) return;
      const template = await readFile(join(outDir, 'index.html'), 'utf8');
      const site = siteAddress();
      const folder = site && (mode === 'site' ? site : `${site}${mode}/`);
      const [pages, labs] = await withRenderer(configFile, mode, async ({ renderAll, renderParts }) => [
        await renderAll(),
        await renderParts(),
      ]);
      for (const page of pages) {
        const sheet = (source: string): string => {
          const file = built.get(source);
          return file ? `<link rel="stylesheet" href="${page.root}${file}">` : '';
        };
        // Scripts are not preloaded: on a slow network, preloading them delays the first paint and the start of the
        // model.
        const style = page.style ? sheet(page.style) : '';
        // The style sheet of the tools comes last, as do the styles of components in the style sheet of all pages.
        const last = toolRooms.includes(page.script ?? '') ? sheet(toolSheet) : '';
        const lab = page.lab === undefined ? undefined : join(outDir, 'labs', page.lab, 'lab.json');
        const tags =
          site && lab && mode === 'site'
            ? previewTags(labPreview(JSON.parse(await readFile(lab, 'utf8')) as Lab), site)
            : '';
        const file = join(outDir, page.path);
        await mkdir(dirname(file), { recursive: true });
        const html = fill(template, page, style + tags + alternates(folder, mode === 'site' ? 'en' : mode, page));
        await writeFile(file, last ? html.replace('</head>', () => `${last}</head>`) : html);
        // A lab's pictures are in the same folder as its page.
        if (page.lab !== undefined && (await isFolder(pictures(page.lab))))
          await cp(pictures(page.lab), join(outDir, 'labs', page.lab, 'images'), { recursive: true });
      }
      // Pictures are in English: other sites find them next to the English pages.
      if (mode !== 'site') return;
      const fixed = site && fixedAddress(site);
      await writePictures(
        outDir,
        labs,
        readPictureStyle(join(root, 'src')),
        site && fixed ? { site, fixed } : undefined,
      );
    },
  };
}
