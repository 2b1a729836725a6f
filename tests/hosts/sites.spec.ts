/**
 * The example sites: their widgets are live, follow the site's switch between light and dark, and fit a phone. They
 * survive leaving the page and coming back, and show the published values without JavaScript.
 */
import { expect, test, type BrowserContext, type Locator, type Page } from '@playwright/test';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { at } from '../base-lab.ts';
import { complaintsOf } from '../complaints.ts';
import { buildBook } from '../mdbook.ts';
import { dist, serve, type Host } from '../serve.ts';
import { dark, expectLive, expectPublished, light, rowName } from './live.ts';

interface Site {
  /** Builds the copy of an example; returns the folder of its pages. */
  build: (folder: string) => string;
  /** The path below which the pages are served; default: `/docs/`. */
  prefix?: string;
  /** Switches a page from light to dark; by default, the page only declares that it is dark. */
  darken?: (page: Page) => Promise<void>;
  /** Whether its links replace the content of the open page instead of loading another page. */
  changesPages?: true;
}

/** The folder that contains the packed package and the copies of the examples. */
let room: string;
/** The package as npm would publish it. */
let packed: string;
test.beforeAll(() => {
  room = mkdtempSync(join(tmpdir(), 'pathlength-hosts-'));
  const [{ filename }] = JSON.parse(npm(room, 'pack', '--json', dist('package'))) as [{ filename: string }];
  packed = join(room, filename);
});
test.afterAll(() => rmSync(room, { recursive: true, force: true }));

/**
 * The environment without npm's variables, which pass the project's settings to this process: an example uses the
 * defaults.
 */
const environment = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('npm_')));
const npm = (folder: string, ...args: string[]): string =>
  execFileSync('npm', args, { cwd: folder, encoding: 'utf8', stdio: 'pipe', env: environment });

/**
 * Builds a site with a tool from npm; returns the folder of its pages. The tools need no install scripts, so none run.
 */
const fromNpm =
  (pages: string): Site['build'] =>
  (folder) => {
    npm(folder, 'pkg', 'set', `dependencies.pathlength=file:${packed}`);
    npm(folder, 'install', '--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock');
    npm(folder, 'run', 'build');
    return join(folder, pages);
  };

const python = (folder: string, ...args: string[]): void => {
  const program = process.env['PATHLENGTH_HOSTS_PYTHON'];
  if (!program) throw new Error('no Python is given: run `npm run test:hosts`');
  execFileSync(program, ['-m', ...args], {
    cwd: folder,
    stdio: 'pipe',
    env: { ...process.env, NO_MKDOCS_2_WARNING: '1' },
  });
};

const copyPackage = (folder: string): void => cpSync(dist('package'), join(folder, 'pathlength'), { recursive: true });

const sites: Record<string, Site> = {
  html: {
    build(folder) {
      copyPackage(folder);
      return folder;
    },
  },
  react: { build: fromNpm('build/client'), prefix: '/', changesPages: true },
  vue: { build: fromNpm('dist'), changesPages: true },
  svelte: { build: fromNpm('build'), changesPages: true },
  astro: { build: fromNpm('dist'), changesPages: true },
  docusaurus: {
    build: fromNpm('build'),
    darken: (page) => page.getByRole('button', { name: /^Switch between dark and light mode/ }).click(),
    changesPages: true,
  },
  vitepress: {
    build: fromNpm('.vitepress/dist'),
    darken: (page) => page.getByRole('switch').first().click(),
    changesPages: true,
  },
  mdbook: {
    build(folder) {
      copyPackage(join(folder, 'src'));
      return buildBook(folder);
    },
  },
  mkdocs: {
    build(folder) {
      copyPackage(join(folder, 'docs'));
      python(folder, 'mkdocs', 'build', '--quiet', '--strict');
      return join(folder, 'site');
    },
    darken: (page) => page.locator('label[title="Dark"]').click(),
  },
  sphinx: {
    build(folder) {
      python(folder, 'sphinx', '-q', '-W', '-b', 'html', '-D', `pathlength_files=${dist('package')}`, '.', 'site');
      return join(folder, 'site');
    },
    // Furo's switch goes from the reader's preference to dark if the preference is light.
    darken: (page) => page.locator('.theme-toggle:visible').first().click(),
  },
};

/** Returns the texts of all cells of a table. */
const cellsOf = (table: Locator): Promise<string[]> =>
  table.locator('th, td').evaluateAll((cells) => cells.map(({ textContent }) => textContent.trim()));

