// The site without a network: visited labs still work, including the parts that the reader has not seen.
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test, type Page } from '@playwright/test';
import { expect, LabPage, serveLab } from './lab-page.ts';
import { serveMoody, type MoodyHost } from './moody-host.ts';
import { dist } from './serve.ts';

test.use({ serviceWorkers: 'allow' });

/** Waits until all files in the lab's list are cached: they are fetched in parallel. */
const isKept = (page: Page, lab = 'disk-paths'): Promise<void> =>
  expect
    .poll(() =>
      page.evaluate(async (lab) => {
        const { labs } = (await (await fetch('../offline.json')).json()) as { labs: Record<string, string[]> };
        const kept = (labs[lab] ?? []).map((file) => caches.match(new URL(`../${file}`, location.href)));
        return (await Promise.all(kept)).every(Boolean);
      }, lab),
    )
    .toBe(true);

/** For each lab, another lab that is not cached along with it. */
const others: Record<string, string> = {
  'cache-size': 'disk-paths',
  'disk-paths': 'zfs-directories',
  journaling: 'disk-paths',
  queueing: 'disk-paths',
  'raid5-small-writes': 'disk-paths',
  'sfs-file-pool': 'disk-paths',
  'tape-compression': 'disk-paths',
  'zfs-directories': 'disk-paths',
  'zfs-migration': 'zfs-directories',
};
const inGate = ['disk-paths', 'tape-compression'];

for (const [lab, other] of Object.entries(others))
  test(`${lab} works offline after a visit`, { tag: inGate.includes(lab) ? [] : '@nightly' }, async ({ page }) => {
    const host = await serveLab(lab);
    const at = new LabPage(page);
    await at.open(host.lab);
    await isKept(page, lab);
    await host.close();
    await page.context().setOffline(true);
    await at.open(`${host.lab}?x=1`);
    await at.come('page:headline');
    await expect(page.getByText('All tables are computed.')).toBeAttached({ timeout: 120_000 });
    await at.wakeAll();
    await expect(page.getByText('could not be')).toHaveCount(0);
    expect(at.complaints).toEqual([]);
    // A lab that was never opened is missing, and the browser reports it.
    await expect(page.goto(`${host.url}labs/${other}.html`)).rejects.toThrow(/ERR_/);
  });

