/** The bench is the pane next to the text on wide pages; it shows the model from the start. */
import { expect as plain, test, type Locator, type Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { assignmentLink } from '../web/src/classroom/link.ts';
import type { Lab } from '../web/src/lab/types.ts';
import { violations } from './axe.ts';
import { assignmentOf } from './submissions.ts';
import { expect, LabPage, serveLab, type LabHost } from './lab-page.ts';
import { dist } from './serve.ts';

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

/** Returns the element with the number of operations that the last configuration of the opening model finishes. */
const finished = (page: Page) => page.getByTestId('race').locator('.done').last();

/** Opens everything that a prediction hides. */
async function reveal(at: LabPage, prediction: string): Promise<void> {
  await at.come(prediction);
  await at.button(prediction, 'Show without predicting').click();
}

/** Returns the position of an element on the screen. */
async function shownBox(element: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await element.boundingBox();
  if (!box) throw new Error('it is not shown');
  return box;
}

for (const viewport of windows)
  test(`model answers without scrolling at ${viewport.width}×${viewport.height}`, async ({ page }) => {
    await page.setViewportSize(viewport);
    const at = new LabPage(page);
    await at.open(host.lab);
    await expect(finished(page)).toHaveText(/^\d+$/);
    const atFirst = (await finished(page).textContent()) ?? '';
    const slider = page.getByTestId('race').getByRole('slider');
    await plain(slider).toBeInViewport({ ratio: 1 });
    await slider.focus();
    await slider.press('Home');
    await expect(page.getByTestId('race')).toContainText('With 100 names');
    await expect(finished(page)).not.toHaveText(atFirst);
    expect(await page.evaluate(() => scrollY)).toBe(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
    expect(at.complaints).toEqual([]);
  });

test.describe('on a wide page', () => {
  test.use({ viewport: { width: 1280, height: 800 } });

  test('scene follows the reader until it is touched', async ({ page }) => {
    const at = new LabPage(page);
    await at.open(host.lab);
    const race = page.getByTestId('race');
    await expect(finished(page)).toHaveText(/^\d+$/);
    await reveal(at, 'p-square');
    const chart = at.chart('square-chart');
    // Another scene is just above: scroll on until this one is above the middle of the window.
    await page.locator('.scene-place', { has: chart }).evaluate((place) => place.scrollIntoView({ block: 'start' }));
    await expect(chart).toBeVisible();
    await expect(race).toBeHidden();

    await chart.getByRole('slider').press('ArrowRight');
    await page.evaluate(() => scrollTo(0, 0));
    const offer = page.getByRole('button', { name: 'Show the figure for this passage' });
    await expect(offer).toBeVisible();
    await plain(chart).toBeVisible();
    await offer.click();
    await expect(race).toBeVisible();
    await expect(chart).toBeHidden();
  });

  test('scene follows again when the keyboard focus has left it', async ({ page }) => {
    const at = new LabPage(page);
    await at.open(host.lab);
    await reveal(at, 'p-square');
    await at.come('square-chart');
    await at.chart('square-chart').getByRole('slider').press('ArrowRight');
    await page.keyboard.press('Escape');
    await plain(page.locator('a[href="#square-chart"]').last()).toBeFocused();
    await page.evaluate(() => scrollTo(0, 0));
    await expect(page.getByTestId('race')).toBeVisible();
  });

  test('scene stays as the reader changed it until it is reset to the text’s state', async ({ page }) => {
    const at = new LabPage(page);
    await at.open(host.lab);
    await reveal(at, 'p-square');
    await at.come('square-chart');
    const slider = at.chart('square-chart').getByRole('slider');
    await expect(slider).toHaveAttribute('aria-valuetext', /^50,000/);
    await plain(page.getByTestId('yours')).toHaveCount(0);
    await slider.press('Home');
    await expect(page.getByTestId('yours')).toBeVisible();
    await page.getByRole('button', { name: 'Match the text' }).click();
    await expect(slider).toHaveAttribute('aria-valuetext', /^50,000/);
    await plain(page.getByTestId('yours')).toHaveCount(0);
    await page.keyboard.press('Control+z');
    await expect(slider).toHaveAttribute('aria-valuetext', /^1,000/);
  });

  test('scene opened by hand applies unset settings, and its links apply more', async ({ page }) => {
    const at = new LabPage(page);
    await at.open(host.lab);
    await reveal(at, 'p-size');
    await at.come('size');
    const values = page.getByTestId('at-size');
    await expect(values).toContainText('At 50,000 names');
    const byHand = page.locator('#larger .by-hand[data-show="size"]:not([data-view])');
    await plain(byHand).toHaveText(/^Throughput by directory size, .*20,000 names/);
    await page.keyboard.press('Escape');
    await byHand.evaluate((place) => place.scrollIntoView());
    await expect(values).toContainText('At 20,000 names');
    expect(at.linked()).not.toHaveProperty('settings');
    await page.getByRole('button', { name: '2,000 names', exact: true }).click();
    await expect(values).toContainText('At 2,000 names');
    await expect.poll(() => at.linked()).toMatchObject({ settings: { names: 2000 } });
    await page.keyboard.press('Control+z');
    await expect(values).toContainText('At 20,000 names');
    // Above the scene, the lab's initial settings apply again.
    await page.evaluate(() => scrollTo(0, 0));
    await expect(page.getByTestId('race')).toContainText('With 50,000 names');
    expect(await violations(page)).toEqual([]);
    expect(at.complaints).toEqual([]);
  });

  test('scenes opened by hand name factors, highlight a table cell, and show errors', async ({ page }) => {
    const at = new LabPage(page);
    await at.open(host.lab);
    await reveal(at, 'p-size');
    const [split, table, errors] = [
      page.locator('.by-hand[data-bracket]'),
      page.locator('.by-hand[data-show="table-v2r1-ptestdl"]'),
      page.locator('.by-hand[data-view="error"]'),
    ];
    const read = (link: Locator) =>
      link.evaluate((place) => scrollBy({ top: place.getBoundingClientRect().top - 0.4 * innerHeight }));

    await reveal(at, 'p-split');
    await page.keyboard.press('Escape');
    await read(split);
    await plain(split).toContainText('factor for code between R13, v4 and V2R1, v4');
    const factors = at.chart('size').locator('.factor');
    await expect(factors).toHaveText([/^3\d\.\d×\s*code$/, /^[78]\.\d+×\s*format$/]);

    await read(table);
    const scene = page.locator('[data-scene="scene:table-v2r1-ptestdl"] .scene');
    await expect(scene.getByTestId('mark-note')).toContainText('published 203,178');
    // The scene draws only the quantity in the cell.
    await plain(scene.locator('h4')).toHaveCount(1);
    expect(await violations(page)).toEqual([]);

    await read(errors);
    await expect(at.chart('size').getByTestId('mark-note')).toContainText('published 203,178');
    await expect(at.chart('size').locator('svg .axis-title').first()).toContainText('Model error');
    expect(at.linked()).not.toHaveProperty('looks');
    await at.chart('size').getByRole('button', { name: 'Values' }).click();
    await expect(at.chart('size').locator('svg .axis-title').first()).not.toContainText('Model error');
    await expect.poll(() => at.linked()).toMatchObject({ looks: { size: 'value:' } });
    await page.getByRole('button', { name: 'Match the text' }).click();
    await expect(at.chart('size').locator('svg .axis-title').first()).toContainText('Model error');
    expect(await violations(page)).toEqual([]);
    expect(at.complaints).toEqual([]);
  });

  test('scene of a reveal above it stays closed until the reveal is open', async ({ page }) => {
    const at = new LabPage(page);
    await at.open(host.lab);
    await reveal(at, 'p-split');
    await page
      .locator('.by-hand[data-bracket]')
      .evaluate((place) => scrollBy({ top: place.getBoundingClientRect().top - 0.4 * innerHeight }));
    await expect(page.getByRole('link', { name: 'Predict to see the next figure' })).toHaveAttribute('href', '#p-size');
    await plain(at.chart('size')).toBeHidden();
  });

  test('link to a cell opens it', async ({ page }) => {
    const at = new LabPage(page);
    await at.open(host.lab);
    await reveal(at, 'p-size');
    await page.getByRole('link', { name: 'R13 with 50,000 names' }).click();
    await expect(at.table('v2r1-ptestdl').getByTestId('detail')).toBeVisible();
    expect(at.complaints).toEqual([]);
  });

  test('keyboard leads from the text to the scene and along the axis', async ({ page }) => {
    const at = new LabPage(page);
    await at.open(host.lab);
    await reveal(at, 'p-square');
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

  test('factors between curves follow the handle', async ({ page }) => {
    const at = new LabPage(page);
    await at.open(host.lab);
    await reveal(at, 'p-size');
    await at.come('size');
    const [chart, rows] = [at.chart('size'), page.getByTestId('at-size').getByRole('row')];
    const factors = chart.locator('.factor');
    await expect(factors).toHaveText([/^[\d.]+×$/, /^[\d.]+×$/]);
    await expect(page.locator('#size-names')).toBeHidden();
    await chart.getByRole('slider').press('End');
    await expect(rows.first().getByRole('columnheader')).toHaveText([
      'At 300,000 names',
      'model, operations/s',
      'relative to R13, v4',
      'published, operations/s',
    ]);
    // The chart's factor equals the factor between the first two configurations in the table.
    await expect(rows.nth(2)).toContainText((await factors.first().textContent()) ?? '?');
    await chart.getByRole('slider').press('Home');
    await expect(factors).toHaveCount(0);
  });

  test('handle moves the marks, and nothing else is drawn again', async ({ page }) => {
    const at = new LabPage(page);
    await at.open(host.lab);
    await reveal(at, 'p-size');
    await at.come('size');
    const [chart, values] = [at.chart('size'), page.getByTestId('at-size')];
    const handle = chart.getByRole('slider');
    await expect(chart.getByTestId('band').first()).toBeAttached();
    await handle.press('End');
    await expect(values).toContainText('At 300,000 names');
    const drawn = await chart
      .locator('svg')
      .first()
      .evaluateHandle((svg) => {
        const records: MutationRecord[] = [];
        new MutationObserver((some) => records.push(...some)).observe(svg, {
          attributes: true,
          childList: true,
          subtree: true,
        });
        return records;
      });
    const spots = chart.locator('.spot');
    const before = await spots.first().getAttribute('cx');
    for (const key of ['ArrowLeft', 'ArrowLeft', 'PageDown']) await handle.press(key);
    await expect(values).not.toContainText('At 300,000 names');
    await expect(spots.first()).not.toHaveAttribute('cx', before ?? '');
    const changed = await drawn.evaluate((records) => [
      ...new Set(
        records.map(({ type, target }) => `${type} ${(target as Element).getAttribute('class')?.split(' ')[0] ?? ''}`),
      ),
    ]);
    expect(changed.filter((one) => !/^attributes (spot|rule|bracket|factor)$/.test(one))).toEqual([]);
  });

  test('reveal that the reader has closed stays closed', async ({ page }) => {
    const at = new LabPage(page);
    await at.open(host.lab);
    await reveal(at, 'p-size');
    const details = page.getByTestId('reveal-p-size');
    await expect(details).toHaveAttribute('open');
    await details.locator('> summary').click();
    await expect(details).not.toHaveAttribute('open');
    await page.evaluate(() => scrollTo(0, 0));
    const slider = page.locator('#race-names');
    await plain(slider).toBeVisible();
    await slider.press('End');
    await expect(slider).toHaveAttribute('aria-valuetext', /300,000/);
    await expect(details).not.toHaveAttribute('open');
  });

  test('pointer zooms by a box and by Ctrl and the wheel', async ({ page }) => {
    const at = new LabPage(page);
    await at.open(host.lab);
    await reveal(at, 'p-size');
    await at.come('size');
    const chart = at.chart('size');
    const ticks = chart.locator('svg .tick');
    // The lowest value is computed last.
    await expect(ticks.getByText('10', { exact: true })).toBeVisible();
    const before = await ticks.allTextContents();
    const { x, y, width, height } = await shownBox(chart.getByRole('application'));
    const middle = y + height / 2;
    await page.mouse.move(x + width * 0.45, middle);
    await chart.locator('.overlay').waitFor({ state: 'attached' });
    await page.mouse.down();
    await page.mouse.move(x + width * 0.7, middle, { steps: 5 });
    await page.mouse.up();
    const all = chart.getByRole('button', { name: 'Reset zoom' });
    await expect(all).toBeVisible();
    await expect.poll(() => ticks.allTextContents()).not.toEqual(before);
    await all.click();
    await expect.poll(() => ticks.allTextContents()).toEqual(before);
    await page.mouse.move(x + width * 0.5, middle);
    await page.keyboard.down('Control');
    await expect(async () => {
      await page.mouse.wheel(0, -100);
      await plain(all).toBeVisible({ timeout: 1000 });
    }).toPass();
    await page.keyboard.up('Control');
    await expect.poll(() => ticks.allTextContents()).not.toEqual(before);
  });

  test('size of an error is visible in its cell', async ({ page }) => {
    const at = new LabPage(page);
    await at.open(host.lab);
    await at.come('table-v2r2-ptestdl');
    const errors = page.getByTestId('table-v2r2-ptestdl').locator('tbody td');
    const large = errors.filter({ has: page.locator('.large') }).first();
    const percent = /[+−](\d+\.\d)\s*%/u.exec((await large.locator('.large').textContent()) ?? '')?.[1];
    expect(Number(percent)).toBeGreaterThan(10);
    // The bar's length is the error; the width of the cell is 100 %.
    const length = await large.locator('.large').evaluate((error) => {
      const [bar, cell] = [getComputedStyle(error, '::after'), getComputedStyle(error)];
      return (100 * parseFloat(bar.width)) / parseFloat(cell.width);
    });
    expect(Math.abs(length - Number(percent))).toBeLessThan(0.2);
    // Cells without an error are unmarked.
    await at.come('table-v2r2-ptestdl2');
    const without = page.getByTestId('table-v2r2-ptestdl2');
    await expect(without.locator('tbody .error').first()).toBeVisible();
    await expect(without.locator('.large, .notable')).toHaveCount(0);
    await expect(
      errors
        .filter({ hasText: /[+−][0-4]\.\d\s*%/u })
        .first()
        .locator('.large, .notable'),
    ).toHaveCount(0);
  });

  test('axe finds nothing on the bench', async ({ page }) => {
    const at = new LabPage(page);
    await at.open(host.lab);
    await expect(finished(page)).toHaveText(/^\d+$/);
    expect(await violations(page)).toEqual([]);
    await reveal(at, 'p-square');
    await at.come('square-chart');
    expect(await violations(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await violations(page)).toEqual([]);
  });

  test('figures are in the text without a script and in print', async ({ browser }) => {
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

test('bench is hidden from the last sections onward', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const at = new LabPage(page);
  await at.open(host.lab);
  await at.wakeAll();
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  const heading = page.getByRole('heading', { name: 'All tables, cell by cell' });
  await plain(heading).toBeInViewport();
  const seen = await heading.evaluate((first) => {
    const found: string[] = [];
    for (let y = Math.ceil(first.getBoundingClientRect().top); y < innerHeight; y += 4)
      for (const x of [innerWidth - 200, innerWidth - 60, innerWidth - 2])
        if (document.elementFromPoint(x, y)?.closest('.ground, .scene, .strip')) found.push(`${x}, ${y}`);
    return found;
  });
  expect(seen).toEqual([]);
  expect(at.complaints).toEqual([]);
});

test('bench begins below the banner of an assignment', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const lab = JSON.parse(readFileSync(`${dist('site')}/labs/zfs-directories/lab.json`, 'utf8')) as Lab;
  await page.goto(assignmentLink(host.lab, assignmentOf(lab)));
  await page.getByTestId('student-form').getByLabel('Your id').fill('ann');
  await page.getByRole('button', { name: 'Start' }).click();
  const banner = page.getByTestId('assignment-banner');
  const bottom = async (): Promise<number> => {
    const { y, height } = await shownBox(banner);
    return y + height;
  };
  for (const part of [page.locator('.ground'), page.locator('.strip:visible').first()]) {
    await expect(part).toBeVisible();
    await expect.poll(async () => (await shownBox(part)).y).toBeGreaterThanOrEqual((await bottom()) - 0.5);
  }
});
