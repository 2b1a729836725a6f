/**
 * The messages when the engine fails as it does in browsers: it runs out of memory, or its worker ends without an
 * event.
 */
import { chromium, test, type Page } from '@playwright/test';
import { expect, LabPage, serveLab, type LabHost } from './lab-page.ts';
import { dist, policy, serve } from './serve.ts';

let host: LabHost;
test.afterEach(() => host.close());

test.describe('lab whose model gets too little memory', () => {
  const words = 'the model ran out of memory; close other tabs and programs, then reload the page';

  // With 110 pages of memory, a module starts but its memory cannot grow; with 10, the module cannot start.
  for (const [title, pages] of [
    ['grow', 110],
    ['start', 10],
  ] as const)
    test(`says so and what to do when it cannot ${title}`, async ({ launchOptions }) => {
      host = await serveLab('zfs-directories');
      const browser = await chromium.launch({
        ...launchOptions,
        args: [...(launchOptions.args ?? []), `--js-flags=--wasm-max-mem-pages=${pages}`],
      });
      try {
        const at = new LabPage(await browser.newPage({ serviceWorkers: 'block' }));
        await at.open(host.lab);
        await at.come('page:headline');
        await at.wakeAll();
        await expect(at.page.getByText(`The engine failed: ${words}. Published values`)).toBeVisible();
        await expect(at.page.getByText(`The model failed: ${words}`).first()).toBeAttached();
        await expect(at.page.getByText(/unreachable|WebAssembly/)).toHaveCount(0);
      } finally {
        await browser.close();
      }
    });
});

test.describe('lab whose model does not load', () => {
  const open = async (page: Page): Promise<LabPage> => {
    const at = new LabPage(page);
    await at.open(host.lab);
    await at.come('page:headline');
    return at;
  };

  const elsewhere = 'the server sent another file in place of the model; reload the page, or inform the site’s owner';
  const missing = 'the model could not be downloaded; check the network, then reload the page';
  const files: [what: string, status: number, type: string, words: string][] = [
    ['a page of the host is sent in its place', 200, 'text/html', elsewhere],
    ['something of its own type is sent in its place', 200, 'application/wasm', elsewhere],
    ['it is missing on the host', 404, 'text/plain', missing],
  ];
  for (const [what, status, contentType, words] of files)
    test(`says what to do when ${what}`, async ({ page }) => {
      host = await serveLab('zfs-directories');
      await page
        .context()
        .route('**/*.wasm', (route) => route.fulfill({ status, contentType, body: '<!doctype html>' }));
      await open(page);
      await expect(page.getByText(`The engine failed: ${words}. Published values`)).toBeVisible();
      await expect(page.locator('td .published').first()).toContainText(/\d/);
      await expect(page.getByText(/magic|WebAssembly/)).toHaveCount(0);
    });

  test('says so when a policy refuses it', async ({ page }) => {
    const strict = { 'content-security-policy': policy.replace(" 'wasm-unsafe-eval'", '') };
    const { url, close } = await serve(dist('site'), '/', strict);
    host = { url, close, lab: `${url}labs/zfs-directories.html` };
    await open(page);
    await expect(
      page.getByText(
        'The engine failed: the security policy of this page does not allow WebAssembly; ask the page’s owner to allow it.',
      ),
    ).toBeVisible();
  });

  test('says what to do when its worker’s script is of another type', async ({ page }) => {
    host = await serveLab('zfs-directories');
    await page.context().route('**/worker-*.js', (route) => route.fulfill({ contentType: 'text/html', body: '' }));
    await open(page);
    await expect(
      page.getByText('The engine failed: the engine could not be loaded; reload the page to try again.'),
    ).toBeVisible();
  });

  test('works when the host serves it as text', async ({ page }) => {
    const { url, close } = await serve(dist('site'), '/', {});
    host = { url, close, lab: `${url}labs/zfs-directories.html` };
    await page.context().route('**/*.wasm', async (route) => {
      const response = await route.fetch();
      const headers = { ...response.headers(), 'content-type': 'text/plain', 'x-content-type-options': 'nosniff' };
      await route.fulfill({ response, headers });
    });
    const at = await open(page);
    await expect(page.getByText('All tables are computed.')).toBeAttached();
    expect(at.complaints).toEqual([]);
  });
});

test.describe('lab whose worker the browser ends without an event', () => {
  /** Advances the page's clock by a little over two minutes; real time hardly passes. */
  const wait = async (at: LabPage): Promise<void> => {
    for (let pulse = 0; pulse <= 25; pulse++) await at.page.clock.fastForward(5000);
  };

  const endWorkers = async ({ page }: LabPage): Promise<void> => {
    await Promise.all(page.workers().map((worker) => worker.evaluate(() => self.close())));
  };

  test('asks another worker and shows its answer', async ({ page }) => {
    host = await serveLab('disk-paths');
    const at = new LabPage(page);
    await page.clock.install();
    // The first worker waits for its module, so it is busy when it ends.
    let asked = 0;
    const isWaiting = new Promise<void>((waiting) => {
      void page.context().route('**/*.wasm', (route) => {
        if (asked++ > 0) return route.continue();
        waiting();
        return undefined;
      });
    });
    await at.open(host.lab);
    await at.come('page:headline');
    await isWaiting;
    await endWorkers(at);
    await wait(at);
    await expect(page.getByText('All tables are computed.')).toBeAttached();
    expect(at.complaints).toEqual([]);
  });

  test('says that the runs it kept are lost', async ({ page }) => {
    host = await serveLab('journaling');
    const at = new LabPage(page);
    await page.clock.install();
    await at.open(host.lab);
    await at.come('p-bytes');
    await at.button('p-bytes', 'Show without predicting').click();
    await page.locator('#model-journal-runs').scrollIntoViewIfNeeded();
    const view = page.getByTestId('runs');
    // A pause keeps the runs from finishing before the workers have ended.
    await view.getByRole('button', { name: 'Run on all' }).click();
    await view.getByRole('button', { name: 'Pause' }).click();
    await expect(view.getByTestId('runs-clock')).toContainText('of 7 finished');
    await endWorkers(at);
    await view.getByRole('button', { name: 'Resume' }).click();
    await wait(at);
    await expect(
      view.getByText(/^The runs failed: the engine stopped answering; close other tabs and try again\./),
    ).toBeVisible();
    await expect(view.getByRole('button', { name: 'Run on all' })).toBeVisible();
    expect(at.complaints).toEqual([]);
  });
});
