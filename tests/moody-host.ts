/** The site on a host, or behind a network, that misbehaves. */
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dist, serve, type Host } from './serve.ts';

export interface MoodyHost extends Host {
  /**
   * `well` answers every request. `silent` accepts each request and never answers. `sick` answers each request with
   * status 500. `halting` sends half of each file and then stops; `cutting` closes the connection at that point.
   * `leaving` answers requests for pages, but never those for their scripts and styles.
   */
  mood: 'well' | 'silent' | 'sick' | 'halting' | 'cutting' | 'leaving';
  /** The file that is served as `sw.js`. */
  worker: 'sw.js' | 'sw-off.js';
}

/** Sends the first half of a response. */
async function sendHalf(answer: IncomingMessage, response: ServerResponse, isCut: boolean): Promise<void> {
  const content = Buffer.concat(await answer.toArray());
  response.write(content.subarray(0, content.length / 2), () => {
    if (isCut) response.destroy();
  });
}

/** Serves a folder, by default the site; `prelude` is prepended to the service worker. */
export async function serveMoody(prelude = '', folder = dist('site')): Promise<MoodyHost> {
  const site = await serve(folder);
  const server = createServer((request, response) => {
    if (host.mood === 'silent' || (host.mood === 'leaving' && request.url?.startsWith('/assets/'))) return;
    if (host.mood === 'sick') return void response.writeHead(500).end('The server is unwell');
    const { pathname, href } = new URL(request.url === '/sw.js' ? `/${host.worker}` : (request.url ?? '/'), site.url);
    // One connection per request: the site may close a keep-alive connection just as it is reused.
    get(href, { agent: false, headers: { 'accept-encoding': 'identity' } }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      if (pathname === '/sw.js') response.write(prelude);
      if (host.mood === 'well' || host.mood === 'leaving') answer.pipe(response);
      else void sendHalf(answer, response, host.mood === 'cutting');
    })
      // At the end of a test, the site closes while the service worker still fetches; to a reader, this is a network
      // failure, not a fault.
      .on('error', () => response.destroy());
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const host: MoodyHost = {
    mood: 'well',
    worker: 'sw.js',
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
      await site.close();
    },
  };
  return host;
}
