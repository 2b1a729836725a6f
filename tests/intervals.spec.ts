// Where the model is simulated its answers scatter, and it says how far: in tables, in charts, and to screen readers.
import { test } from '@playwright/test';
import { violations } from './axe.ts';
import { expect, LabPage, serveLab, type LabHost } from './lab-page.ts';

let host: LabHost;
test.beforeAll(async () => {
  host = await serveLab('sfs-file-pool');
});
test.afterAll(() => host.close());

/** Opens what follows a prediction without making one. */
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
  await expect(page.getByTestId('detail')).toContainText('half of the 95 % confidence interval');
  expect(await violations(page, '[data-testid="table-prf083-simulated"]')).toEqual([]);

  await expect(at.cell('prf083', 1).locator('.model')).toHaveText(/\d/);
  await expect(at.cell('prf083', 1).locator('.model')).not.toContainText('±');

  const measured = at.table('prf006');
  await expect(measured).toContainText('Published only');
  await expect(measured.locator('progress, .model:visible')).toHaveCount(0);
  expect(at.complaints).toEqual([]);
});

test('bars have whiskers, and the keyboard and the data say as much', async ({ page }) => {
  const at = new LabPage(page);
  await at.open(host.lab);
  await at.come('sandbox-bars');
  const chart = at.chart('sandbox-bars');
  await expect(chart.getByTestId('whisker')).toHaveCount(1);
  await chart.getByRole('application').focus();
  // The first key shows where the cursor stands.
  for (const key of ['ArrowDown', 'End']) await page.keyboard.press(key);
  await expect(chart.locator('.readout')).toContainText(/simulated, model [\d.]+ ±\s?[\d.]+ s/);
  await chart.getByText('Data table').click();
  await expect(chart.getByRole('cell', { name: '±' })).toHaveCount(1);
  expect(at.complaints).toEqual([]);
});
