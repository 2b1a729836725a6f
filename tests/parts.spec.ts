import { expect, test, type Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { complaintsOf } from './complaints.ts';
import { unfoldAll } from './lab-page.ts';
import { dist, serve, type Host } from './serve.ts';

// The interactive parts of a lab's page.
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
let host: Host;
let complaints: readonly string[] = [];

test.beforeEach(async ({ page }) => {
  complaints = complaintsOf(page);
  host = await serve(dist('site'), '/');
  await page.goto(`${host.url}labs/zfs-directories.html`);
});
test.afterEach(async () => {
  await host.close();
  expect(complaints).toEqual([]);
});

/** Returns the first visible chart or table. */
const part = async (page: Page, kind: 'chart' | 'table') => {
  await unfoldAll(page);
  const shown = page.locator(`figure[data-testid^="${kind}-"]:visible`).first();
  // Parts that load above the element may move it away again.
  await expect(async () => {
    await shown.scrollIntoViewIfNeeded();
    await expect(shown.getByRole('button', { name: 'Your own data' })).toBeEnabled({ timeout: 2000 });
  }).toPass();
  return shown;
};

/** Opens everything that the lab's first predicted curve hides. */
const skipPrediction = async (page: Page): Promise<void> => {
  const skip = page.locator('[data-island="p-size"]').getByRole('button', { name: 'Show without predicting' });
  await skip.scrollIntoViewIfNeeded();
  await skip.click();
};

test('two configurations are side by side, each with its controls, until the comparison ends', async ({ page }) => {
  await skipPrediction(page);
  const chart = await part(page, 'chart');
  await chart.getByRole('button', { name: 'Compare settings' }).click();
  await expect(chart.getByRole('application')).toHaveCount(2);
  // A comparison begins with one difference.
  await expect(chart.getByText('no difference yet')).toHaveCount(0);
  const control = page.locator('[data-testid^="control-"]:visible', { has: page.getByRole('radio') }).first();
  await control.scrollIntoViewIfNeeded();
  const second = control.locator('fieldset').nth(1);
  await second.getByRole('radio', { checked: false }).first().check();
  await chart.getByRole('button', { name: 'End comparison' }).click();
  await expect(chart.getByRole('application')).toHaveCount(1);
});

test('chart zooms in and out by keyboard alone', async ({ page }) => {
  // A line chart can be zoomed; the lab's first line chart waits for a prediction.
  await skipPrediction(page);
  const chart = page.locator('figure[data-testid^="chart-"]:visible', { hasText: 'Drag across' }).first();
  await chart.scrollIntoViewIfNeeded();
  await chart.getByText('Axes').press('Enter');
  const to = chart.getByRole('spinbutton', { name: 'to', exact: true });
  const before = await to.inputValue();
  await to.fill('5000');
  await to.press('Enter');
  await chart.getByRole('button', { name: 'Reset zoom' }).press('Enter');
  await expect(to).toHaveValue(before);
  await expect(chart.getByRole('button', { name: 'Reset zoom' })).toHaveCount(0);
});

test('own points are drawn and compared; hostile text stays text; errors lose nothing', async ({ page }) => {
  const chart = await part(page, 'chart');
  await chart.getByRole('button', { name: 'Your own data' }).click();
  const lines = chart.getByLabel('or paste its lines');
  await lines.fill('nothing here');
  await chart.getByRole('button', { name: 'Read' }).click();
  await expect(chart.getByRole('alert').first()).toContainText('only one column');
  await expect(lines).toHaveValue('nothing here');
  await lines.fill('size,host,speed\n2000,<img src=x onerror=alert(1)>,150000\n20000,b,1500\n');
  await chart.getByRole('button', { name: 'Read' }).click();
  await chart.getByLabel('series').selectOption('host');
  await chart.getByRole('button', { name: 'Draw' }).click();
  await expect(chart.locator('.legend')).toContainText('<img src=x onerror=alert(1)>');
  await expect(chart.locator('.own-data li')).toHaveCount(2);
  await expect(chart.locator('.own-data li').first()).toContainText(/median error is \d/);
  await chart.getByRole('button', { name: 'Remove pasted: b' }).click();
  await expect(chart.locator('.own-data li')).toHaveCount(1);
});

test('cell opens by key, stays in the address, and is restored by its link', async ({ page }) => {
  const table = await part(page, 'table');
  await table.locator('td[data-cell="0"]').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const detail = page.getByTestId('detail');
  await expect(detail.getByRole('table')).toBeVisible();
  const heading = await detail.getByRole('heading').textContent();
  await expect.poll(() => page.url()).toContain('s=');
  await page.reload();
  await part(page, 'table');
  await expect(page.getByTestId('detail').getByRole('heading')).toHaveText(heading ?? '');
  await page.keyboard.press('Tab');
  await page.evaluate(axe);
  const found = await page.evaluate(async () => {
    const { axe } = window as unknown as {
      axe: { run: (where: string) => Promise<{ violations: { id: string; nodes: { target: string[] }[] }[] }> };
    };
    return (await axe.run('figure[data-testid^="table-"]')).violations.map(
      ({ id, nodes }) => `${id} ${nodes[0]?.target}`,
    );
  });
  expect(found).toEqual([]);
});

test('figure shows its source on focus and hover until Escape', async ({ page }) => {
  const figure = page.locator('.honest-number[tabindex]:visible').first();
  const tip = figure.locator('.tip');
  await expect(tip).toBeHidden();
  await figure.focus();
  await expect(tip).toBeVisible();
  await expect(page.locator('[data-awake]').first()).toBeAttached();
  await page.keyboard.press('Escape');
  await expect(tip).toBeHidden();
  await page.mouse.move(0, 0);
  await figure.hover();
  await expect(tip).toBeVisible();
  await tip.hover();
  await expect(tip).toBeVisible();
});
