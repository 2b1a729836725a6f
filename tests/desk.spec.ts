// A scientist at the model desk refits a published lab with other cells, parameters, and values.
import { expect, test, type Page } from '@playwright/test';
import { readFileSync, writeFileSync } from 'node:fs';
import { violations } from './axe.ts';
import { buildCommand } from './command.ts';
import { dist, serve, type Host } from './serve.ts';

let host: Host;
let complaints: string[] = [];
let built: ReturnType<typeof buildCommand> | undefined;
/** Runs the native command, which is built on first use. */
const command = (options: string[]): string => (built ??= buildCommand())(options);

test.beforeEach(async ({ page }) => {
  complaints = [];
  host = await serve(dist('site'));
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
});
test.afterEach(async () => {
  await host.close();
  expect(complaints).toEqual([]);
});

const open = async (page: Page, lab: string): Promise<void> => {
  await page.goto(`${host.url}desk.html#lab=${lab}`);
  await expect(page.getByLabel('Lab', { exact: true })).toHaveValue(lab);
  await expect(page.getByTestId('desk-parameters')).toBeVisible();
};

const fit = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: /^Fit/ }).click();
  await expect(page.getByTestId('desk-results')).toBeFocused({ timeout: 120_000 });
};

/** Saves the result and returns its text. */
async function saved(page: Page, button: string): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).click(),
  ]);
  return readFileSync(await download.path(), 'utf8');
}

/** Returns the output of the displayed command. */
async function printed(page: Page): Promise<string> {
  await page.getByText('Repeat this fit elsewhere').click();
  const [, ...options] = (await page.getByTestId('desk-command').innerText()).split(' ');
  return command(options);
}

test('refit without changes gives the values of the lab', async ({ page }) => {
  await open(page, 'zfs-directories');
  await fit(page);
  const fitted = page.getByTestId('desk-fitted');
  for (const change of await fitted.getByRole('row').locator('td:nth-of-type(3)').allInnerTexts())
    expect(change).toMatch(/^[±+−]?0\.0\s%$/);
  const held = page.getByTestId('desk-errors').getByRole('row', { name: /^All tables held out/ });
  const [, , before, , after] = await held.locator('td').allInnerTexts();
  expect(after).toBe(before);
});

test('held-out cell and freed parameter give the command’s bytes', async ({ page }) => {
  await open(page, 'disk-paths');
  const cells = page.getByTestId('desk-cells');
  const cell = cells.getByRole('button', { name: /, fit$/ }).first();
  const name = (await cell.getAttribute('aria-label')) ?? '';
  await cell.click();
  await expect(cells.getByRole('button', { name: name.replace(/fit$/, 'held out') })).toHaveAttribute(
    'aria-pressed',
    'false',
  );
  const parameters = page.getByTestId('desk-parameters');
  await parameters.getByLabel(/^Fit Stall per track/).check();
  await page.getByLabel('Leave out and predict').selectOption('configuration');
  await fit(page);
  await expect(page.getByTestId('desk-left-out')).toBeVisible();
  expect(await saved(page, 'Save the result (JSON)')).toBe(await printed(page));
});

test('error of one cell jumps when its mechanism is switched off', async ({ page }) => {
  await open(page, 'disk-paths');
  await page.getByLabel(/^Value of Stall per track/).fill('0');
  await fit(page);
  const row = page.getByTestId('desk-errors').getByRole('row', { name: /^All tables fit/ });
  const [, , before = NaN, , after = NaN, worst] = (await row.locator('td').allInnerTexts()).map(parseFloat);
  expect(after - before).toBeLessThan(1);
  expect(worst).toBeGreaterThan(100);
  await expect(page.getByTestId('residuals')).toContainText(/Largest after the fit: .*, \+1\d\d/);
});

