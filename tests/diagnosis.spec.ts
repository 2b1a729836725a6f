// Administrators enter their own measurements, change one thing, measure again, and plan.
import { test, type Locator, type Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { violations } from './axe.ts';
import { expect, LabPage, serveLab, type LabHost } from './lab-page.ts';

let host: LabHost;
test.beforeAll(async () => {
  host = await serveLab('sfs-file-pool');
});
test.afterAll(() => host.close());

const sample = (name: string): Promise<string> =>
  readFile(new URL(`../labs/sfs-file-pool/samples/${name}.txt`, import.meta.url), 'utf8');
const view = (page: Page): Locator => page.getByTestId('diagnosis');
const read = (page: Page): Promise<void> => view(page).getByRole('button', { name: 'Read' }).press('Enter');

async function open(page: Page, island: string): Promise<LabPage> {
  const at = new LabPage(page);
  await at.open(host.lab);
  await at.come(island);
  return at;
}

/** Checks that no content of a part overflows its right edge and that axe finds no violations in it. */
async function fits(page: Page, part: string): Promise<void> {
  expect(await violations(page, part)).toEqual([]);
  const right = await page
    .locator(`${part} :not(.scroll *, textarea)`)
    .evaluateAll((all) => Math.max(...all.map((one) => one.getBoundingClientRect().right)));
  expect(right).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);
}

test('second report shows the effect of one change', async ({ page }) => {
  const at = await open(page, 'model-sfs-diagnosis');
  await page.getByLabel('First measurement').fill(await sample('before'));
  await read(page);
  await expect(page.getByTestId('server-RWSERV2')).toContainText('The report is consistent');
  await expect(page.getByTestId('server-RWSERV1').getByTestId('conclusion')).toContainText(
    '80.2 % of that is page reads (60.38 %). Start with “Too much server paging”: SET RESERVED',
  );
  await expect(page.getByTestId('server-RWSERV1').getByTestId('forecast')).toContainText(
    /the model forecasts [\d.]+ s per request instead of 3\.443 s \(95 % interval: [\d.]+ to [\d.]+ s/,
  );
  await expect(view(page).getByTestId('as-of')).toHaveText(/^As of z\/VM 7\.2: IBM, z\/VM 7\.2 documentation/);
  await expect(view(page).getByTestId('symptom').first()).toContainText('High other time');
  await expect(view(page)).toContainText('For 5 causes, the source gives neither a test nor a remedy:');
  const paging = view(page).getByRole('radio', { name: 'Too much server paging' });
  await paging.press('Space');
  await view(page).getByRole('button', { name: 'I changed this' }).press('Enter');
  await view(page).getByRole('radio', { name: 'QUICKDSP not specified' }).press('Space');
  await expect(page.getByTestId('diagnosis-refusal')).toContainText('Measure again before you make another');
  await expect(paging).toBeChecked();
  await page.getByLabel('Second measurement', { exact: true }).fill(await sample('after'));
  await view(page).getByRole('button', { name: 'Compare', exact: true }).press('Enter');
  const compared = page.getByTestId('comparison');
  await expect(compared).toContainText('Request time changed from 3.443 to 0.158 s (−95 %)');
  await expect(compared).toContainText('from 48.15 to 4.369 ms');
  expect(at.complaints).toEqual([]);
});

test('counters become shares on a dark phone, and unreadable text stays with its error', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await page.emulateMedia({ colorScheme: 'dark' });
  const at = await open(page, 'model-sfs-diagnosis');
  const field = page.getByLabel('First measurement');
  await field.fill('<img src=x onerror=alert(1)>\n14');
  await read(page);
  await expect(view(page).getByRole('alert').first()).toContainText('line 2: 14 has no name');
  await expect(field).toHaveValue(/onerror/);
  await at.drop(field, 'counters.txt', `${await sample('application')}9 3 Deadlocks\n`);
  await expect(field).toHaveValue(/Total I\/O Requests/);
  await read(page);
  await expect(page.getByTestId('figures')).toContainText('9.1 %');
  await view(page).getByText('All counters').click();
  await expect(view(page).getByRole('row', { name: 'Deadlocks' })).toContainText('–');
  await fits(page, '.diagnosis');
  expect(at.complaints).toEqual([]);
});

test('impossible measurement is refused, and an idle server has no finding', async ({ page }) => {
  const at = await open(page, 'model-sfs-diagnosis');
  const field = page.getByLabel('First measurement');
  await field.fill((await sample('before')).replace('75.29', '175.29'));
  await read(page);
  await expect(view(page).getByRole('alert').first()).toContainText(
    'the utilization of RWSERV1 (total) is 175.3 %, but its one thread cannot be busy for more than 100 %',
  );
  await expect(page.getByTestId('conclusion')).toHaveCount(0);
  await field.fill('10:00 10:30 SERVER 18 0.010 0.010 0.004 0 0.006 0 0 0.02 0.00 0.02 0 0 0.0 0.0 0');
  await read(page);
  await expect(page.getByTestId('conclusion')).toContainText('No component is too high: the server is idle');
  await expect(view(page).getByTestId('symptom')).toHaveCount(0);
  expect(at.complaints).toEqual([]);
});

test('rules of thumb answer, and errors appear at their fields', async ({ page }) => {
  const at = await open(page, 'model-sfs-planning');
  const users = page.getByTestId('plan-users');
  await users.getByLabel('Users who will use SFS').fill('4000');
  await users.getByLabel('Active users at peak').fill('800');
  await expect(users.getByRole('status')).toContainText('1,500 users');
  await users.getByLabel('Active users at peak').fill('');
  await expect(users.getByRole('alert')).toContainText('must be a number of 1 or more');
  await expect(users.getByLabel('Active users at peak')).toHaveAttribute('aria-invalid', 'true');
  await fits(page, '.planning');
  expect(at.complaints).toEqual([]);
});
