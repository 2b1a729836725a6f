// The site without a network: what was opened once works again, also the parts that nobody has looked at.
import { test, type Page } from '@playwright/test';
import { expect, LabPage, serveLab } from './lab-page.ts';
import { serveMoody, type MoodyHost } from './moody-host.ts';

test.use({ serviceWorkers: 'allow' });

/** Waits until the last file of the lab's list is kept. */
const isKept = (page: Page): Promise<void> =>
  expect
    .poll(() =>
      page.evaluate(async () => {
        const { labs } = (await (await fetch('../offline.json')).json()) as { labs: Record<string, string[]> };
        return caches.match(new URL(`../${labs['disk-paths']?.at(-1)}`, location.href)).then(Boolean);
      }),
    )
    .toBe(true);

test('lab works without a network when it was opened before', async ({ page }) => {
  const host = await serveLab('disk-paths');
  const at = new LabPage(page);
  await at.open(host.lab);
  await isKept(page);
  await host.close();
  await page.context().setOffline(true);
  await at.open(`${host.lab}?x=1`);
  await at.come('page:headline');
  await expect(page.getByText('All tables are computed.')).toBeAttached();
  await at.wakeAll();
  await expect(page.getByText('could not be')).toHaveCount(0);
  expect(at.complaints).toEqual([]);
  // A lab that was never opened is missing, and the browser says so.
  await expect(page.goto(`${host.url}labs/zfs-directories.html`)).rejects.toThrow(/ERR_/);
});

test('site can be installed', async ({ page }) => {
  const host = await serveLab('disk-paths');
  await page.goto(host.url);
  const session = await page.context().newCDPSession(page);
  const { errors, data } = await session.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  const { icons } = JSON.parse(data ?? '') as { icons: { src: string; sizes: string }[] };
  for (const { src, sizes } of icons.filter(({ sizes }) => sizes !== 'any')) {
    const size = await page.evaluate(async (src) => {
      const image = new Image();
      image.src = src;
      await image.decode();
      return `${image.naturalWidth}x${image.naturalHeight}`;
    }, src);
    expect(size).toBe(sizes);
  }
  await host.close();
});

test.describe('service worker', () => {
  let host: MoodyHost;
  test.afterEach(() => host.close());
  const lab = (): string => `${host.url}labs/disk-paths.html`;

  /** Opens the lab as a reader's second page: the service worker answers all of its requests. */
  async function openAgain(page: Page): Promise<LabPage> {
    const at = new LabPage(page);
    await at.open(`${lab()}?x=1`);
    expect(await page.evaluate(() => Boolean(navigator.serviceWorker.controller))).toBe(true);
    return at;
  }

  /** The first visit, until the service worker has taken over. */
  async function visit(page: Page): Promise<void> {
    await new LabPage(page).open(lab());
    await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
  }

  async function expectWhole(at: LabPage): Promise<void> {
    await at.come('page:headline');
    await expect(at.page.getByText('All tables are computed.')).toBeAttached();
    await at.wakeAll();
    await expect(at.page.getByText('could not be')).toHaveCount(0);
    expect(at.complaints).toEqual([]);
  }

  test('brings an online reader the whole page when storage is full', async ({ page }) => {
    host = await serveMoody();
    const session = await page.context().newCDPSession(page);
    // A quota of 0 bytes lifts the limit.
    await session.send('Storage.overrideQuotaForOrigin', { origin: new URL(host.url).origin, quotaSize: 1 });
    await visit(page);
    const at = await openAgain(page);
    await expectWhole(at);
  });

  test('brings an online reader the whole page when storage is refused', async ({ page }) => {
    host = await serveMoody('caches.open = () => Promise.reject(new DOMException("denied", "SecurityError"));');
    await visit(page);
    await expectWhole(await openAgain(page));
  });

  for (const [mood, condition] of [
    ['silent', 'the network accepts and never answers'],
    ['sick', 'the host answers with status 500'],
  ] as const)
    test(`answers from the cache when ${condition}`, async ({ page }) => {
      host = await serveMoody();
      await visit(page);
      await isKept(page);
      host.mood = mood;
      await expectWhole(await openAgain(page));
    });

  test('passes on what the host answers when nothing is kept', async ({ page }) => {
    host = await serveMoody();
    await visit(page);
    await isKept(page);
    host.mood = 'sick';
    const answer = await page.goto(`${host.url}labs/zfs-directories.html`);
    expect([answer?.status(), await answer?.text()]).toEqual([500, 'The server is unwell']);
  });
});
