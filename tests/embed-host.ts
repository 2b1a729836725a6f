/** A page on another origin that shows widgets under a strict policy, like that of a careful documentation host. */
import type { BrowserContext, Page } from '@playwright/test';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dist, serve, type Host } from './serve.ts';

/** Returns a policy that allows only the widgets' origin. */
export const strict = (widgets: string): string => {
  const { origin } = new URL(widgets);
  return `script-src ${origin} 'wasm-unsafe-eval'; connect-src ${origin}; img-src ${origin} data:; worker-src ${origin}`;
};

export interface Docs {
  /** The widgets' address, with a trailing slash. */
  widgets: string;
  /** Returns the address of a documentation page with this body. */
  page: (body: string, policy?: string) => string;
  close: () => Promise<void>;
}

/** Serves a folder's widgets, by default the built ones, and, on another origin, documentation pages that show them. */
export async function serveDocs(headers: Record<string, string> = {}, folder = dist('site')): Promise<Docs> {
  const widgets: Host = await serve(folder, '/widgets/', headers);
  const pages: { body: string; policy: string }[] = [];
  const server: Server = createServer((request, response) => {
    const found = pages[Number(request.url?.slice(1))];
    if (!found) return void response.writeHead(404).end();
    response.setHeader('content-type', 'text/html; charset=utf-8');
    if (found.policy) response.setHeader('content-security-policy', found.policy);
    response.end(
      `<!doctype html><html lang="en"><head><title>Docs</title><link rel="icon" href="data:,"></head><body><main>${found.body}</main></body></html>`,
    );
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    widgets: widgets.url,
    // Another name of this machine is another origin; so is another port.
    page: (body, policy = strict(widgets.url)) => `http://127.0.0.1:${port}/${pages.push({ body, policy }) - 1}`,
    async close() {
      await widgets.close();
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

export const script = (widgets: string, query = ''): string =>
  `<script type="module" src="${widgets}embed.js${query}"></script>`;

/** Records the widgets' events; call it before the first widget exists. */
export async function listen(to: Page | BrowserContext): Promise<void> {
  await to.addInitScript(() => {
    const told: { name: string; detail: unknown; id: string }[] = [];
    Object.assign(window, { told });
    for (const name of ['load', 'error', 'statechange', 'answer', 'score'])
      addEventListener(
        `pathlength-${name}`,
        (event) => {
          const { detail, target } = event as CustomEvent<unknown>;
          told.push({ name, detail, id: (target as HTMLElement).id });
        },
        { capture: true },
      );
  });
}

/** Returns the details of the recorded events called `name`. */
export const toldOf = (page: Page, name: string): Promise<{ detail: Record<string, unknown>; id: string }[]> =>
  page.evaluate(
    (name) =>
      (window as unknown as { told: { name: string; detail: Record<string, unknown>; id: string }[] }).told.filter(
        (one) => one.name === name,
      ),
    name,
  );
