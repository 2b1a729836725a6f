import { test, type Locator, type Page } from '@playwright/test';
import { violations } from './axe.ts';
import { LabPage, expect, serveLab, type LabHost } from './lab-page.ts';

// Charts with one bar per configuration, and the breakdown of the selected bar.
let host: LabHost;
let at: LabPage;

test.beforeEach(async ({ page }) => {
  host = await serveLab('disk-paths');
  at = new LabPage(page);
  await at.open(host.lab);
});
test.afterEach(async () => {
  await host.close();
  expect(at.complaints).toEqual([]);
});

/** Scrolls to a part of the page and skips the prediction that hides it. */
async function reach(page: Page, id: string): Promise<void> {
  const island = page.locator(`[data-island="${id}"]`);
  const after = await island.evaluate(
    (place) => place.closest<HTMLElement>('details.reveal:not([open])')?.dataset['after'],
  );
  if (after !== undefined) {
    await at.come(after);
    await page.locator(`[data-island="${after}"]`).getByRole('button', { name: 'Show without predicting' }).click();
  }
  await at.come(id);
}

/** Scrolls to a chart and waits for its values. */
async function come(page: Page, id: string): Promise<Locator> {
  await reach(page, id);
  const chart = at.chart(id);
  await expect(chart.locator('rect.bar').nth(7)).toBeVisible();
  return chart;
}
const application = (chart: Locator): Locator => chart.getByRole('application').first();
const breakdown = (page: Page, id: string): Locator => page.getByTestId(`breakdown-${id}`);

test('keys move from bar to bar and open a breakdown next to the first', async ({ page }) => {
  const chart = await come(page, 'way-read');
  await expect(breakdown(page, 'way-read')).toHaveCount(0);
  await application(chart).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(chart.locator('.readout')).toContainText(
    // The interval may arrive a moment later.
    /D210, model 0\.\d+×, (95 % prediction interval 0\.\d+ to 0\.\d+, )?published 0\.380×, model error/,
  );
  const made = breakdown(page, 'way-read');
  await expect(made.getByRole('heading')).toHaveText('Where the elapsed time per KB goes: D210');
  await expect(made.getByRole('img', { name: /D210: .* µs.* EDED: .* µs/ })).toBeVisible();

  // The terms add up to the bars: EDED's time divided by D210's is the bar's length.
  const [, , , mine, base] = await made.getByRole('row').last().locator('th, td').allTextContents();
  const bar = /D210, model (\S+)×/.exec((await chart.locator('.readout').textContent()) ?? '')?.[1];
  expect(Math.abs(Number(base) / Number(mine) / Number(bar) - 1)).toBeLessThan(0.01);

  await page.keyboard.press('End');
  await expect(made.getByRole('heading')).toContainText('LNS0');
  await page.keyboard.press('ArrowDown');
  await expect(made.getByRole('heading')).toContainText('LNS0');
  await page.keyboard.press('Home');
  await expect(made.getByRole('heading')).toContainText('EDED');
  expect(await violations(page, '#way-read')).toEqual([]);
});

test('bar is chosen by a click anywhere in its row', async ({ page }) => {
  const chart = await come(page, 'way-read');
  const row = chart.locator('svg text', { hasText: /^FMD0$/ });
  const [box, place] = [await application(chart).boundingBox(), await row.boundingBox()];
  if (!box || !place) throw new Error('the chart or the row is not visible');
  await page.mouse.click(box.x + box.width - 160, place.y + place.height / 2);
  await expect(breakdown(page, 'way-read').getByRole('heading')).toContainText('FMD0');
});

