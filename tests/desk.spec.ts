// A scientist at the model desk refits a published lab with other cells, parameters, and values.
import { expect, test, type Page } from '@playwright/test';
import { strToU8, zipSync } from 'fflate';
import { readFileSync, writeFileSync } from 'node:fs';
import { violations } from './axe.ts';
import { buildCommand } from './command.ts';
import { declaredLab, example } from './guide.ts';
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
  expect(await saved(page, 'Save result (JSON)')).toBe(await printed(page));
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
  // Without waits for missing pages, the predictions for directories that exceed the cache are less accurate.
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
  expect(await saved(page, 'Save result (JSON)')).toBe(await printed(page));
  // The link contains both variants.
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy link' }).click();
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
  await cells.getByLabel('Enter your own values').check();
  const field = cells.getByLabel(/^Your value of /).first();
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
  await cells.getByLabel('Enter your own values').uncheck();
  await expect(cells.getByRole('button', { name: /your value/ })).toHaveCount(2);
  await fit(page);
  const result = await saved(page, 'Save result (JSON)');
  expect(result).toBe(await printed(page));
  await page.getByRole('button', { name: 'Reset', exact: true }).click();
  await expect(cells.getByRole('button', { name: /your value/ })).toHaveCount(0);
});

test('chosen parameters are varied at once, as one by one', async ({ page }, info) => {
  await open(page, 'disk-paths');
  await page.getByRole('button', { name: 'Vary chosen parameters' }).click();
  await expect(page.getByRole('heading', { name: 'Effect of chosen parameters' })).toBeFocused({
    timeout: 120_000,
  });
  const rows = page.getByTestId('desk-leverage').locator('tbody').getByRole('row');
  // Two rows for each of six parameters (smaller, larger), and one for the errors without a change.
  await expect(rows).toHaveCount(13);
  await expect(page.getByTestId('leverage-sentences')).toContainText(/^Median error of fitted cells: 2\.\d\s%/);
  const result = await saved(page, 'Save result (JSON)');
  expect(result).toBe(await printed(page));
  const run = info.outputPath('disk-paths-fit.run.json');
  writeFileSync(run, await saved(page, 'Save this run'));
  expect(command(['rerun', run, '--lab', `${dist('site')}/labs/disk-paths/lab.json`])).toBe(result);
  // Making the same change by hand, with one fit, produces the same errors.
  const row = rows.filter({ hasText: 'small_block_copy' }).last();
  const [value, , , median, largest] = await row.locator('td').allInnerTexts();
  expect(value).toMatch(/^2\.40*$/);
  const [, , , , unchanged] = await rows.first().locator('td').allInnerTexts();
  expect(largest).not.toBe(unchanged);
  await page.getByLabel('Change in each chosen parameter').selectOption('0');
  await page.getByLabel(/^Value of Copy cost factor/).fill('2.4');
  await fit(page);
  const all = page.getByTestId('desk-errors').getByRole('row', { name: /^All tables fit/ });
  const [, , , , ...after] = await all.locator('td').allInnerTexts();
  expect(after.slice(0, 2)).toEqual([median, largest]);
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
  await page.getByRole('button', { name: 'Copy link' }).click();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  await page.goto('about:blank');
  await page.goto(link);
  await page.getByText('Repeat this fit elsewhere').click();
  await expect(page.getByTestId('desk-command')).toHaveText(wanted);
});

test('link in a lab’s text opens the desk with its fit done', async ({ page }) => {
  const text = readFileSync(`${dist('site')}/labs/disk-paths.html`, 'utf8');
  const [, address = ''] =
    /<a href="([^"]*)">[^<]*Fit the model again without it/.exec(text.replaceAll('<!---->', '')) ?? [];
  expect(address).toBe('../desk.html#lab=disk-paths&amp;fix=first_write_stall%3D0');
  await page.goto(new URL(address.replace('&amp;', '&'), `${host.url}labs/disk-paths.html`).href);
  await expect(page.getByTestId('desk-results')).toBeFocused({ timeout: 120_000 });
  await expect(page.getByLabel(/^Value of Stall per track/)).toHaveValue('0');
  await expect(page.getByTestId('residuals')).toContainText(/Largest after the fit: .*D240.*KB\/s, \+12\d/);
});

