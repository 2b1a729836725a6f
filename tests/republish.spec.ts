/** Pages that are open while the site is published again. */
import { test, type Locator, type Page } from '@playwright/test';
import { violations } from './axe.ts';
import { expect, LabPage } from './lab-page.ts';
import { serveToRepublish, type RepublishedHost } from './republish.ts';

let host: RepublishedHost;
test.beforeEach(async () => {
  host = await serveToRepublish();
});
test.afterEach(() => host.close());
const noticeIn = (page: Page): Locator => page.getByRole('alert').filter({ hasText: 'A newer version' });
const lab = (): string => `${host.url}labs/disk-paths.html`;

test.describe('open page of a republished site', () => {
  test('offers a reload when its parts are gone, and keeps the reader’s work', async ({ page }) => {
    const at = new LabPage(page);
    await at.open(lab());
    await at.come('p-overall');
    await at.asked('p-overall').getByRole('spinbutton').or(at.number('p-overall')).first().fill('12');
    await expect(page).toHaveURL(/[#&]s=/);
    host.republish();
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    const notice = noticeIn(page);
    await expect(notice).toHaveText(
      /A newer version of this page is available: reload to continue\. Your work is kept\./,
    );
    await expect(notice).toBeInViewport();
    expect(await violations(page)).toEqual([]);
    // Some parts have loaded and many have not: the page shows the notice only once.
    await expect(notice).toHaveCount(1);
    await notice.getByRole('button', { name: 'Reload' }).click();
    await expect(notice).toHaveCount(0);
    await at.come('p-overall');
    await expect(at.number('p-overall')).toHaveValue('12');
  });

  test('reports no newer version while only the network is gone', async ({ page }) => {
    const at = new LabPage(page);
    await at.open(lab());
    await page.context().setOffline(true);
    const failed = page.waitForEvent('requestfailed');
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    await failed;
    await page.context().setOffline(false);
    await at.come('p-overall');
    await expect(noticeIn(page)).toHaveCount(0);
  });

  test.describe('with the service worker', () => {
    test.use({ serviceWorkers: 'allow' });
    const kept = (page: Page): Promise<string[]> =>
      page.evaluate(async () => {
        const all: string[] = [];
        for (const name of await caches.keys())
          for (const { url } of await (await caches.open(name)).keys()) all.push(url);
        return all.filter((url) => url.includes('/assets/'));
      });
    const isWhole = async (page: Page, lab = 'disk-paths'): Promise<boolean> =>
      page.evaluate(async (lab) => {
        const list = (await (await fetch('../offline.json', { cache: 'no-cache' })).json()) as {
          labs: Record<string, string[]>;
        };
        const page = await caches.match(new URL(`../labs/${lab}.html`, location.href), { ignoreSearch: true });
        const script = /src="\.\.\/(assets\/index-[^"]*\.js)"/.exec((await page?.text()) ?? '')?.[1] ?? '?';
        const last = await caches.match(new URL(`../${list.labs[lab]?.at(-1)}`, location.href));
        return Boolean(last && (await (await fetch('../offline.json')).text()).includes(script));
      }, lab);

    test('is shown as it was stored while the new scripts do not arrive', async ({ page }) => {
      const at = new LabPage(page);
      await at.open(lab());
      await expect.poll(() => isWhole(page)).toBe(true);
      const script = (): Promise<string> =>
        page
          .locator('script[src*="/index-"]')
          .first()
          .evaluate(({ src }: HTMLScriptElement) => src);
      const before = await script();
      host.republish();
      host.mood = 'leaving';
      await at.open(`${lab()}?x=1`);
      expect(await script()).toBe(before);
      await expect(page.getByRole('status').filter({ hasText: 'The site is not answering.' })).toHaveCount(1);
      await at.come('page:headline');
      await expect(page.getByText('All tables are computed.')).toBeAttached();
      host.mood = 'well';
      await expect(async () => {
        await at.open(`${lab()}?x=2`);
        expect(await script()).not.toBe(before);
      }).toPass();
      expect(at.complaints).toEqual([]);
    });

    test('leaves no stored page without its scripts', async ({ page, context }) => {
      const first = `${host.url}labs/raid5-small-writes.html`;
      await new LabPage(page).open(first);
      await expect.poll(() => isWhole(page, 'raid5-small-writes')).toBe(true);
      host.republish();
      // Only another lab of the new site is opened.
      await page.goto(lab());
      await expect.poll(() => isWhole(page)).toBe(true);
      await page.goto(lab());
      await expect.poll(() => isWhole(page, 'raid5-small-writes')).toBe(true);
      await context.setOffline(true);
      const at = new LabPage(page);
      await at.open(first);
      await at.wakeAll();
      expect(at.complaints).toEqual([]);
    });

    test('keeps its files until its last page is closed', { tag: '@nightly' }, async ({ page, context }) => {
      const at = new LabPage(page);
      await at.open(lab());
      await expect.poll(() => isWhole(page)).toBe(true);
      const before = await kept(page);
      host.republish();
      // A second page, from the new site, which caches the new files.
      const second = await context.newPage();
      await second.goto(lab());
      await expect.poll(() => isWhole(second)).toBe(true);
      expect(await kept(second)).toEqual(expect.arrayContaining(before));
      await at.wakeAll();
      await expect(noticeIn(page)).toHaveCount(0);
      expect(at.complaints).toEqual([]);

      // The next visit finds no open page of the earlier site, so the service worker deletes its files.
      await page.close();
      await second.goto(lab());
      await expect.poll(async () => (await kept(second)).filter((url) => before.includes(url))).toEqual([]);
      expect((await kept(second)).length).toBe(before.length);
    });
  });
});