test('mechanism that is switched off makes another variant', async ({ page, context }) => {
  await open(page, 'zfs-directories');
  await fit(page);
  await page.getByRole('button', { name: 'Keep as variant A' }).click();
  const mechanisms = page.getByTestId('desk-mechanisms');
  await mechanisms.getByLabel('Waits for missing pages').uncheck();
  await expect(page.getByLabel(/^Value of Wait per page missing/)).toHaveValue('0');
  await fit(page);
  // Without these waits, directories that exceed the cache are predicted worse.
  const table = page.getByTestId('desk-variants');
  const [, a = NaN, , , b = NaN] = (
    await table
      .getByRole('row', { name: /^Held-out cells/ })
      .locator('td')
      .allInnerTexts()
  ).map(parseFloat);
  expect(b).toBeGreaterThan(a);
  await expect(page.getByTestId('desk-verdict')).toContainText('A predicts held-out cells better');
  await expect(page.getByText('Wait per page missing from the metadata cache, v5 = 0')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  expect(await saved(page, 'Save the result (JSON)')).toBe(await printed(page));
  // The link contains both variants.
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy a link to these changes' }).click();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const shown = await table.innerText();
  await page.goto('about:blank');
  await page.goto(link);
  await expect(mechanisms.getByLabel('Waits for missing pages')).not.toBeChecked();
  await fit(page);
  await expect(table).toHaveText(shown, { useInnerText: true });
  await mechanisms.getByLabel('Waits for missing pages').check();
  await expect(page.getByText('As published').first()).toBeVisible();
});

test('own values are pasted from a spreadsheet and fitted', async ({ page }) => {
  await open(page, 'raid5-small-writes');
  const cells = page.getByTestId('desk-cells');
  await cells.getByLabel('Enter own values').check();
  const field = cells.getByLabel(/^Own value of /).first();
  const published = Number((await field.getAttribute('placeholder'))?.replaceAll(',', ''));
  await field.evaluate(
    (input, text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', text);
      input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    },
    `${2 * published}\n${3 * published}\n`,
  );
  await expect(field).toHaveValue(String(2 * published));
  await expect(page.getByTestId('desk-status')).toHaveText('2 values entered.');
  await cells.getByLabel('Enter own values').uncheck();
  await expect(cells.getByRole('button', { name: /own value/ })).toHaveCount(2);
  await fit(page);
  const result = await saved(page, 'Save the result (JSON)');
  expect(result).toBe(await printed(page));
  await page.getByRole('button', { name: 'Reset', exact: true }).click();
  await expect(cells.getByRole('button', { name: /own value/ })).toHaveCount(0);
});

test('leverage equals the command’s, and a saved run is repeated', async ({ page }, info) => {
  await open(page, 'disk-paths');
  await page.getByLabel('Change every chosen parameter by').selectOption('20');
  await fit(page);
  const rows = page.getByTestId('desk-leverage').locator('tbody').getByRole('row');
  await expect(rows).toHaveCount(6);
  const result = await saved(page, 'Save the result (JSON)');
  expect(result).toBe(await printed(page));
  const run = info.outputPath('disk-paths-fit.run.json');
  writeFileSync(run, await saved(page, 'Save this run'));
  expect(command(['rerun', run, '--lab', `${dist('site')}/labs/disk-paths/lab.json`])).toBe(result);
});

test('link opens the same changes', async ({ page, context }) => {
  await open(page, 'zfs-directories');
  const parameters = page.getByTestId('desk-parameters');
  await parameters.getByLabel(/^Fit /).first().uncheck();
  await parameters
    .getByLabel(/^Value of /)
    .first()
    .fill('2.5');
  await page
    .getByTestId('desk-cells')
    .getByRole('button', { name: /, (fit|held out)$/ })
    .nth(3)
    .click();
  await page.getByText('Repeat this fit elsewhere').click();
  const wanted = await page.getByTestId('desk-command').innerText();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy a link to these changes' }).click();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  await page.goto('about:blank');
  await page.goto(link);
  await page.getByText('Repeat this fit elsewhere').click();
  await expect(page.getByTestId('desk-command')).toHaveText(wanted);
});

test('invalid value is refused with a message, and nothing is lost', async ({ page }) => {
  await open(page, 'raid5-small-writes');
  const value = page.getByLabel(/^Value of /).first();
  await page.getByLabel(/^Fit /).first().uncheck();
  await value.fill('much');
  await page.getByRole('button', { name: /^Fit/ }).click();
  await expect(page.getByTestId('desk-problem')).toContainText('"much" is not a number');
  await expect(value).toHaveValue('much');
});

test('study with many fits ends when it is cancelled', async ({ page }) => {
  await open(page, 'zfs-directories');
  await page.getByLabel('95 % intervals (bootstrap)').selectOption('400');
  await page.getByRole('button', { name: /^Fit/ }).click();
  await expect(page.getByRole('progressbar', { name: 'Fitting' })).toHaveAttribute('value', /0\.\d/, {
    timeout: 60_000,
  });
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByTestId('desk-status')).toHaveText('Cancelled.');
  await page.getByLabel('95 % intervals (bootstrap)').selectOption('0');
  await fit(page);
});

for (const size of [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
])
  test(`page passes axe at ${size.width} pixels`, async ({ page }) => {
    await page.setViewportSize(size);
    await open(page, 'disk-paths');
    await page.getByLabel('Change every chosen parameter by').selectOption('10');
    await page.getByLabel('Leave out and predict').selectOption('configuration');
    await fit(page);
    expect(await violations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(size.width);
  });
