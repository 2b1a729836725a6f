/** The site on a host, or behind a network, that does not do what a reader hopes for. */
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dist, serve, type Host } from './serve.ts';

export interface MoodyHost extends Host {
  /**
   * `well` answers; `silent` accepts each request and never answers; `sick` answers each with status 500; `halting` sends
   * half of each file and then nothing, and `cutting` closes the connection there.
   */
  mood: 'well' | 'silent' | 'sick' | 'halting' | 'cutting';
  /** The file of the site that is sent as `sw.js`. */
  worker: 'sw.js' | 'sw-off.js';
}

/** Sends the first half of an answer. */
async function sendHalf(answer: IncomingMessage, response: ServerResponse, isCut: boolean): Promise<void> {
  const content = Buffer.concat(await answer.toArray());
  response.write(content.subarray(0, content.length / 2), () => {
    if (isCut) response.destroy();
  });
}

/** Serves the site; `prelude` runs at the beginning of the service worker. */
export async function serveMoody(prelude = ''): Promise<MoodyHost> {
  const site = await serve(dist('site'));
  const server = createServer((request, response) => {
    if (host.mood === 'silent') return;
    if (host.mood === 'sick') return void response.writeHead(500).end('The server is unwell');
    const { pathname, href } = new URL(request.url === '/sw.js' ? `/${host.worker}` : (request.url ?? '/'), site.url);
    // A connection each: one that is kept may be closed by the site at the moment it is used again.
    get(href, { agent: false, headers: { 'accept-encoding': 'identity' } }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      if (pathname === '/sw.js') response.write(prelude);
      if (host.mood === 'well') answer.pipe(response);
      else void sendHalf(answer, response, host.mood === 'cutting');
    })
      // The site closes at the end of a test while the service worker still fetches: that is the reader's network, not a fault.
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
