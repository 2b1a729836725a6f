// Materials that a teacher prints and projects: worksheet, answer key, slides, and the guide to the teacher's own lab.
import { expect, test, type Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { violations } from './axe.ts';
import { complaintsOf } from './complaints.ts';
import { dist, serve, type Host } from './serve.ts';

let host: Host;
test.beforeAll(async () => {
  host = await serve(dist('site'));
});
test.afterAll(() => host.close());

const open = async (page: Page, query: string): Promise<string[]> => {
  const complaints = complaintsOf(page);
  await page.goto(`${host.url}materials.html?${query}`);
  return complaints;
};
const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

test('worksheet and key with one seed have the same numbers', async ({ page }) => {
  const complaints = await open(page, 'id=zfs-directories&view=worksheet&seed=k3f9');
  await expect(page).toHaveTitle('zFS directories, page by page: worksheet · Pathlength');
  const pages = page.getByTestId('sheet-q-pages');
  const drawn = async (): Promise<number> =>
    Number(/has ([\d,]+) names/.exec((await pages.textContent()) ?? '')?.[1]?.replaceAll(',', ''));
  await expect(pages).toContainText('names');
  const names = await drawn();
  expect(names).toBeGreaterThan(0);
  await expect(page.getByTestId('sheet-numbers')).toHaveText('Numbers: k3f9');
  // The answer is half of the pages; a page holds 125 names.
  await page.getByRole('link', { name: 'Answer key', exact: true }).click();
  const key = page.getByTestId('key-q-pages');
  await expect(key).toContainText(/Correct: [\d.]+ pages/);
  const right = Number(/Correct: ([\d.]+) pages/.exec((await key.textContent()) ?? '')?.[1]);
  expect(Math.abs(right / (names / 250) - 1)).toBeLessThan(0.01);
  await expect(page.getByTestId('key-q-pages')).toContainText(`has ${names.toLocaleString('en')} names`);
  await expect(page).toHaveURL(/view=key&seed=k3f9$/);
  // New numbers appear in both the worksheet and the answer key.
  await page.getByLabel('Numbers', { exact: true }).fill('another');
  await expect(page.getByTestId('key-numbers')).toHaveText('Numbers: another');
  await page.getByRole('button', { name: 'Draw new numbers' }).click();
  await expect(page.getByLabel('Numbers', { exact: true })).toHaveValue(/^[2-9a-z]{4}$/);
  expect(complaints).toEqual([]);
});

test('worksheet asks on paper and gives no prediction away', async ({ page }) => {
  const complaints = await open(page, 'id=zfs-directories&view=worksheet');
  const axes = page.getByTestId('axes-p-size');
  await expect(axes).toBeVisible();
  // The scales of the lab's prediction: both logarithmic, over the points to predict.
  await expect(axes.locator('.tick')).toHaveText([
    '1,000',
    '10,000',
    '100,000',
    '1,000,000',
    '2,000',
    '20,000',
    '50,000',
  ]);
  await expect(page.getByTestId('sheet-p-size')).toContainText('232,427');
  await expect(page.getByTestId('sheet-p-miss').getByRole('listitem')).toHaveCount(3);
  // The published values and the model's values at the predicted points.
  for (const secret of ['44,532', '18,308', '43,883', '17,920'])
    await expect(page.getByTestId('material')).not.toContainText(secret);
  expect(await violations(page)).toEqual([]);
  expect(complaints).toEqual([]);
});

test('key has the right values and the mistakes with their numbers', async ({ page }) => {
  await open(page, 'id=zfs-directories&view=key');
  const size = page.getByTestId('key-p-size');
  await expect(size.getByRole('row').filter({ hasText: 'Published' })).toContainText(/232,427\s*44,532\s*18,308/);
  await expect(size.getByRole('row').filter({ hasText: 'Model' })).toContainText('43,883');
  await expect(size.locator('.model .line')).toHaveCount(1);
  const ratio = page.getByTestId('key-q-ratio');
  await expect(ratio).toContainText('Correct: 106,241');
  await expect(ratio.getByRole('definition').first()).toContainText('the new code with the old format');
  await expect(ratio.getByRole('term').first()).toContainText('About 13,628 operations/s');
  await expect(page.getByTestId('key-p-square')).toContainText(/Correct: [\d.]+ operations\/s per processor \(model\)/);
  expect(await violations(page)).toEqual([]);
});

test('print has the sheet alone, uncut, with a page break between questions', async ({ page }) => {
  await open(page, 'id=disk-paths&view=worksheet');
  await expect(page.getByTestId('axes-p-cliff')).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('navigation', { name: 'Materials' })).toBeHidden();
  const breaks = await page
    .locator('[data-testid="material"] :is(article, figure)')
    .evaluateAll((all) => all.map((one) => getComputedStyle(one).breakInside));
  expect(breaks.length).toBeGreaterThan(20);
  expect(new Set(breaks)).toEqual(new Set(['avoid']));
  // No part is higher than the printed area of A4 or Letter with the usual margins.
  await page.setViewportSize({ width: 718, height: 1000 });
  const heights = await page
    .locator('[data-testid="material"] :is(article, figure)')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height));
  expect(Math.max(...heights)).toBeLessThan(930);
  expect(await overflow(page)).toBe(0);
});

