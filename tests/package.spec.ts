// The npm package as a documentation site receives it, and the example sites in web/examples that serve the package.
import { expect, test } from '@playwright/test';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { publint } from 'publint';
import { build as buildWithVite, createServer, type InlineConfig } from 'vite';
import webpack, { type Configuration } from 'webpack';
import { complaintsOf } from './complaints.ts';
import { buildBook } from './mdbook.ts';
import { dist, serve } from './serve.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
/** A folder inside the repository, so that the imports of its examples resolve. */
const room = join(root, 'tests/output/examples');
const widgets = join(room, 'package');
/** The package as npm would publish it. */
let packed: string;

// One after the other: the tests share the packed package.
test.describe.configure({ mode: 'default' });
test.beforeAll(() => {
  rmSync(room, { recursive: true, force: true });
  mkdirSync(room, { recursive: true });
  const npm = (...args: string[]): string => execFileSync('npm', args, { cwd: room, encoding: 'utf8', stdio: 'pipe' });
  const [{ filename }] = JSON.parse(npm('pack', '--json', dist('package'))) as [{ filename: string }];
  // npm packs everything into a folder of this name.
  packed = join(room, filename);
  execFileSync('tar', ['-xzf', packed], { cwd: room });
});

/** Copies an example with the package installed, ready to be built; returns its folder. */
function example(name: string): string {
  const folder = join(room, name);
  rmSync(folder, { recursive: true, force: true });
  cpSync(widgets, join(folder, 'node_modules/pathlength'), { recursive: true });
  cpSync(join(root, 'web/examples', name), folder, {
    recursive: true,
    filter: (path) => !/[/\\](?:node_modules|book|dist|cache|pathlength)$/.test(path),
  });
  return folder;
}

