import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { policy, serve } from './serve.mjs';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'serve-'));
  await mkdir(join(folder, 'site', 'labs'), { recursive: true });
  await mkdir(join(folder, 'site', 'embed'));
  await mkdir(join(folder, 'site-next-door'));
  await writeFile(join(folder, 'site', 'index.html'), 'home');
  await writeFile(join(folder, 'site', 'labs', 'one.html'), 'lab');
  await writeFile(join(folder, 'site', 'labs', 'index.html'), 'labs');
  await writeFile(join(folder, 'site', 'embed', 'one.html'), 'frame');
  await writeFile(join(folder, 'secret.txt'), 'secret');
  await writeFile(join(folder, 'site-next-door', 'index.html'), 'secret');
});
afterAll(() => rm(folder, { recursive: true }));

/** Requests a path exactly as written; `fetch` would normalize it. */
async function ask(path: string, prefix = '/') {
  const host = await serve(join(folder, 'site'), { prefix });
  try {
    return await new Promise<{ status: number | undefined; headers: Record<string, unknown>; text: string }>(
      (resolve, reject) => {
        request(host.url, { path }, (response) => {
          let text = '';
          response.on('data', (bytes) => (text += bytes));
          response.on('end', () => resolve({ status: response.statusCode, headers: response.headers, text }));
        })
          .on('error', reject)
          .end();
      },
    );
  } finally {
    await host.close();
  }
}

test('page is found with and without its ending', async () => {
  expect((await ask('/')).text).toBe('home');
  expect((await ask('/labs/one.html')).text).toBe('lab');
  expect((await ask('/labs/one?x=1')).text).toBe('lab');
});

test('page of a folder is redirected to the slash that its relative links need', async () => {
  const { status, headers } = await ask('/labs');
  expect([status, headers['location']]).toEqual([301, '/labs/']);
});

test('only files below the prefix are served', async () => {
  expect((await ask('/deep/site/labs/one', '/deep/site/')).text).toBe('lab');
  expect((await ask('/labs/one', '/deep/site/')).status).toBe(404);
});

test.each(['/../secret.txt', '/%2e%2e/secret.txt', '/..%2fsecret.txt', '/../site-next-door/', '/%00', '/%zz'])(
  'nothing outside the folder is served: %s',
  async (path) => {
    const { status, text } = await ask(path);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(text).not.toContain('secret');
  },
);

test('policy equals the one in the README', async () => {
  const readme = await readFile(new URL('../../README.md', import.meta.url), 'utf8');
  expect(/`(default-src [^`]*)`/.exec(readme)?.[1]).toBe(policy);
});

test('policy of pages for frames names the host', async () => {
  const { headers } = await ask('/embed/one.html');
  const sent = String(headers['content-security-policy']);
  expect(sent).toMatch(/script-src 'self' http:\/\/127\.0\.0\.1:\d+ 'wasm-unsafe-eval';/);
  expect(sent.replace(/ http:\/\/127\.0\.0\.1:\d+/g, '')).toBe(policy);
});

test('every response carries the policy', async () => {
  for (const path of ['/', '/nothing']) expect((await ask(path)).headers['content-security-policy']).toBe(policy);
});
