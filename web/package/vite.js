// A plugin for Vite and for tools built on Vite: `pathlength/` below the base contains the widgets' files.
import { createReadStream, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { files, folder } from './files.js';

const types = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
};

export const pathlength = () => ({
  name: 'pathlength',
  // A module that Vite bundles ahead of the site does not know the base.
  config: () => ({ optimizeDeps: { exclude: ['pathlength'] } }),
  configureServer({ config, middlewares }) {
    const known = files();
    middlewares.use((request, response, next) => {
      const { pathname } = new URL(request.url ?? '/', 'http://localhost');
      const start = `${config.base}${folder}`;
      const path = pathname.startsWith(start) ? known.get(pathname.slice(start.length)) : undefined;
      if (path === undefined) return next();
      response.setHeader('content-type', types[extname(path)] ?? 'application/octet-stream');
      createReadStream(path).pipe(response);
    });
  },
  generateBundle: {
    // VitePress mistakes the first style sheet of a bundle for the site's own.
    order: 'post',
    handler() {
      for (const [name, path] of files())
        this.emitFile({ type: 'asset', fileName: `${folder}${name}`, source: readFileSync(path) });
    },
  },
});
