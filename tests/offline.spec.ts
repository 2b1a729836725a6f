// The site without a network: what was opened once works again, also the parts that nobody has looked at.
import { test } from '@playwright/test';
import { expect, LabPage, serveLab } from './lab-page.ts';

test.use({ serviceWorkers: 'allow' });

test('a lab that was opened once works with the network cut', async ({ page }) => {
  const host = await serveLab('disk-paths');
  const at = new LabPage(page);
  await at.open(host.lab);
  // The last file of the list is kept.
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const { labs } = (await (await fetch('../offline.json')).json()) as { labs: Record<string, string[]> };
        return caches.match(new URL(`../${labs['disk-paths']?.at(-1)}`, location.href)).then(Boolean);
      }),
    )
    .toBe(true);
  await host.close();
  await page.context().setOffline(true);
  await at.open(`${host.lab}?x=1`);
  await at.come('page:headline');
  await expect(page.getByText('All tables are computed.')).toBeAttached();
  await at.wakeAll();
  await expect(page.getByText('could not be')).toHaveCount(0);
  expect(at.complaints).toEqual([]);
  // What was never opened is not there, and says so in the browser's own words.
  await expect(page.goto(`${host.url}labs/zfs-directories.html`)).rejects.toThrow(/ERR_/);
});

test('the site can be installed', async ({ page }) => {
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