test('another output is shown with its own published values and its own terms, and the link keeps both', async ({
  page,
}) => {
  const chart = await come(page, 'way-read');
  await chart.getByLabel('Show').selectOption('cp_cpu_per_kb');
  await expect(chart.locator('svg .axis-title')).toContainText(/CP.*relative to EDED/);
  await application(chart).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  const made = breakdown(page, 'way-read');
  await expect(made.getByRole('heading')).toHaveText("Where CP's CPU time per KB goes: EMD0");
  await expect(made.getByRole('rowheader', { name: /device/ })).toHaveCount(0);

  await expect.poll(() => at.linked()).toMatchObject({ looks: { 'way-read': 'cp_cpu_per_kb/EMD0' } });
  const address = page.url();
  await page.goto('about:blank');
  await at.open(address);
  await come(page, 'way-read');
  await expect(chart.getByLabel('Show')).toHaveValue('cp_cpu_per_kb');
  await expect(made.getByRole('heading')).toContainText('EMD0');
});

test('data table has a row for each bar with published value and error', async ({ page }) => {
  const chart = await come(page, 'way-read');
  await chart.getByText('Data table').click();
  const table = chart.getByRole('region', { name: /^Data for/ }).getByRole('table');
  await expect(table.getByRole('row')).toHaveCount(9);
  const row = table.getByRole('row', { name: 'D210' }).getByRole('cell');
  // Once the interval has arrived, its two columns follow the model's value.
  await expect(row).toHaveCount(7);
  const cells = await row.allTextContents();
  const [, model, low = NaN, high = NaN, published, error] = cells.map(Number);
  expect(published).toBe(0.38);
  expect([low < (model ?? NaN), high > (model ?? NaN)]).toEqual([true, true]);
  expect(error).toBeCloseTo(((model ?? NaN) / 0.38 - 1) * 100, 1);
  expect(error).not.toBe(0);
});

test('two configurations have a chart and a breakdown each', async ({ page }) => {
  const chart = await come(page, 'way-read');
  await chart.getByRole('button', { name: 'Compare settings' }).click();
  await expect(chart.getByRole('application')).toHaveCount(2);
  await application(chart).focus();
  await page.keyboard.press('ArrowDown');
  await expect(breakdown(page, 'way-read')).toBeVisible();
  await expect(breakdown(page, 'way-read-b')).toBeVisible();
  expect(await violations(page, '#way-read')).toEqual([]);
});

test('control with single numbers sets the selected value', async ({ page }) => {
  await reach(page, 'way-block');
  const control = page.getByTestId('control-block_bytes');
  await expect(control.getByRole('radio')).toHaveCount(4);
  await control.getByRole('radio', { name: '1,024' }).check();
  await expect(control.getByRole('radio', { name: '4,096' })).not.toBeChecked();
  expect(await violations(page, '#way-block')).toEqual([]);
});

test('ratio is shown next to the row it refers to, term by term', async ({ page }) => {
  await reach(page, 'table-initial-read');
  const table = at.table('initial-read');
  const cell = table.locator('[data-cell="8"]');
  await expect(cell.locator('.model')).toHaveText(/0\.\d+/);
  await expect(table.getByRole('columnheader').filter({ hasText: 'ratio to EDED' })).not.toHaveCount(0);
  await cell.click();
  const detail = page.getByTestId('detail');
  await expect(detail).toContainText('the source states only the ratio');
  await expect(detail.getByRole('columnheader', { name: 'EMD1, µs' })).toBeVisible();
  await expect(detail.getByRole('columnheader', { name: 'EDED, µs' })).toBeVisible();
  expect(await violations(page, '[data-testid="detail"]')).toEqual([]);
});

for (const [width, scheme] of [
  [390, 'dark'],
  [1280, 'light'],
] as const)
  test(
    `chart fits a page of ${width} px, ${scheme}`,
    { tag: scheme === 'light' ? '@nightly' : [] },
    async ({ page }) => {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme: scheme });
      const chart = await come(page, 'way-read');
      await application(chart).focus();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowDown');
      await expect(breakdown(page, 'way-read')).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      expect(await violations(page, '#way-read')).toEqual([]);
      if (process.env['SHOTS']) await chart.screenshot({ path: `${process.env['SHOTS']}/bars-${width}.png` });
    },
  );
