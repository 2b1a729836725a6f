/**
 * The views of a chart (values, ratios, errors), and published values highlighted together in text, table, and chart.
 */
import { test } from '@playwright/test';
import { violations } from './axe.ts';
import { expect, LabPage, serveLab, type LabHost } from './lab-page.ts';

let host: LabHost;
let at: LabPage;

test.beforeEach(async ({ page }) => {
  host = await serveLab('zfs-directories');
  at = new LabPage(page);
  await at.open(host.lab);
});
test.afterEach(async () => {
  await host.close();
  expect(at.complaints).toEqual([]);
});

/** Scrolls to a chart and skips the prediction that hides it. */
async function reach(chart: string): Promise<void> {
  await at.come('p-size');
  const skip = at.button('p-size', 'Show without predicting');
  if (await skip.isVisible()) await skip.click();
  await at.come(chart);
}

const percent = (text: string): number => Number(text.replace('−', '-').replace(/[^\d.-]/g, ''));

test('errors in the chart equal those in the table, and the link keeps the view', async ({ page }) => {
  await reach('size');
  const chart = at.chart('size');
  const views = chart.getByRole('group', { name: 'Values, ratios, or errors' });
  await views.getByRole('button', { name: 'Errors' }).press('Enter');
  await expect(views.getByRole('button', { name: 'Errors' })).toHaveAttribute('aria-pressed', 'true');
  await expect(chart.locator('.sides .point')).toHaveCount(9);
  await expect(chart.getByTestId('tolerance')).toBeVisible();
  await expect(chart).toContainText(/within 5\u202f% of \d of 9 published values; its largest error is at/);

  // The keys move from the model's values to the published values of the second series, and from there to 20,000 names.
  const application = chart.getByRole('application');
  await application.focus();
  await application.press('ArrowRight');
  for (let down = 0; down < 4; down++) await application.press('ArrowDown');
  await expect(chart.locator('.readout')).toContainText('V2R1, v4, published');
  await application.press('Home');
  await application.press('ArrowRight');
  await expect(chart.locator('.readout')).toContainText(/20,000 names: [+−]\d/);
  const note = chart.getByTestId('mark-note').locator('text');
  await expect(note).toHaveText([/^published 33,625 operations\/s/, /^model \d\d,\d{3} operations\/s, [+−]\d/]);
  const [printed = '', model = ''] = await note.allTextContents();
  const [one = NaN, other = NaN] = [printed, model].map((text) => Number(/[\d,]+/.exec(text)?.[0].replaceAll(',', '')));
  expect(Math.abs(100 * (other / one - 1) - percent(model.split(', ')[1] ?? ''))).toBeLessThan(0.06);
  await expect(chart.locator('.point.faded')).toHaveCount(8);
  expect(await violations(page, '#size')).toEqual([]);

  await expect.poll(() => at.linked()).toMatchObject({ looks: { size: 'error:' } });
  const link = page.url();
  await page.goto('about:blank');
  await at.open(link);
  await reach('size');
  await expect(at.chart('size').getByTestId('tolerance')).toBeVisible();
});

test('ratios are relative to the first series', async () => {
  await reach('size');
  const chart = at.chart('size');
  await chart.getByRole('button', { name: 'Ratios' }).click();
  await expect(chart.locator('.axis-title').first()).toHaveText('External throughput, relative to R13, v4');
  await expect(chart.locator('.factor')).toHaveText([/^\d\d\.\d×$/, /^\d\.\d\d?×$/]);
  await chart.getByRole('button', { name: 'Values' }).click();
  await expect(chart.locator('.axis-title').first()).toHaveText('External throughput, operations/s');
});

test('figure in the text highlights its mark and its cell, and a cell the figure', async ({ page }) => {
  await reach('size');
  const chart = at.chart('size');
  await expect(chart.getByRole('button', { name: 'Errors' })).toBeVisible();
  await at.come('table-v2r1-ptestdl');
  const cell = at.table('v2r1-ptestdl').locator('td', { hasText: '33,908' });
  const name = 'published("v2r1-ptestdl", 50000, "client_r13_v4_e")';
  const figure = page
    .locator('.honest-number.published', { has: page.getByText(name, { exact: true }) })
    .filter({ visible: true })
    .first();
  await page.mouse.move(0, 0);
  await figure.focus();
  await expect(chart.getByTestId('mark-note').locator('text').first()).toHaveText('published 384 operations/s');
  const lit = at.table('v2r1-ptestdl').locator('td.lit');
  await expect(lit).toContainText('384');
  await figure.blur();
  await expect(lit).toHaveCount(0);
  await expect(chart.getByTestId('mark-note')).toHaveCount(0);

  await expect(cell).toBeVisible();
  await at.table('v2r1-ptestdl').locator('td', { hasText: '384' }).hover();
  await expect(figure).toHaveClass(/\blit\b/);
});
