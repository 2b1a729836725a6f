/** A limit on the length of a lab: long parts are folded into one line that describes their content. */
import { test } from '@playwright/test';
import { readdirSync } from 'node:fs';
import { violations } from './axe.ts';
import { expect, LabPage, serveLab, type LabHost } from './lab-page.ts';
import { dist } from './serve.ts';

test.use({ viewport: { width: 1440, height: 900 } });

/**
 * The maximum height of the whole page, in pixels, at a width of 1440 pixels with everything loaded and nothing
 * predicted.
 */
const limit = 16_000;

const labs = readdirSync(dist('site/labs')).flatMap((name) => (name.endsWith('.html') ? name.slice(0, -5) : []));

for (const lab of labs)
  test(`${lab} is not too long`, async ({ page }) => {
    const host = await serveLab(lab);
    const at = new LabPage(page);
    await at.open(host.lab);
    await at.wakeAll();
    // Heights are exact once the reader does something.
    await page.keyboard.press('Shift');
    const height = () => page.evaluate(() => document.documentElement.scrollHeight);
    await expect.poll(height).toBeLessThan(limit);
    expect(at.complaints).toEqual([]);
    await host.close();
  });

test.describe('folded part', () => {
  let host: LabHost;
  test.beforeAll(async () => {
    host = await serveLab('zfs-directories');
  });
  test.afterAll(() => host.close());

  test('opens when a link leads into it, when clicked, and when a link keeps a cell in it open', async ({ page }) => {
    const at = new LabPage(page);
    await at.open(host.lab);
    const fold = page.locator('.fold', { has: page.locator('[data-island="table-v2r1-ptestdu"]') });
    await expect(fold).toHaveJSProperty('open', false);
    await expect(fold.locator('> summary')).toContainText('published values, worst error');
    await page.evaluate(() => location.assign('#table-v2r1-ptestdu'));
    await expect(fold).toHaveJSProperty('open', true);
    await expect(at.cell('v2r1-ptestdu', 0)).toBeInViewport();
    await at.cell('v2r1-ptestdu', 0).click();
    await expect.poll(() => at.linked()).toMatchObject({ looks: { 'table-v2r1-ptestdu': expect.anything() } });
    await fold.locator('> summary').click();
    await page.reload();
    await expect(fold).toHaveJSProperty('open', true);
    await expect(page.getByTestId('detail')).toBeVisible();
    await expect(page.locator('.unsettled')).toHaveCount(0);
    expect(await violations(page)).toEqual([]);
    expect(at.complaints).toEqual([]);
  });

  test('opens when the page is searched', async ({ page }) => {
    // A test cannot use the browser's search. A link to a text fragment opens a folded section by the same rule.
    await page.goto(`${host.lab}#:~:text=Number%20of%20vnodes%20kept%20by%20zFS`);
    const fold = page.locator('.fold', { has: page.locator('.parameters') });
    await expect(fold).toHaveJSProperty('open', true);
    await expect(fold.getByText('Number of vnodes kept by zFS')).toBeInViewport();
  });

  test('is printed', async ({ page }) => {
    const at = new LabPage(page);
    await at.open(host.lab);
    await at.wakeAll();
    await page.emulateMedia({ media: 'print' });
    await expect(at.table('v2r1-ptestdl')).toBeVisible();
    await expect(page.locator('.parameters')).toBeVisible();
  });
});

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false });

  test('folded part opens', async ({ page }) => {
    const host = await serveLab('zfs-directories');
    await page.goto(host.lab);
    const fold = page.locator('.fold', { has: page.locator('[data-island="table-v2r1-ptestdl"]') });
    await fold.locator('> summary').click();
    await expect(page.getByTestId('table-v2r1-ptestdl')).toBeVisible();
    await host.close();
  });
});
