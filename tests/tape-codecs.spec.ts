/** The interactive codecs of the lab on compression as readers see them. */
import { expect, test, type Locator, type Page } from '@playwright/test';
import { violations } from './axe.ts';
import { complaintsOf } from './complaints.ts';
import { LabPage, serveLab, type LabHost } from './lab-page.ts';

let host: LabHost;
let complaints: readonly string[] = [];
const view = (page: Page, id: string): Locator => page.getByTestId(id);
/** Returns a number as the page formats it, with a minus sign and surrounding text. */
const number = async (cell: Locator): Promise<number> =>
  Number.parseFloat(((await cell.textContent()) ?? '').replace('−', '-').replaceAll(',', ''));

async function open(page: Page, id: string): Promise<Locator> {
  host = await serveLab('tape-compression');
  complaints = complaintsOf(page);
  await page.goto(host.lab);
  return come(page, id);
}

/** Scrolls to a view; skips the prediction that hides it. */
async function come(page: Page, id: string): Promise<Locator> {
  await page.locator('[data-island="page:rail"][data-awake]').waitFor({ state: 'attached' });
  const behind = page.locator(`details.reveal:has(#model-${id})`);
  const prediction = (await behind.count()) > 0 ? await behind.getAttribute('data-after') : null;
  if (prediction) {
    const skip = new LabPage(page).button(prediction, 'Show without predicting');
    await skip.scrollIntoViewIfNeeded();
    await skip.click();
  }
  await page.locator(`#model-${id}`).scrollIntoViewIfNeeded();
  await expect(view(page, id)).toBeVisible();
  return view(page, id);
}

test.afterEach(async () => {
  await host.close();
  expect(complaints).toEqual([]);
});

test(
  'four codecs run on every pattern, and random data expand less with a longer history',
  { tag: '@nightly' },
  async ({ page }) => {
    test.slow(); // Every codec compresses 42 MB.
    const at = await open(page, 'tape-codecs');
    await at.getByText('More: settings, speeds, tables').click();
    const status = at.getByRole('status');
    await expect(status).toHaveText('20 patterns compressed with 4 codecs.');
    const random = view(page, 'codecs-table').getByRole('row', { name: /^A00/ }).getByRole('cell');
    // The source's ratios for random data: FICON 0.89:1, the others 1:1.
    await expect(random.first()).toHaveText('0.89:1');
    await expect(random.nth(1)).toHaveText('1.00:1');
    const relations = view(page, 'codecs-relations');
    const better = relations.getByRole('row', { name: /better than ALDC/ }).getByRole('cell');
    expect(await better.allTextContents()).toContain('18 of 18');
    // Published figures come from the lab's table and are shown next to the computed ones.
    await expect(relations.getByRole('row', { name: /^least/ })).toContainText('+33');

    await at.getByRole('radio', { name: '2,048 B' }).check();
    await expect(random.first()).toHaveText('0.90:1');
    await expect(status).toHaveText('20 patterns compressed with 4 codecs.');

    const chart = at.getByRole('application');
    await chart.focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect(view(page, 'codecs-chart').locator('.readout')).toContainText(/(LZ4|ZSTD|DEFLATE \(zEDC\)) [+−]\d+/);
    expect(await violations(page, '[data-testid="tape-codecs"]')).toEqual([]);
  },
);

test('text passes ALDC bit by bit', async ({ page }) => {
  const at = await open(page, 'aldc-steps');
  await at.getByLabel(/^Text, up to/).fill('AAA');
  const [summary, sum] = [view(page, 'steps-said'), view(page, 'steps-sum')];
  // 0 and the eight bits of A; then a copy of two bytes: 1, 00, and nine bits of address.
  await expect(view(page, 'steps')).toHaveText('bit 0 of 21');
  const on = at.getByRole('button', { name: 'Step forward' });
  await on.focus();
  await page.keyboard.press('Enter');
  await expect(summary).toHaveText('0: a literal byte follows.');
  await at.getByRole('button', { name: 'Next codeword' }).click();
  await expect(summary).toHaveText('The literal byte A.');
  await expect(sum).toHaveText('9 bits for 1 bytes, 0.89:1');
  await on.click();
  await expect(summary).toContainText('a copy from the history follows');
  await at.getByRole('button', { name: 'Next codeword' }).click();
  await expect(summary).toHaveText('A copy of 2 bytes from address 0.');
  // 24 bits before, 21 now; 34 with the end marker, in 5 bytes.
  await expect(sum).toHaveText('21 bits for 3 bytes, 1.14:1');
  await expect(at).toContainText('5 bytes in total, 0.60:1');
  await at.getByRole('button', { name: 'Previous codeword' }).click();
  await expect(summary).toHaveText('The literal byte A.');
  await at.getByText('More: the history').click();
  await at.getByText('All codewords').click();
  await expect(view(page, 'steps-table').getByRole('row', { name: /001000001/ })).toContainText('literal');
  expect(await violations(page, '[data-testid="aldc-steps"]')).toEqual([]);
});

test('server shows its bottleneck and follows the lab', async ({ page }) => {
  const at = await open(page, 'tape-pipeline');
  const summary = view(page, 'pipeline-said');
  await expect(summary).toContainText('MB/s');
  await at.getByText('More: chart of component limits').click();
  await at.getByText('Data table').click();
  const rows = at.getByRole('region', { name: /^Data for/ }).locator('tbody tr');
  const busy = await Promise.all((await rows.all()).map((row) => number(row.getByRole('cell').nth(1))));
  const names = await rows.locator('td:first-child').allTextContents();
  const held = names[busy.indexOf(Math.max(...busy))] ?? '';
  // In words, not by color alone: the busiest station of the table is the marked one.
  await expect(at.getByRole('listitem').filter({ hasText: 'bottleneck' })).toContainText(held);
  expect(await violations(page, '[data-testid="tape-pipeline"]')).toEqual([]);
});

test('questions lead to advice with its reason, also on a dark phone', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'dark' });
  await page.setViewportSize({ width: 390, height: 844 });
  const at = await open(page, 'which-codec');
  const advice = view(page, 'advice');
  await expect(at.getByTestId('as-of')).toHaveText(/^As of 2018: Khanh Ly/);
  await expect(advice).toContainText('ZSTD');
  await at.getByRole('radio', { name: 'few' }).check();
  await expect(advice.getByRole('strong')).toHaveText('LZ4');
  await expect(advice).toContainText('very few active devices run in parallel');
  await at.getByRole('radio', { name: 'already compressed or encrypted data' }).check();
  await expect(advice.getByRole('strong')).toHaveText('Disable compression');
  await expect(at.getByRole('radio')).toHaveCount(2);
  expect(await violations(page, '[data-testid="which-codec"]')).toEqual([]);

  // With all views of the lab on the page, nothing overflows, and axe finds no violations in the codecs.
  for (const id of ['tape-codecs', 'own-file', 'aldc-steps', 'tape-pipeline']) {
    await come(page, id);
  }
  await expect(view(page, 'tape-codecs').getByRole('status')).toContainText('patterns compressed');
  expect(await violations(page, '[data-testid="tape-codecs"]')).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
});
