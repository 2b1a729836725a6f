/** The bench: the pane beside the text of a wide page, in which the model is in sight from the first second. */
import { expect as plain, test, type Page } from '@playwright/test';
import { violations } from './axe.ts';
import { expect, LabPage, serveLab, type LabHost } from './lab-page.ts';

let host: LabHost;
test.beforeEach(async () => {
  host = await serveLab('zfs-directories');
});
test.afterEach(() => host.close());

const windows = [
  { width: 1440, height: 900 },
  { width: 1280, height: 800 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
];

/** The number that the last configuration of the opening picture finishes. */
const finished = (page: Page) => page.getByTestId('race').locator('.done').last();

/** Opens what follows the prediction about listings. */
async function reveal(at: LabPage): Promise<void> {
  await at.come('p-square');
  await at.button('p-square', 'Show without predicting').click();
}

for (const viewport of windows)
  test(`model answers without scrolling at ${viewport.width}×${viewport.height}`, async ({ page }) => {
    await page.setViewportSize(viewport);
    const at = new LabPage(page);
    await at.open(host.lab);
    await expect(finished(page)).toHaveText('279');
    const slider = page.getByTestId('race').getByRole('slider');
    await plain(slider).toBeInViewport({ ratio: 1 });
    await slider.focus();
    await slider.press('Home');
    await expect(page.getByTestId('race')).toContainText('With 100 names');
    await expect(finished(page)).not.toHaveText('279');
    expect(await page.evaluate(() => scrollY)).toBe(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
    expect(at.complaints).toEqual([]);
  });

test.describe('on a wide page', () => {
  test.use({ viewport: { width: 1280, height: 800 } });

  test('scene follows the reader, and stays once touched', async ({ page }) => {
    const at = new LabPage(page);
    await at.open(host.lab);
    const race = page.getByTestId('race');
    await expect(finished(page)).toHaveText('279');
    await reveal(at);
    const chart = at.chart('square-chart');
    await page.locator('.scene-place', { has: chart }).scrollIntoViewIfNeeded();
    await expect(chart).toBeVisible();
    await expect(race).toBeHidden();

    await chart.getByRole('slider').press('ArrowRight');
    await page.evaluate(() => scrollTo(0, 0));
    await expect(page.getByRole('button', { name: /^Show “While the old system/ })).toBeVisible();
    await plain(chart).toBeVisible();
    await page.getByRole('button', { name: /^Show “While the old system/ }).click();
    await expect(race).toBeVisible();
    await expect(chart).toBeHidden();
  });

  test('keyboard leads from the text to the scene and along the axis', async ({ page }) => {
    const at = new LabPage(page);
    await at.open(host.lab);
    await reveal(at);
    await page.locator('a[href="#square-chart"]').last().focus();
    await page.keyboard.press('Enter');
    await expect(at.chart('square-chart')).toBeVisible();
    await plain(page.locator('.scene:focus')).toHaveCount(1);
    const slider = at.chart('square-chart').getByRole('slider');
    await slider.focus();
    await slider.press('Home');
    await expect(page.getByTestId('at-square-chart')).toContainText('At 1,000 names');
    expect(at.complaints).toEqual([]);
  });

  test('axe finds nothing on the bench', async ({ page }) => {
    const at = new LabPage(page);
    await at.open(host.lab);
    await expect(finished(page)).toHaveText('279');
    expect(await violations(page)).toEqual([]);
    await reveal(at);
    await at.come('square-chart');
    expect(await violations(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await violations(page)).toEqual([]);
  });

  test('figures stand in the text without a script and in print', async ({ browser }) => {
    const page = await browser.newPage({ javaScriptEnabled: false, viewport: { width: 1280, height: 800 } });
    await page.goto(host.lab);
    await plain(page.locator('#square-chart')).toHaveCSS('position', 'static');
    await plain(page.locator('.opening .scene')).toHaveCSS('position', 'static');
    await plain(page.locator('.to-bench').first()).toBeHidden();
    await page.close();
    const printed = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await printed.goto(host.lab);
    await printed.emulateMedia({ media: 'print' });
    await plain(printed.locator('.opening .scene')).toHaveCSS('position', 'static');
    await plain(printed.locator('.to-bench').first()).toBeHidden();
    await printed.close();
  });
});
