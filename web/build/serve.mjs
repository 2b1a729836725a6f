/**
 * A small static server on the loopback address with a strict content security policy, under which the pages must work.
 * `npm start` and the browser tests both use it.
 */
import { createReadStream, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, relative, resolve, sep } from 'node:path';
import { pipeline } from 'node:stream';
import { createGzip } from 'node:zlib';

// A frame without an origin can start a worker only through a `blob:` address.
export const policy =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; connect-src 'self'; worker-src 'self' blob:; manifest-src 'self'";

/**
 * Additions for the pages that open labs of other sites, which may fetch a lab's data and pictures and nothing else.
 * @type {Record<string, string>}
 */
const others = {
  'connect-src': 'https: http://localhost:* http://127.0.0.1:*',
  'img-src': 'https: http://localhost:* http://127.0.0.1:*',
};
const policyForOthers = policy.replace(/(connect-src|img-src)[^;]*/g, (rule, name) => `${rule} ${others[name]}`);
const opensOthers = new Set(['course.html', 'lab.html', 'materials.html', 'teach.html']);

/**
 * Returns the policy of the pages for frames on a host. Some versions of WebKit compare `'self'` with the origin of the
 * document, which a sandboxed frame does not have (https://bugs.webkit.org/show_bug.cgi?id=316847).
 * @param {string} host
 */
const policyForFrames = (host) => policy.replaceAll("'self'", `'self' http://${host}`);

/** @type {Record<string, string>} */
const types = {
  '.css': 'text/css; charset=utf-8',
  '.csv': 'text/csv; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml; charset=utf-8',
};
const packed = new Set(['.ico', '.png', '.woff2']);

/** @param {string} path */
const isFile = (path) => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;

/**
 * Returns the file that a static host would send for an address, if any.
 * @param {string} folder
 * @param {string} path starts with a slash, decoded
 */
function find(folder, path) {
  const wanted = join(folder, path);
  if (wanted !== folder && !wanted.startsWith(folder + sep)) return undefined;
  return [wanted, join(wanted, 'index.html'), `${wanted}.html`].find(isFile);
}

/**
 * Serves a folder below a path prefix.
 * @param {string} folder
 * @param {object} [options]
 * @param {number} [options.port] 0 means any free port
 * @param {string} [options.prefix] starts and ends with a slash
 * @param {Record<string, string>} [options.headers] added to the default headers; an empty value removes one
 * @param {(file: string) => void} [options.onFile] called for each file that is sent
 * @returns {Promise<{ url: string, close: () => Promise<void> }>} `url` ends with a slash
 */
export function serve(folder, { port = 0, prefix = '/', headers = {}, onFile = () => undefined } = {}) {
  const base = resolve(folder);
  const server = createServer((request, response) => {
    const all = {
      'content-security-policy': policy,
      // Widgets on other sites, and framed pages without an origin, fetch their parts from here.
      'access-control-allow-origin': '*',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-cache',
      ...headers,
    };
    for (const [name, value] of Object.entries(all)) if (value) response.setHeader(name, value);
    if (request.method !== 'GET' && request.method !== 'HEAD') return void response.writeHead(405).end();

    let path;
    try {
      path = decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname);
    } catch {
      return void response.writeHead(400).end();
    }
    const inside = path.startsWith(prefix) && !path.includes('\0') ? `/${path.slice(prefix.length)}` : undefined;
    const file = inside && find(base, inside);
    // As static hosts do: relative links on a folder's page need the trailing slash.
    if (file?.endsWith(`${sep}index.html`) && !path.endsWith('/') && !path.endsWith('index.html'))
      return void response.writeHead(301, { location: `${encodeURI(path).replace(/^\/+/, '/')}/` }).end();

    const sent = file ?? join(base, '404.html');
    response.statusCode = file ? 200 : 404;
    if (!isFile(sent)) return void response.end('Not found');
    // A host that sets its own policy, or none, keeps it.
    if (file && !('content-security-policy' in headers)) {
      const name = relative(base, file);
      const { host = '' } = request.headers;
      if (opensOthers.has(name)) response.setHeader('content-security-policy', policyForOthers);
      if (name.startsWith(`embed${sep}`) && /^[\w.:[\]-]+$/.test(host))
        response.setHeader('content-security-policy', policyForFrames(host));
    }
    const type = extname(sent);
    response.setHeader('content-type', types[type] ?? 'application/octet-stream');
    const zip = !packed.has(type) && /\bgzip\b/.test(`${request.headers['accept-encoding']}`);
    if (zip) response.setHeader('content-encoding', 'gzip').setHeader('vary', 'accept-encoding');
    if (request.method === 'HEAD') return void response.end();
    onFile(sent);
    // A reader who disconnects early must not cause an error.
    pipeline([createReadStream(sent), ...(zip ? [createGzip()] : []), response], () => undefined);
  });

  return new Promise((fulfil, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      const address = /** @type {import('node:net').AddressInfo} */ (server.address());
      const close = () =>
        /** @type {Promise<void>} */ (
          new Promise((closed) => {
            server.close(() => closed());
            server.closeAllConnections();
          })
        );
      fulfil({ url: `http://127.0.0.1:${address.port}${prefix}`, close });
    });
  });
}
