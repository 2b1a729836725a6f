// The npm package as a documentation site gets it, and the example sites in web/examples that serve it.
import { expect, test } from '@playwright/test';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { complaintsOf } from './complaints.ts';
import { buildBook } from './mdbook.ts';
import { dist, serve } from './serve.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
/** Inside the repository, so that the imports of its examples are found. */
const room = join(root, 'tests/output/examples');
const widgets = join(room, 'package');

// One after the other: the tests share the packed package.
test.describe.configure({ mode: 'default' });
test.beforeAll(() => {
  rmSync(room, { recursive: true, force: true });
  mkdirSync(room, { recursive: true });
  const npm = (...args: string[]): string => execFileSync('npm', args, { cwd: room, encoding: 'utf8', stdio: 'pipe' });
  const [{ filename }] = JSON.parse(npm('pack', '--json', dist('package'))) as [{ filename: string }];
  // npm packs everything into a folder of this name.
  execFileSync('tar', ['-xzf', filename], { cwd: room });
});

/** Copies an example, to be built. */
function example(name: string): string {
  const folder = join(room, name);
  cpSync(join(root, 'web/examples', name), folder, {
    recursive: true,
    filter: (path) => !/[/\\](?:node_modules|book|dist|cache|pathlength)$/.test(path),
  });
  return folder;
}

test('package is complete, has no path of this machine and can be imported without elements', async () => {
  const about = JSON.parse(readFileSync(join(widgets, 'package.json'), 'utf8')) as Record<string, unknown>;
  const { version, license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<string, unknown>;
  expect(about).toMatchObject({ name: 'pathlength', version, license });
  expect(about['private']).toBeUndefined();
  const files = readdirSync(widgets, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const names = files.map(({ name }) => name);
  for (const name of ['embed.js', 'custom-elements.json', 'README.md', 'LICENSE-MIT', 'LICENSE-APACHE', 'lab.json'])
    expect(names).toContain(name);
  expect(names.filter((name) => /\.(map|ts|svelte|toml)$|^\./.test(name))).toEqual([]);
  const telling = files.filter(({ parentPath, name }) => readFileSync(join(parentPath, name)).includes(root));
  expect(telling.map(({ name }) => name)).toEqual([]);
  await expect(import(join(widgets, 'embed.js'))).resolves.toBeDefined();
});

test('VitePress site shows widgets on its first and later pages', { tag: '@nightly' }, async ({ page, browser }) => {
  test.slow();
  const folder = example('vitepress');
  cpSync(widgets, join(folder, 'node_modules/pathlength'), { recursive: true });
  const vitepress = join(dirname(createRequire(import.meta.url).resolve('vitepress/package.json')), 'bin/vitepress.js');
  execFileSync(process.execPath, [vitepress, 'build', folder], { stdio: 'pipe' });
  const host = await serve(join(folder, '.vitepress/dist'), '/docs/', { 'content-security-policy': '' });

  const complaints = complaintsOf(page);
  // Browsers request this file from the root of any host.
  await page.route('/favicon.ico', (route) => route.fulfill({ status: 204 }));
  await page.goto(host.url);
  await expect(page.locator('pathlength-lab')).toContainText(/Median error \d/);
  // Vue keeps the element's content, hidden.
  const link = page.locator('pathlength-lab > p > a');
  await expect(link).toBeHidden();
  await page.evaluate(() => Object.assign(window, { stayed: true }));
  await page.getByRole('main').getByRole('link', { name: 'another page' }).click();
  await expect(page.locator('pathlength-lab').getByRole('slider').first()).toBeVisible();
  expect(await page.evaluate(() => 'stayed' in window)).toBe(true);
  expect(complaints).toEqual([]);

  const still = await browser.newContext({ javaScriptEnabled: false });
  const quiet = await still.newPage();
  await quiet.goto(host.url);
  await quiet.locator('pathlength-lab').getByRole('link', { name: 'the lab' }).click();
  await expect(quiet).toHaveTitle(/Thirteen paths to a disk/);
  await still.close();
  await host.close();
});

test('mdBook shows widgets at any depth', async ({ page }) => {
  const folder = example('mdbook');
  cpSync(widgets, join(folder, 'src/pathlength'), { recursive: true });
  const host = await serve(buildBook(folder), '/book/', { 'content-security-policy': '' });
  const complaints = complaintsOf(page);
  await page.goto(host.url);
  await expect(page.locator('pathlength-lab').getByRole('radio').first()).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'rereading a file' }).first().click();
  await expect(page.locator('pathlength-lab')).toContainText(/Median error \d/);
  expect(complaints).toEqual([]);
  await host.close();
});
