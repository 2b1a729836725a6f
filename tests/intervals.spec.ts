// The uncertainty of the model's values in tables, in charts, and for screen readers. Simulated values have confidence
// intervals, and values that rest on fitted parameters have the intervals of their fit.
import { test } from '@playwright/test';
import { violations } from './axe.ts';
import { expect, LabPage, serveLab, type LabHost } from './lab-page.ts';

let host: LabHost;
test.beforeAll(async () => {
  host = await serveLab('sfs-file-pool');
});
test.afterAll(() => host.close());

/** Opens everything that a prediction hides, without making the prediction. */
async function show(at: LabPage, prediction: string): Promise<void> {
  await at.come(prediction);
  await at.button(prediction, 'Show without predicting').click();
}

test('table shows intervals for simulated values only', async ({ page }) => {
  const at = new LabPage(page);
  await at.open(host.lab);
  await show(at, 'p-held');
  await at.come('table-prf083-simulated');
  const cell = at.cell('prf083-simulated', 1);
  await expect(cell).toHaveText(/±\s?[\d.]*[1-9]/);
  await cell.click();
  await expect(page.getByTestId('detail')).toContainText('half-width of the model value’s 95 % confidence interval');
  expect(await violations(page, '[data-testid="table-prf083-simulated"]')).toEqual([]);

  await at.come('table-prf083');
  await expect(at.cell('prf083', 1).locator('.model')).toHaveText(/\d/);
  await expect(at.cell('prf083', 1).locator('.model')).not.toContainText('±');

  await at.come('table-prf006');
  const measured = at.table('prf006');
  await expect(measured).toContainText('Published values only');
  await expect(measured.locator('progress, .model:visible')).toHaveCount(0);
  expect(at.complaints).toEqual([]);
});

test('bars have whiskers, and keyboard and data give the same intervals', async ({ page }) => {
  const at = new LabPage(page);
  await at.open(host.lab);
  await at.come('sandbox-bars');
  const chart = at.chart('sandbox-bars');
  await expect(chart.getByTestId('whisker')).toHaveCount(1);
  await chart.getByRole('application').focus();
  // The first key shows the cursor's position.
  for (const key of ['ArrowDown', 'End']) await page.keyboard.press(key);
  await expect(chart.locator('.readout')).toContainText(/simulated, model [\d.]+ ±\s?[\d.]+ s/);
  await chart.getByText('Data table').click();
  await expect(chart.getByRole('cell', { name: '±' })).toHaveCount(1);
  expect(at.complaints).toEqual([]);
});

test('curve has a band, and thin dashes beyond the published values', async ({ page }) => {
  const at = new LabPage(page);
  await at.open(host.lab.replace('sfs-file-pool', 'zfs-directories'));
  await show(at, 'p-size');
  await at.come('size');
  const chart = at.chart('size');
  await expect(chart.getByTestId('band')).toHaveCount(3);
  await expect(chart.getByTestId('beyond')).toHaveCount(3);
  await expect(chart.locator('.figure-head p')).toContainText(
    'Thin dashes: no published values below 2,000 names or above 50,000 names.',
  );
  await expect(chart.locator('.legend')).toContainText('95 % prediction interval');
  await chart.getByRole('application').focus();
  await page.keyboard.press('ArrowRight');
  await expect(chart.locator('.readout')).toContainText(
    /95 % prediction interval [\d,]+ to [\d,]+, beyond the published values/,
  );
  await chart.getByText('Data table').click();
  await expect(chart.getByRole('columnheader', { name: '95 % interval, low' })).toHaveCount(1);
  expect(await violations(page, '[data-testid="chart-size"]')).toEqual([]);
  // Another configuration has different intervals.
  const before = await chart.getByTestId('band').first().getAttribute('d');
  await page.locator('#size-plex').getByRole('radio', { name: 'monoplex' }).last().check();
  await expect(chart.getByTestId('band').first()).not.toHaveAttribute('d', before ?? '');
  expect(at.complaints).toEqual([]);
});

test('cell and footer have the intervals from the record of the fit', async ({ page }) => {
  const at = new LabPage(page);
  await at.open(host.lab.replace('sfs-file-pool', 'zfs-directories'));
  await at.come('table-v2r2-ptestdl');
  const table = at.table('v2r2-ptestdl');
  await expect(table.getByTestId('coverage')).toHaveText(
    /^Held-out values within their 95.% prediction intervals: \d+ of \d+\.$/,
  );
  await at.cell('v2r2-ptestdl', 0).click();
  await expect(page.getByTestId('interval')).toHaveText(
    /^[\d,.]+ to [\d,.]+, given the uncertainty of the fitted parameters/,
  );
  expect(await violations(page, '[data-testid="table-v2r2-ptestdl"]')).toEqual([]);
  expect(at.complaints).toEqual([]);
});
