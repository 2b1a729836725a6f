/** What readers see when the engine fails as browsers make it fail: without memory, or without a word. */
import { chromium, test } from '@playwright/test';
import { expect, LabPage, serveLab, type LabHost } from './lab-page.ts';

let host: LabHost;
test.afterEach(() => host.close());

test.describe('lab whose model gets too little memory', () => {
  const words = 'there is not enough memory for the model; close other tabs and programs, then reload the page';

  // Some pages are enough to start a module, fewer are not.
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
        await expect(at.page.getByText(`The engine failed: ${words}. The published values`)).toBeVisible();
        await expect(at.page.getByText(`The model failed: ${words}`).first()).toBeAttached();
        await expect(at.page.getByText(/unreachable|WebAssembly/)).toHaveCount(0);
      } finally {
        await browser.close();
      }
    });
});

test.describe('lab whose worker the browser ends without an event', () => {
  /** Lets two minutes and a bit pass on the page's clock, and no more than a moment on ours. */
  const wait = async (at: LabPage): Promise<void> => {
    for (let pulse = 0; pulse <= 25; pulse++) await at.page.clock.fastForward(5000);
  };

  const endWorkers = async ({ page }: LabPage): Promise<void> => {
    for (const worker of page.workers()) await worker.evaluate(() => self.close());
  };

  test('asks another worker and shows what that one answers', async ({ page }) => {
    host = await serveLab('disk-paths');
    const at = new LabPage(page);
    await page.clock.install();
    // The first worker waits for its module, and so is busy when it ends.
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
    await page.locator('#model-journal-runs').scrollIntoViewIfNeeded();
    const view = page.getByTestId('runs');
    await view.getByRole('button', { name: 'Run on all' }).click();
    await expect(view.getByTestId('runs-clock')).toContainText('of 7 finished');
    await endWorkers(at);
    await wait(at);
    await expect(
      view.getByText(/^The runs failed: the engine stopped answering; close other tabs and try again\./),
    ).toBeVisible();
    await expect(view.getByRole('button', { name: 'Run on all' })).toBeVisible();
    expect(at.complaints).toEqual([]);
  });
});