test('files kept for a lab include its own views only', async () => {
  const list = JSON.parse(await readFile(join(dist('site'), 'offline.json'), 'utf8')) as {
    always: string[];
    labs: Record<string, string[]>;
  };
  const views = (files: string[] = []): string[] =>
    files.flatMap((name) => /^assets\/(?!StyledView)(\w+View|PathAdvisor)-.*\.js$/.exec(name)?.[1] ?? []).sort();
  expect(views(list.always)).toEqual([]);
  expect(Object.fromEntries(Object.entries(list.labs).map(([lab, files]) => [lab, views(files)]))).toEqual({
    'cache-size': [],
    'disk-paths': ['CacheView', 'PathAdvisor'],
    journaling: ['ChooserView', 'FragmentationView', 'PlugView', 'RecoveryView', 'RunView'],
    queueing: ['NetworkView'],
    'raid5-small-writes': [],
    'sfs-file-pool': ['DiagnosisView', 'PlanningView', 'ServerView'],
    'tape-compression': ['AdviceView', 'CodecsView', 'FileView', 'PipelineView', 'StepsView'],
    'zfs-directories': ['DirectoryView', 'LocksView', 'RaceView'],
    'zfs-migration': ['ConsoleView', 'ConversionView', 'PlannerView'],
  });
  // A model's bindings are cached only with its own labs.
  const bindings = (files: string[] = []): number => files.filter((name) => name.includes('/pathlength_web-')).length;
  expect(bindings(list.always)).toBe(0);
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

  /** Opens the lab as a second page: the service worker answers all of its requests. */
  async function openAgain(page: Page): Promise<LabPage> {
    const at = new LabPage(page);
    await at.open(`${lab()}?x=1`);
    expect(await page.evaluate(() => Boolean(navigator.serviceWorker.controller))).toBe(true);
    return at;
  }

  /** Makes the first visit, until the service worker has taken control. */
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

  /** Sets a quota of 1 byte: a quota of 0 would remove the limit. */
  async function fillStorage(page: Page): Promise<void> {
    const session = await page.context().newCDPSession(page);
    await session.send('Storage.overrideQuotaForOrigin', { origin: new URL(host.url).origin, quotaSize: 1 });
  }

  test('brings an online reader the whole page when storage is full', async ({ page }) => {
    host = await serveMoody();
    await fillStorage(page);
    await visit(page);
    const at = await openAgain(page);
    await expectWhole(at);
  });

  test('brings an online reader every page of the site when storage is full', async ({ page }) => {
    host = await serveMoody();
    await fillStorage(page);
    await visit(page);
    const failures: string[] = [];
    // Leaving a page aborts its pending requests.
    page.on('requestfailed', (request) => {
      if (request.failure()?.errorText !== 'net::ERR_ABORTED') failures.push(request.url());
    });
    const folders = ['', 'authors/', 'guides/', 'labs/'];
    const pages = folders.flatMap((folder) =>
      readdirSync(join(dist('site'), folder)).flatMap((file) => (file.endsWith('.html') ? folder + file : [])),
    );
    expect(pages.length).toBeGreaterThan(10);
    for (const path of pages) {
      const answer = await page.goto(host.url + path);
      expect(answer?.fromServiceWorker(), path).toBe(true);
      await expect(page.locator('main')).toBeVisible();
      // The page is styled, and its script has run.
      expect(
        await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--paper')),
      ).not.toBe('');
    }
    expect(failures).toEqual([]);
  });

  for (const [condition, answer] of [
    ['refused', 'Promise.reject(new DOMException("denied", "SecurityError"))'],
    ['stuck', 'new Promise(() => undefined)'],
  ] as const)
    test(`brings an online reader the whole page when storage is ${condition}`, async ({ page }) => {
      host = await serveMoody(`caches.open = () => ${answer};`);
      await visit(page);
      await expectWhole(await openAgain(page));
    });

  for (const [mood, condition] of [
    ['silent', 'the network accepts and never answers'],
    ['sick', 'the host answers with status 500'],
    ['halting', 'the network stops in the middle of the page'],
    ['cutting', 'the connection is closed in the middle of the page'],
  ] as const)
    test(`answers from the cache and says so when ${condition}`, async ({ page }) => {
      host = await serveMoody();
      await visit(page);
      await isKept(page);
      host.mood = mood;
      const at = await openAgain(page);
      const arrived = await page.evaluate(() =>
        performance.getEntriesByType('navigation').map((entry) => entry.toJSON()),
      );
      expect(arrived[0]?.responseEnd).toBeLessThan(4000);
      await expect(page.getByRole('status').filter({ hasText: 'The site is not answering.' })).toHaveCount(1);
      await expectWhole(at);
    });

  test('is gone with everything it stored once the site has turned it off', async ({ page }) => {
    host = await serveMoody();
    await visit(page);
    await isKept(page);
    host.worker = 'sw-off.js';
    await expectWhole(await openAgain(page));
    await expect
      .poll(() =>
        page.evaluate(async () => [
          (await navigator.serviceWorker.getRegistrations()).length,
          (await caches.keys()).length,
        ]),
      )
      .toEqual([0, 0]);
    const again = await page.goto(`${lab()}?x=2`);
    expect(again?.fromServiceWorker()).toBe(false);
  });

  test('passes on the host’s response when nothing is cached', async ({ page }) => {
    host = await serveMoody();
    await visit(page);
    await isKept(page);
    host.mood = 'sick';
    const answer = await page.goto(`${host.url}labs/zfs-directories.html`);
    expect([answer?.status(), await answer?.text()]).toEqual([500, 'The server is unwell']);
  });
});
