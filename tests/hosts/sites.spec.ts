/** The examples of documentation tools: a widget is live, follows the tool's switch between light and dark, and has content without JavaScript. */
import { expect, test, type Page } from '@playwright/test';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { complaintsOf } from '../complaints.ts';
import { at } from '../base-lab.ts';
import { dist, serve, type Host } from '../serve.ts';

interface Site {
  /** Builds the copy of an example; returns the folder of its pages. */
  build: (folder: string) => string;
  /** Switches a page from light to dark. */
  darken: (page: Page) => Promise<void>;
  /** Text inside the element that readers without JavaScript see. */
  quiet: string | RegExp;
}

const python = (folder: string, ...args: string[]): void => {
  const program = process.env['PATHLENGTH_HOSTS_PYTHON'];
  if (!program) throw new Error('no Python is given: run `npm run test:hosts`');
  execFileSync(program, ['-m', ...args], {
    cwd: folder,
    stdio: 'pipe',
    env: { ...process.env, NO_MKDOCS_2_WARNING: '1' },
  });
};

const sites: Record<string, Site> = {
  mkdocs: {
    build(folder) {
      cpSync(dist('package'), join(folder, 'docs/pathlength'), { recursive: true });
      python(folder, 'mkdocs', 'build', '--quiet', '--strict');
      return join(folder, 'site');
    },
    darken: (page) => page.locator('label[title="Dark"]').click(),
    quiet: 'This table needs JavaScript.',
  },
  sphinx: {
    build(folder) {
      python(folder, 'sphinx', '-q', '-W', '-b', 'html', '-D', `pathlength_files=${dist('package')}`, '.', 'site');
      return join(folder, 'site');
    },
    // The switch of Furo goes from the reader’s choice to dark if that is light.
    darken: (page) => page.locator('.theme-toggle:visible').first().click(),
    quiet: /\d \(\d.*, [+−]\d+\.\d %\)/,
  },
};

for (const [name, { build, darken, quiet }] of Object.entries(sites))
  test.describe(name, () => {
    let folder: string;
    let host: Host;
    test.beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), `pathlength-${name}-`));
      cpSync(at(`web/examples/${name}`), folder, { recursive: true });
      // The tool's pages have their own scripts and styles.
      host = await serve(build(folder), '/docs/', { 'content-security-policy': '' });
    });
    test.afterAll(async () => {
      await host.close();
      rmSync(folder, { recursive: true, force: true });
    });

    test('widgets are live on the first and on a later page, in light and dark', async ({ page }) => {
      await page.emulateMedia({ colorScheme: 'light' });
      const complaints = complaintsOf(page);
      await page.route('/favicon.ico', (route) => route.fulfill({ status: 204 }));
      await page.goto(host.url);
      const widget = page.locator('pathlength-lab');
      await expect(widget).toContainText(/Median error \d/);
      await expect(widget.getByText(quiet).first()).toBeHidden();
      const frame = page.locator('.frame').first();
      await expect(frame).toHaveCSS('background-color', 'rgb(252, 251, 248)');
      await darken(page);
      await expect(frame).toHaveCSS('background-color', 'rgb(22, 21, 19)');
      await page.getByRole('main').getByRole('link', { name: 'another page' }).click();
      await expect(page.locator('pathlength-lab').getByRole('slider').first()).toBeVisible();
      expect(complaints).toEqual([]);
    });

    test('readers without JavaScript see the content of the widget', async ({ browser }) => {
      const context = await browser.newContext({ javaScriptEnabled: false });
      const page = await context.newPage();
      await page.goto(host.url);
      await expect(page.locator('pathlength-lab').getByText(quiet).first()).toBeVisible();
      await context.close();
    });
  });
