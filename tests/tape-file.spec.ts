/** A reader's own file in the lab on compression. */
import { expect, test, type Locator, type Page } from '@playwright/test';
import { createHash } from 'node:crypto';
import { truncateSync, writeFileSync } from 'node:fs';
import { deflateRawSync, gzipSync } from 'node:zlib';
import { violations } from './axe.ts';
import { complaintsOf } from './complaints.ts';
import { LabPage, serveLab, type LabHost } from './lab-page.ts';

let host: LabHost;
let complaints: readonly string[] = [];
const view = (page: Page): Locator => page.getByTestId('own-file');
const table = (page: Page): Locator => page.getByTestId('file-table');
const ratio = async (page: Page, codec: string): Promise<number> =>
  Number.parseFloat((await table(page).getByRole('row', { name: codec }).getByRole('cell').nth(1).textContent()) ?? '');

/** Lines like those of an account list, all different. */
const accounts = Buffer.from(
  Array.from(
    { length: 40_000 },
    (_, i) => `ACCT${String((i * 7919) % 1_000_003).padStart(9, '0')} ${i % 97} EUR OPEN\n`,
  ).join(''),
);
/** Bytes that look random: the hashes of consecutive numbers. */
const random = Buffer.concat(Array.from({ length: 16_384 }, (_, i) => createHash('sha256').update(String(i)).digest()));

async function open(page: Page): Promise<void> {
  host = await serveLab('tape-compression');
  complaints = complaintsOf(page);
  await page.goto(host.lab);
  const at = new LabPage(page);
  await at.come('p-attempt');
  await at.button('p-attempt', 'Show without predicting').click();
  await page.locator('#model-own-file').scrollIntoViewIfNeeded();
  await expect(view(page)).toBeVisible();
}

const choose = (page: Page, name: string, buffer: Buffer): Promise<void> =>
  view(page).locator('input[type="file"]').setInputFiles({ name, mimeType: 'application/octet-stream', buffer });

test.afterEach(async () => {
  await host.close();
  expect(complaints).toEqual([]);
});

test('dropped file gets four ratios, one of which enters the model', async ({ page }) => {
  await open(page);
  await new LabPage(page).drop(view(page).getByRole('group'), 'accounts.txt', accounts.toString());
  await expect(table(page)).toContainText('accounts.txt');
  // zlib is another implementation of the same format: its fastest level has about the same ratio.
  const zlib = accounts.length / deflateRawSync(accounts, { level: 1 }).length;
  const deflate = await ratio(page, 'DEFLATE');
  expect(Math.abs(deflate / zlib - 1)).toBeLessThan(0.25);
  expect(await ratio(page, 'ZSTD')).toBeGreaterThan(await ratio(page, 'LZ4'));
  await expect(view(page).getByTestId('file-repeats')).toContainText('of the file’s positions');

  await view(page)
    .getByRole('button', { name: /Use the ratio of ZSTD/ })
    .click();
  await expect(view(page)).toContainText('The lab’s model now writes data that ZSTD compresses');
  expect(await violations(page, '[data-testid="own-file"]')).toEqual([]);

  await choose(page, 'random.bin', random);
  await expect(page.getByTestId('file-advice')).toContainText('Disable compression');
  await expect(page.getByTestId('file-advice')).toContainText('already compressed or encrypted');
  expect(await ratio(page, 'ALDC')).toBeCloseTo(0.89, 2);
});

test('compressed file is read to its end: whole, truncated, or damaged', async ({ page }) => {
  await open(page);
  const check = page.getByTestId('file-check');
  const whole = gzipSync(accounts);
  await choose(page, 'whole.gz', whole);
  await expect(check).toContainText('is intact');
  await choose(page, 'short.gz', whole.subarray(0, whole.length - 1000));
  await expect(check).toContainText('is damaged');
  await expect(check).toContainText('truncated');
  const damaged = Buffer.from(whole);
  damaged.fill(0xff, whole.length / 2, whole.length / 2 + 64);
  await choose(page, 'damaged.gz', damaged);
  await expect(check).not.toContainText('truncated');
  await expect(check).toContainText(/is damaged.*near byte \d+/);
  // A file that cannot be decompressed is still compressed as is.
  await expect(table(page)).toContainText('damaged.gz');
});

test('worker ends when a gigabyte is canceled halfway', async ({ page }, info) => {
  await open(page);
  const large = info.outputPath('gigabyte.bin');
  writeFileSync(large, '');
  truncateSync(large, 2 ** 30);
  // Once the lab's first figure has been in view, it keeps its worker.
  await page.getByRole('group', { name: 'Data to compress' }).scrollIntoViewIfNeeded();
  await expect(page.getByTestId('shrink')).toContainText('Original');
  await view(page).scrollIntoViewIfNeeded();
  const others = new Set(page.workers());
  await view(page).locator('input[type="file"]').setInputFiles(large);
  const progress = view(page).getByRole('progressbar');
  await expect(progress).toHaveJSProperty('max', 1);
  await expect.poll(() => progress.evaluate((bar: HTMLProgressElement) => bar.value)).toBeGreaterThan(0);
  const additional = (): number => page.workers().filter((worker) => !others.has(worker)).length;
  expect(additional()).toBeGreaterThan(0);
  await view(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(view(page)).toContainText('Canceled. The file is not stored.');
  await expect.poll(additional).toBe(0);
  await choose(page, 'small.txt', accounts.subarray(0, 50_000));
  await expect(table(page)).toContainText('small.txt');
  await expect.poll(additional).toBe(0);
});