test('slides are shown by keys, and a prediction comes before its answer', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'dark' });
  const complaints = await open(page, 'id=zfs-directories&view=slides');
  const slides = page.getByTestId('slides');
  const at = page.getByTestId('slide-at');
  await expect(at).toHaveText(/^Screen 1 \/ \d+$/);
  await expect(slides.getByRole('heading', { level: 2 })).toHaveText('zFS directories, page by page');
  // The model of the opening is visible.
  await expect(slides.getByRole('heading', { name: 'While the old system finishes one operation' })).toBeVisible();
  expect(await violations(page, '[data-testid="slides"]')).toEqual([]);
  await page.keyboard.press('ArrowRight');
  await expect(at).toHaveText(/^Screen 2 /);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Space');
  await expect(at).toHaveText(/^Screen 2 /);
  await page.keyboard.press('End');
  await expect(at).toHaveText(/^Screen (\d+) \/ \1$/);
  await page.keyboard.press('Home');
  await expect(at).toHaveText(/^Screen 1 /);

  const predict = slides.getByTestId('predict-p-size');
  for (let n = 0; n < 20 && !(await predict.isVisible()); n++) await page.keyboard.press('PageDown');
  const shown = Number(/\d+/.exec((await at.textContent()) ?? '')?.[0]);
  await expect(slides.getByRole('slider')).toHaveCount(2);
  await expect(slides).not.toContainText('44,532');
  // The text is large enough to be read from the last row.
  expect(
    await predict
      .locator('p')
      .nth(1)
      .evaluate((text) => parseFloat(getComputedStyle(text).fontSize)),
  ).toBeGreaterThanOrEqual(20);
  expect(await violations(page, '[data-testid="slides"]')).toEqual([]);
  // The arrow keys belong to a handle while it has the focus.
  await slides.getByRole('slider').first().focus();
  await page.keyboard.press('ArrowUp');
  await expect(at).toHaveText(new RegExp(`^Screen ${shown} `));
  await slides.getByRole('button', { name: 'Next screen' }).click();
  await expect(slides.getByTestId('comparison-p-size')).toContainText('44,532');
  await expect(slides.locator('path.line[d*="L"]').first()).toBeVisible();
  expect(await overflow(page)).toBe(0);
  // A reload shows the same screen again; Escape leaves the slides.
  await page.reload();
  await expect(at).toHaveText(new RegExp(`^Screen ${shown + 1} `));
  await page.keyboard.press('Escape');
  await expect(slides).toHaveCount(0);
  await expect(page.getByTestId('sheet-q-ratio')).toBeVisible();
  expect(complaints).toEqual([]);
});

test('own lab has all materials, with the notes of its guide', async ({ page }) => {
  const complaints = complaintsOf(page);
  await page.goto(`${host.url}author.html`);
  await page.getByRole('button', { name: 'A new lab' }).click();
  const [opened] = await Promise.all([page.waitForEvent('popup'), page.getByTestId('materials').click()]);
  const problems = complaintsOf(opened);
  await expect(opened.getByTestId('sheet-q-pages')).toBeVisible();
  await opened.getByRole('link', { name: 'Answer key', exact: true }).click();
  await expect(opened.getByTestId('key-q-pages')).toContainText('Correct: 160 pages');
  await opened.getByRole('link', { name: 'Guide', exact: true }).click();
  await expect(opened.getByTestId('material')).toContainText('Goals');
  await opened.getByRole('link', { name: 'Slides', exact: true }).click();
  await expect(opened.getByTestId('slide-at')).toHaveText(/^Screen 1 /);
  expect([...complaints, ...problems]).toEqual([]);
});

test('own lab in a file has materials, and a wrong file shows why', async ({ page }) => {
  const complaints = await open(page, '');
  await expect(page.getByRole('link', { name: /^Worksheet: / })).toHaveCount(9);
  expect(await violations(page)).toEqual([]);
  const choose = (name: string, buffer: Buffer): Promise<void> =>
    page.getByTestId('material-files').setInputFiles([{ name, mimeType: 'application/octet-stream', buffer }]);
  await choose('notes.txt', Buffer.from('Milk'));
  await expect(page.getByRole('alert')).toContainText('These files contain no lab');
  await choose('lab.json', readFileSync(`${dist('site')}/labs/queueing/lab.json`));
  await expect(page.getByTestId('sheet-p-users')).toBeVisible();
  expect(complaints).toEqual([]);
  await page.goto(`${host.url}materials.html?id=no-lab`);
  await expect(page.getByRole('alert')).toBeVisible();
});

test('worksheet and slides fit a phone, and are reached from a lab', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${host.url}labs/queueing.html`);
  await page.getByRole('link', { name: 'Worksheet and slides' }).click();
  await expect(page.getByTestId('axes-p-users')).toBeVisible();
  expect(await overflow(page)).toBe(0);
  await page.getByRole('link', { name: 'Answer key', exact: true }).click();
  await expect(page.getByTestId('key-p-users').locator('.model .line')).toHaveCount(1);
  expect(await overflow(page)).toBe(0);
  await page.getByRole('link', { name: 'Slides', exact: true }).click();
  await expect(page.getByTestId('slide-at')).toHaveText(/^Screen 1 /);
  expect(await overflow(page)).toBe(0);
});