/** Returns the cells of the table in the code that the site's dialog generates. */
async function givenCells(context: BrowserContext): Promise<string[]> {
  const page = await context.newPage();
  await page.goto(pathToFileURL(join(dist('site'), 'embed/disk-paths/table-reread.html')).href);
  return cellsOf(page.locator('css:light=table'));
}

const sayDark = (page: Page): Promise<void> =>
  page.evaluate(() => void (document.documentElement.style.colorScheme = 'dark'));

/** Expects the page's widgets to be live. */
const expectLivePage = (page: Page): Promise<void> => {
  const widget = (view: string): Locator => page.locator(`pathlength-lab[view="${view}"]`);
  return expectLive(widget('table'), widget('question'), widget('model'));
};

/** Returns the table in the page itself, outside the widget's shadow tree. */
const ownTable = (page: Page): Locator => page.locator('css:light=pathlength-lab table').first();

for (const [name, { build, prefix = '/docs/', darken = sayDark, changesPages }] of Object.entries(sites))
  test.describe(name, () => {
    let host: Host;
    test.beforeAll(async () => {
      const folder = join(room, name);
      cpSync(at(`web/examples/${name}`), folder, { recursive: true });
      // The tool's pages have their own scripts and styles.
      host = await serve(build(folder), prefix, { 'content-security-policy': '' });
    });
    test.afterAll(() => host.close());
    test.beforeEach(async ({ page }) => {
      await page.emulateMedia({ colorScheme: 'light' });
      // Browsers request this file from the root of any host.
      await page.route('/favicon.ico', (route) => route.fulfill({ status: 204 }));
    });

    test('widgets are live, in light and dark', async ({ page }) => {
      const complaints = complaintsOf(page);
      await page.goto(host.url);
      await expectLivePage(page);
      await expect(ownTable(page)).toBeHidden();
      const frames = page.locator('pathlength-lab .frame');
      await expect(frames).toHaveCount(3);
      for (const frame of await frames.all()) await expect(frame).toHaveCSS('background-color', light);
      await darken(page);
      for (const frame of await frames.all()) await expect(frame).toHaveCSS('background-color', dark);
      await page.screenshot({ path: test.info().outputPath('dark.png') });
      expect(complaints).toEqual([]);
    });

    test('widgets are live on a later page, and again on the first page', async ({ page }) => {
      const complaints = complaintsOf(page);
      await page.goto(host.url);
      await expectLivePage(page);
      await page.evaluate(() => Object.assign(window, { stayed: true }));
      await page.getByRole('main').getByRole('link', { name: 'Another page' }).click();
      const widget = page.locator('pathlength-lab');
      await expect(widget).toHaveCount(1);
      await expect(widget.getByRole('slider').first()).toBeVisible();
      expect(await page.evaluate(() => 'stayed' in window)).toBe(changesPages ?? false);
      await page.goBack();
      await expectLivePage(page);
      expect(complaints).toEqual([]);
    });

    test('widgets fit a narrow page', async ({ page }) => {
      await page.setViewportSize({ width: 390, height: 844 });
      await page.goto(host.url);
      await expectLivePage(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
      for (const widget of await page.locator('pathlength-lab').all()) {
        const { x, width } = (await widget.boundingBox()) ?? { x: NaN, width: NaN };
        expect(x).toBeGreaterThanOrEqual(0);
        expect(x + width).toBeLessThanOrEqual(390);
      }
      await page.screenshot({ path: test.info().outputPath('narrow.png') });
    });

    test('readers without JavaScript see the published values', async ({ browser }) => {
      const context = await browser.newContext({ javaScriptEnabled: false });
      const page = await context.newPage();
      await page.goto(host.url);
      const table = ownTable(page);
      await expect(table).toBeVisible();
      // Sphinx writes numbers without trailing zeros.
      const write = (value: string): string => (name === 'sphinx' ? String(Number(value)) : value);
      await expectPublished(table.getByRole('row', { name: rowName }), write);
      // Sphinx computes its table; the other examples contain the table that the site's dialog generates, which must be
      // up to date.
      if (name !== 'sphinx') expect(await cellsOf(table)).toEqual(await givenCells(context));
      const texts = page.locator('pathlength-lab');
      await expect(texts.nth(1)).toContainText('What is D221?');
      await expect(texts.nth(2)).toContainText('10.9 times');
      await context.close();
    });
  });
