/** The lab on converting directories: its console, its planner, and its conversion as readers use them. */
import { test, type Locator, type Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { violations } from './axe.ts';
import { complaintsOf } from './complaints.ts';
import { expect, LabPage, serveLab, type LabHost } from './lab-page.ts';

let host: LabHost;
let complaints: readonly string[] = [];

test.beforeAll(async () => {
  host = await serveLab('zfs-migration');
});
test.afterAll(() => host.close());

async function open(page: Page, view: string): Promise<Locator> {
  complaints = complaintsOf(page);
  await page.goto(host.lab);
  await page.locator(`#model-zfs-${view}`).scrollIntoViewIfNeeded();
  const shown = page.locator(`#model-zfs-${view}`).getByTestId(view);
  await expect(shown).toBeVisible();
  return shown;
}

test.afterEach(() => {
  expect(complaints).toEqual([]);
});

test('commands are entered and brought back by keys, and a refusal says why', async ({ page }) => {
  const view = await open(page, 'console');
  const [line, log] = [view.getByLabel('Command', { exact: true }), view.getByRole('log')];
  await line.fill('zfsadm convert -path /tmp/MtPt/dir1');
  await line.press('Enter');
  await expect(log).toContainText('IOEZ00791I Successfully converted directory /tmp/MtPt/dir1 to version 5 format.');
  await line.fill('I0EFSUTL format');
  await line.press('Enter');
  await expect(log).toContainText('IOEFSUTL, with the letter O');
  await line.press('ArrowUp');
  await line.press('ArrowUp');
  await expect(line).toHaveValue('zfsadm convert -path /tmp/MtPt/dir1');
  await line.press('Enter');
  await expect(log).toContainText('The directory already has format v5.');
  expect(await violations(page, '[data-testid="console"]')).toEqual([]);
});

test('plan ranks the pasted directories, names an invalid line, and can be saved', async ({ page }) => {
  const view = await open(page, 'planner');
  const [text, announcement] = [
    view.getByLabel(/Paste the output of one of these commands/),
    view.getByTestId('plan-status'),
  ];
  await text.fill('path,entries,kilobytes,operations\n/small,10,8,5\n=large,60000,4800,1\n/busy,20000,1600,900\n');
  await view.getByRole('button', { name: 'Plan', exact: true }).click();
  await expect(announcement).toContainText('Facts: 3 directories; 80,010 names counted in 3, 6,408 KB listed for 3.');
  await expect(announcement).toContainText(
    'Estimates: conversion has considerable benefit for 2 directories, some for 0',
  );
  const names = view.getByTestId('plan-table').locator('tbody th');
  await expect(names).toHaveText(['/busy', '=large', '/small']);
  const forecasts = view.getByTestId('plan-table').locator('tbody tr');
  await expect(forecasts.nth(0)).toContainText(/\d\d,000–\d\d,000 → \d{3},000–\d{3},000/);
  await expect(forecasts.nth(1)).toContainText('not measured: beyond the published 50,000 names');
  await expect(forecasts.nth(2)).toContainText('not measured: below the published 2,000 names');
  await expect(view).toContainText('Lookup rates are 95 % intervals');
  await expect(view.getByTestId('as-of')).toHaveText(/^As of 2015: V\. Morabito/);
  const titles = view.getByTestId('plan-table').locator('thead th');
  await expect(titles.filter({ hasText: 'Seconds saved' })).toHaveCount(1);
  await expect(titles.filter({ hasText: 'reads' })).toHaveCount(0);
  await expect(announcement).toContainText('Sorted by seconds saved.');
  await view.getByLabel('Your conversion rate, in names per second').fill('20000');
  await page.keyboard.press('Tab');
  await expect(view).toContainText('20,000/s');
  const saved = page.waitForEvent('download');
  await view.getByRole('button', { name: 'Save as CSV' }).click();
  const csv = readFileSync(await (await saved).path(), 'utf8');
  expect(csv).toContain('/busy');
  expect(csv).not.toMatch(/(^|,|")=large/m);
  expect(await violations(page, '[data-testid="planner"]')).toEqual([]);

  await text.fill('path,entries\n/a,10\n/b,many\n');
  await view.getByRole('button', { name: 'Plan', exact: true }).click();
  await expect(view.getByTestId('plan-status')).toContainText('One line is invalid and left out: line 3');
  await text.fill('path,entries\n/a,many\n/b,many\n');
  await view.getByRole('button', { name: 'Plan', exact: true }).click();
  await expect(view.getByRole('alert').filter({ hasText: 'line 2' })).toBeVisible();
});

test('df without -t is refused until its units are declared', async ({ page }) => {
  const view = await open(page, 'planner');
  await view
    .getByLabel(/Paste the output of one of these commands/)
    .fill('Mounted on Filesystem Avail/Total Files Status\n/u (OMVS.U) 182912/720000 4294950000 Available\n');
  await view.getByRole('button', { name: 'Plan', exact: true }).click();
  await expect(view.getByRole('alert').filter({ hasText: 'declare the units' })).toBeVisible();
  await view.getByLabel('Space unit of the df output').selectOption('1 KB (-k)');
  await expect(view.getByTestId('plan-status')).toContainText('1,024-byte units, as declared');
  await expect(view.getByTestId('plan-table')).toContainText('179 MB');
});

/** Runs a conversion in a step, with 200 names. */
async function convert(view: Locator): Promise<void> {
  await view.getByText(/^More: /).click();
  await view.getByLabel('Directory of').selectOption('200');
  await view.getByRole('button', { name: 'Create' }).click();
  await expect(view.getByTestId('conversion-status')).toContainText('The directory has 200 names in format v4.');
  await view.getByRole('button', { name: 'Convert to v5' }).click();
  await expect(view.getByTestId('conversion-status')).toContainText('200 names took');
}

test('any power failure in a conversion leaves one format with all names', async ({ page }) => {
  complaints = complaintsOf(page);
  await page.goto(host.lab);
  const at = new LabPage(page);
  await at.come('p-crash');
  await at.button('p-crash', 'Show without predicting').click();
  await page.locator('#crash-conversion').scrollIntoViewIfNeeded();
  const view = page.locator('#crash-conversion').getByTestId('conversion');
  const announcement = view.getByTestId('conversion-status');
  await convert(view);
  await view.getByRole('button', { name: 'Cut power after every write' }).click();
  await expect(announcement).toContainText('Each cut left all 200 names and no damage.');
  const cut = view.getByRole('slider', { name: /^Cut power/ });
  await cut.fill('0');
  await expect(announcement).toContainText('The directory is in format v4 and has 200 names');
  await cut.press('End');
  await cut.press('ArrowLeft');
  await expect(announcement).toContainText('The directory is in format v5 and has 200 names');
  expect(await violations(page, '#crash-conversion')).toEqual([]);
});

test('opening hides the result of a restart until it is predicted', async ({ page }) => {
  complaints = complaintsOf(page);
  await page.goto(host.lab);
  const view = page.locator('#opening-conversion').getByTestId('conversion');
  const announcement = view.getByTestId('conversion-status');
  await expect(announcement).toContainText('2,000 names took');
  // By pointer, on the map: after the write of the first block of the new directory.
  await view.locator('.block.new').first().click();
  await expect(view.getByText(/^Cut power after write \d+ of/)).toBeVisible();
  await expect(announcement).toContainText('Predict which directory a restart finds.');
  await expect(view).not.toContainText(/The directory is in format|transaction(?! number)/);
  const at = new LabPage(page);
  await at.come('p-crash');
  await at.button('p-crash', 'Show without predicting').click();
  await expect(announcement).toContainText('The directory is in format v4 and has 2,000 names');
});
