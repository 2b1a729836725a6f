/** The home page: a model that answers at once, the labs in order, and the errors of their models. */
import { expect, test, type Page } from '@playwright/test';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { violations } from './axe.ts';
import { complaintsOf } from './complaints.ts';
import { dist, serve, type Host } from './serve.ts';

const labsFolder = new URL('../labs/', import.meta.url);
const ids = readdirSync(labsFolder).filter((id) => existsSync(new URL(`${id}/lab.md`, labsFolder)));
const inFrontMatter = (id: string, key: string): string =>
  new RegExp(`^${key}: (.*)$`, 'm').exec(readFileSync(new URL(`${id}/lab.md`, labsFolder), 'utf8'))?.[1] ?? '';

let host: Host;
let complaints: readonly string[] = [];
test.beforeEach(async ({ page }) => {
  complaints = complaintsOf(page);
  host = await serve(dist('site'));
  await page.goto(host.url);
});
test.afterEach(() => host.close());

const race = (page: Page) => page.getByTestId('race');
const slider = (page: Page) => race(page).getByRole('slider');
const finished = (page: Page): Promise<string[]> => race(page).locator('.done').allTextContents();
const number = (text: string): number => Number(text.replaceAll(/[^\d.]/g, ''));

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
])
  test(`control answers before any scroll at ${viewport.width}×${viewport.height}`, async ({ page }) => {
    await page.setViewportSize(viewport);
    await expect(slider(page)).toBeInViewport({ ratio: 1 });
    await expect(slider(page)).toBeEnabled();
    const before = await finished(page);
    await slider(page).press('End');
    await expect(race(page)).toContainText('With 300,000 names');
    expect(await finished(page)).not.toEqual(before);
    expect(await page.evaluate(() => scrollY)).toBe(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
    expect(complaints).toEqual([]);
  });

test('keyboard reaches the slider, and published sizes are named', async ({ page }) => {
  await expect(slider(page)).toBeEnabled();
  for (let tabs = 0; tabs < 12 && !(await slider(page).evaluate((it) => it === document.activeElement)); tabs++)
    await page.keyboard.press('Tab');
  await expect(slider(page)).toBeFocused();
  await expect(race(page)).toContainText('The ratio that IBM measured at this size is 276.67');
  await page.keyboard.press('ArrowRight');
  await expect(race(page)).toContainText('No value is published for this size');
  await expect(race(page)).toContainText('Published sizes: 2,000, 20,000, 50,000 names.');
});

test('race shows the engine’s answers', async ({ page }) => {
  await expect(slider(page)).toBeEnabled();
  const shown: { names: string; done: string[] }[] = [];
  for (const steps of [0, 3, 9, 9]) {
    for (let i = 0; i < steps; i++) await slider(page).press('ArrowLeft');
    shown.push({ names: await race(page).locator('output').innerText(), done: await finished(page) });
  }
  // On the lab's page, the model runs.
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(`${host.url}labs/zfs-directories.html`);
  for (const { names, done } of shown) {
    const field = race(page).getByRole('spinbutton');
    await expect(field).toBeEnabled();
    await field.fill(names.replaceAll(',', ''));
    await field.press('Enter');
    await expect(race(page)).toContainText(`With ${names} names`);
    const computed = await finished(page);
    expect(done).toHaveLength(3);
    // The page keeps four digits of each rate and shows three of their ratio.
    done.forEach((text, s) => expect(number(text) / number(computed[s] ?? '')).toBeCloseTo(1, 2));
  }
});

test('labs are in teaching order, each with its picture', async ({ page }) => {
  const titles = await page.locator('.labs h3 a').allTextContents();
  const ordered = ids
    .map((id) => ({ order: Number(inFrontMatter(id, 'order')), title: inFrontMatter(id, 'title').replaceAll("'", '') }))
    .sort((a, b) => a.order - b.order);
  expect(titles).toEqual(ordered.map(({ title }) => title));
  const pictures = await page.locator('.labs .picture svg').evaluateAll((all) => all.map((one) => one.outerHTML));
  expect(pictures).toHaveLength(ids.length);
  for (const picture of pictures) {
    expect(picture).toMatch(/class="(line|bar) s\d/);
    expect(gzipSync(picture).length).toBeLessThan(2000);
  }
});

test('proof is the held-out value with the largest error in the records of all labs', async ({ page }) => {
  interface RecordedErrors {
    tables: { summary: { held_out_max_error: number | null } }[];
  }
  const errors = ids.flatMap((id) => {
    const { tables } = JSON.parse(readFileSync(new URL(`${id}/summary.json`, labsFolder), 'utf8')) as RecordedErrors;
    return tables.flatMap(({ summary }) => summary.held_out_max_error ?? []);
  });
  const [published = '', computed = '', error = ''] = await page
    .getByTestId('worst-cell')
    .locator('dd')
    .allInnerTexts();
  expect(number(error) / 100).toBeCloseTo(Math.max(...errors), 3);
  expect(Math.abs(number(computed) / number(published) - 1)).toBeCloseTo(Math.max(...errors), 2);
});

test('every link of the page has a target', async ({ page, request }) => {
  const links = await page.locator('a[href]').evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href));
  for (const link of new Set(links.filter((one) => one.startsWith(host.url)))) {
    const { pathname, hash } = new URL(link);
    const answer = await request.get(host.url + pathname.slice(1));
    expect(answer.status(), link).toBe(200);
    if (hash) expect(await answer.text(), link).toMatch(new RegExp(`(id|data-island)="${hash.slice(1)}"`));
  }
});

test('race plays once, and not with reduced motion', async ({ page }) => {
  const animations = () =>
    page.evaluate(() =>
      document.getAnimations().map(({ effect }) => {
        const { duration, iterations } = effect?.getComputedTiming() ?? {};
        return { duration, iterations };
      }),
    );
  await page.reload();
  const playing = await animations();
  expect(playing.length).toBeGreaterThan(0);
  for (const { duration, iterations } of playing) {
    expect(duration).toBeLessThanOrEqual(2400);
    expect(iterations).toBe(1);
  }
  await expect.poll(animations).toEqual([]);
  // The results for another size appear at once.
  await slider(page).press('ArrowLeft');
  expect(await animations()).toEqual([]);

  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.reload();
  expect(await animations()).toEqual([]);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });
  test('race is at its end, and everything can be read', async ({ page }) => {
    await expect(race(page).locator('.done').last()).toHaveText(/^2\d\d$/);
    await expect(slider(page)).toBeDisabled();
    await expect(page.locator('.labs .picture svg')).toHaveCount(ids.length);
    await expect(page.getByTestId('worst-cell')).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    await expect(race(page).locator('path').last()).toBeVisible();
    await expect(page.getByRole('link', { name: 'Open the first lab' })).toBeHidden();
  });
});

for (const media of [{ colorScheme: 'light' }, { colorScheme: 'dark' }, { forcedColors: 'active' }] as const)
  test(`home page passes axe, ${Object.values(media).join()}`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce', ...media });
    await page.reload();
    await expect(slider(page)).toBeEnabled();
    for (const summary of await page.locator('.labs summary').all()) await summary.click();
    expect(await violations(page)).toEqual([]);
  });