test('residuals show intervals with draws, and can hide them', async ({ page }) => {
  await open(page, 'raid5-small-writes');
  const residuals = page.getByTestId('residuals');
  const intervals = residuals.getByTestId('residuals-intervals');
  await page.getByLabel('95 % intervals (bootstrap)').selectOption('50');
  await fit(page);
  const lines = residuals.locator('path.interval');
  const drawn = await lines.count();
  expect(drawn).toBeGreaterThan(0);
  await expect(intervals).toContainText('It does not cover the choice of other parameters');
  await expect(intervals).toContainText(new RegExp(`is in \\d+ of ${drawn} intervals`));
  await residuals.getByText('Data table').click();
  await expect(residuals.getByRole('columnheader', { name: 'Interval from, %' })).toBeVisible();
  await residuals.getByLabel('95 % intervals').uncheck();
  await expect(lines).toHaveCount(0);
  await expect(intervals).toBeHidden();
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

test('varying chosen parameters shows progress and can be canceled', async ({ page }) => {
  await open(page, 'zfs-directories');
  await page.getByRole('button', { name: 'Vary chosen parameters' }).click();
  await expect(page.getByRole('progressbar', { name: 'Fitting' })).toHaveAttribute('value', /0\.\d/, {
    timeout: 60_000,
  });
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByTestId('desk-status')).toHaveText('Canceled.');
  await expect(page.getByRole('button', { name: 'Vary chosen parameters' })).toBeVisible();
  await expect(page.getByTestId('desk-leverage')).toBeHidden();
});

test('study with many fits ends when it is canceled', async ({ page }) => {
  await open(page, 'zfs-directories');
  await page.getByLabel('95 % intervals (bootstrap)').selectOption('400');
  await page.getByRole('button', { name: /^Fit/ }).click();
  await expect(page.getByRole('progressbar', { name: 'Fitting' })).toHaveAttribute('value', /0\.\d/, {
    timeout: 60_000,
  });
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByTestId('desk-status')).toHaveText('Canceled.');
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
    await page.getByLabel('Change in each chosen parameter').selectOption('10');
    await page.getByLabel('Leave out and predict').selectOption('configuration');
    await fit(page);
    expect(await violations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(size.width);
  });

test('damaged link shows why nothing is opened', async ({ page }) => {
  for (const link of ['s=1.AA.00000000', 'lab=1.AA.00000000', 's=1.']) {
    await page.goto('about:blank');
    await page.goto(`${host.url}desk.html#${link}`);
    await expect(page.getByTestId('desk-problem'), link).toContainText('Copy the whole link again, or choose a lab.');
  }
});

test('author’s own lab is fitted with intervals and keeps them', async ({ page, context }) => {
  // The guide to a first lab prints the command's results for the lab that it declares.
  const files = declaredLab;
  const [, value = NaN, from = NaN, to = NaN] =
    /([\d.]+) +\+11\.48 %.* ([\d.]+) to ([\d.]+)/.exec(example('std. error'))?.map(Number) ?? [];
  await page.goto(`${host.url}author.html`);
  const zip = Buffer.from(
    zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)]))),
  );
  await page.getByTestId('open').setInputFiles({ name: 'my-raid.zip', mimeType: 'application/zip', buffer: zip });
  await expect(page.getByTestId('verdict-of-text')).toHaveText('No problems.');

  const fitted = async (): Promise<{ row: string; name: string; text: string }> => {
    const [desk] = await Promise.all([context.waitForEvent('page'), page.getByTestId('fit').click()]);
    await expect(desk.getByLabel('Lab', { exact: true }).locator('option:checked')).toHaveText(/^RAID-5/);
    await desk.getByLabel('95 % intervals (bootstrap)').selectOption('400 draws');
    await fit(desk);
    const row = desk.getByTestId('desk-fitted').getByRole('row', { name: /Disk operations per small write/ });
    const shown = await row.innerText();
    const [download] = await Promise.all([
      desk.waitForEvent('download'),
      desk.getByRole('button', { name: 'Save result (JSON)' }).click(),
    ]);
    const text = readFileSync(await download.path(), 'utf8');
    await desk.close();
    return { row: shown, name: download.suggestedFilename(), text };
  };
  const { row } = await fitted();
  expect(row).toContain(value.toPrecision(3));
  expect(row).toContain(`${from.toPrecision(3)} to ${to.toPrecision(3)}`);

  // The author enters the fitted value and records a fit of the changed lab.
  const parameters = Buffer.from(files['parameters.toml'].replace('value = 4\n', 'value = 3.588\n'));
  const add = (name: string, mimeType: string, buffer: Buffer): Promise<void> =>
    page.getByTestId('open').setInputFiles({ name, mimeType, buffer });
  await add('parameters.toml', 'text/plain', parameters);
  await expect(page.getByRole('textbox', { name: 'parameters.toml' })).toHaveValue(/value = 3\.588/);
  const { name, text } = await fitted();
  expect(name).toBe('fit.json');
  await add('fit.json', 'application/json', Buffer.from(text));
  const shown = page.getByTestId('pane').getByRole('region', { name: 'Parameters' });
  await shown.getByText('2 parameters').click();
  await expect(shown).toContainText(`interval: ${from.toPrecision(2)} to ${to.toPrecision(2)}`);
});