test('package is complete, has no path of this machine, and can be imported without elements', async () => {
  const about = JSON.parse(readFileSync(join(widgets, 'package.json'), 'utf8')) as Record<string, unknown>;
  const { version, license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<string, unknown>;
  expect(about).toMatchObject({ name: 'pathlength', version, license });
  expect(about['private']).toBeUndefined();
  const files = readdirSync(widgets, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const names = files.map(({ name }) => name);
  for (const name of ['embed.js', 'custom-elements.json', 'README.md', 'LICENSE-MIT', 'LICENSE-APACHE', 'lab.json'])
    expect(names).toContain(name);
  expect(names.filter((name) => /(?<!\.d)\.ts$|\.(map|svelte|toml)$|^\./.test(name))).toEqual([]);
  const telling = files.filter(({ parentPath, name }) => readFileSync(join(parentPath, name)).includes(root));
  expect(telling.map(({ name }) => name)).toEqual([]);
  await expect(import(join(widgets, 'embed.js'))).resolves.toBeDefined();
});

test('package passes publint', async () => {
  const { messages } = await publint({ pkgDir: widgets, strict: true });
  expect(messages).toEqual([]);
});

test('types of the package are found and compile', { tag: '@nightly' }, () => {
  const program = (path: string, ...args: string[]): string =>
    execFileSync(process.execPath, [join(root, 'node_modules', path), ...args], { encoding: 'utf8', stdio: 'pipe' });
  // The package contains no CommonJS.
  program('@arethetypeswrong/cli/dist/index.js', packed, '--profile', 'esm-only');
  const user = join(room, 'types');
  cpSync(join(root, 'tests/package'), user, { recursive: true });
  cpSync(widgets, join(user, 'node_modules/pathlength'), { recursive: true });
  expect(program('typescript/bin/tsc', '--project', user)).toBe('');
});

const imported = async <T>(file: string): Promise<T> => {
  const { default: value } = (await import(pathToFileURL(file).href)) as { default: T };
  return value;
};

/** Builds a site with webpack; a warning is an error. */
async function buildWithWebpack(folder: string, plugins?: []): Promise<void> {
  const config = await imported<Configuration>(join(folder, 'webpack.config.js'));
  const output = { path: join(folder, 'dist') };
  const compiler = webpack({ ...config, context: folder, output, ...(plugins && { plugins }) });
  await new Promise<void>((resolve, reject) => {
    compiler.run((error, stats) => {
      if (error) reject(error);
      else if (stats?.hasErrors() || stats?.hasWarnings()) reject(new Error(stats.toString('errors-warnings')));
      else resolve();
    });
  });
}

/** The policy of a careful site, which allows nothing for the widgets except WebAssembly. */
const siteOwn = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data:";

interface Bundler {
  /** Builds a site, without its plugins if `plugins` is empty; returns the folder of its pages. */
  build: (folder: string, plugins?: []) => Promise<string>;
  prefix: string;
}
const bundlers: Record<string, Bundler> = {
  vite: {
    async build(root, plugins) {
      const config = await imported<InlineConfig>(join(root, 'vite.config.js'));
      await buildWithVite({ ...config, configFile: false, root, logLevel: 'warn', ...(plugins && { plugins }) });
      return join(root, 'dist');
    },
    prefix: '/docs/',
  },
  webpack: {
    async build(folder, plugins) {
      await buildWithWebpack(folder, plugins);
      return folder;
    },
    prefix: '/',
  },
};

for (const [name, { build, prefix }] of Object.entries(bundlers)) {
  test(`bundle of ${name} shows a widget with model values`, { tag: '@nightly' }, async ({ page }) => {
    const host = await serve(await build(example(name)), prefix, { 'content-security-policy': siteOwn });
    const complaints = complaintsOf(page);
    await page.goto(host.url);
    await expect(page.locator('pathlength-lab')).toContainText(/Median error \d/);
    // The labs' own pages are not in the package.
    await expect(page.locator('pathlength-lab').getByRole('link', { name: /the lab$/ })).toHaveCount(0);
    expect(complaints).toEqual([]);
    await host.close();
  });

  test(
    `bundle of ${name} without the files keeps the page’s content and says what to do`,
    { tag: '@nightly' },
    async ({ page }) => {
      const host = await serve(await build(example(name), []), prefix);
      const complaints = complaintsOf(page);
      await page.goto(host.url);
      await expect
        .poll(() => complaints.find((one) => one.startsWith('Pathlength: ')))
        .toContain(`${name === 'vite' ? host.url : `${host.url}dist/`}pathlength/embed.js could not be loaded`);
      expect(complaints.join()).toContain(`'pathlength/${name}'`);
      await expect(page.getByText('This table needs JavaScript.')).toBeVisible();
      await host.close();
    },
  );
}

test('development server of Vite shows a widget with model values', { tag: '@nightly' }, async ({ page }) => {
  const root = example('vite');
  const config = await imported<InlineConfig>(join(root, 'vite.config.js'));
  const server = await createServer({ ...config, configFile: false, root, logLevel: 'warn', server: { port: 0 } });
  await server.listen();
  const complaints = complaintsOf(page);
  await page.goto(server.resolvedUrls?.local[0] ?? '');
  await expect(page.locator('pathlength-lab')).toContainText(/Median error \d/);
  expect(complaints).toEqual([]);
  await server.close();
});

test('mdBook shows widgets at any depth', async ({ page }) => {
  const folder = example('mdbook');
  cpSync(widgets, join(folder, 'src/pathlength'), { recursive: true });
  const host = await serve(buildBook(folder), '/book/', { 'content-security-policy': '' });
  const complaints = complaintsOf(page);
  await page.goto(host.url);
  await expect(page.locator('pathlength-lab').first()).toContainText(/Median error \d/);
  await page.getByRole('main').getByRole('link', { name: 'Another page' }).click();
  await expect(page.locator('pathlength-lab').getByRole('slider').first()).toBeVisible();
  expect(complaints).toEqual([]);
  await host.close();
});
