import { expect, test, type Page } from '@playwright/test';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { readFileSync } from 'node:fs';
import { base } from './base-lab.ts';
import { dist, serve, type Host } from './serve.ts';
import { violations } from './axe.ts';
import { payloads, withText } from './xss.ts';

let host: Host;
let complaints: string[] = [];
let foreign: string[] = [];

test.beforeEach(async ({ page }) => {
  complaints = [];
  foreign = [];
  host = await serve(dist('site'));
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('dialog', (dialog) => {
    if (dialog.type() !== 'beforeunload') complaints.push(`a dialog: ${dialog.message()}`);
    void dialog.accept();
  });
  page.on('request', (request) => {
    if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(host.url)) foreign.push(request.url());
  });
  await page.goto(`${host.url}author.html`);
});
test.afterEach(async () => {
  await host.close();
  expect([complaints, foreign]).toEqual([[], []]);
});

const editor = (page: Page, file = 'lab.md') => page.getByRole('textbox', { name: file });
const pane = (page: Page) => page.getByTestId('pane');
const verdict = (page: Page) => page.getByTestId('verdict-of-text');

async function begin(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'A new lab' }).click();
  // The page need not be in the viewport.
  await expect(pane(page).locator('h1')).toHaveText('A lab of your own');
}

async function replace(page: Page, old: string, by: string): Promise<void> {
  const text = await editor(page).inputValue();
  expect(text).toContain(old);
  await editor(page).fill(text.replace(old, () => by));
}

test('guide and reference are linked from the beginning, and explain declared models', async ({ page }) => {
  await page.getByRole('link', { name: 'Your first lab' }).click();
  await expect(page.getByRole('heading', { name: '11. Declare your own model (30 minutes)' })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('link', { name: 'README.md' }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Writing a lab');
  expect(await violations(page)).toEqual([]);
});

test('number needs its significant figures, and too few are not an attempt', async ({ page }) => {
  await begin(page);
  await replace(
    page,
    'tolerance="5 %" answer="20000 names / (125 names) * 1 pages"',
    'tolerance="3 significant figures" answer="20000 names / (127 names) * 1 pages"',
  );
  await expect(verdict(page)).toHaveText('No problems.');
  const question = pane(page).getByTestId('question-q-pages');
  // The preview may replace the question while it compiles.
  await expect(() => question.scrollIntoViewIfNeeded({ timeout: 2000 })).toPass();
  const number = question.getByRole('textbox', { name: 'Your number, in pages, 3 significant figures' });
  const check = question.getByRole('button', { name: 'Check' });
  const said = question.getByTestId('verdict-q-pages');
  // 20,000 names in pages of 127 are 157.48 pages.
  await number.fill('1.6e2');
  await check.click();
  await expect(said).toHaveText('write at least 3 significant figures');
  await expect(question).toContainText('1 point');
  await expect(question).not.toContainText('1 try');
  await number.fill('158');
  await check.click();
  await expect(said).toContainText('Not correct.');
  await number.fill('157');
  await check.click();
  await expect(said).toContainText('Correct.');
  await expect(question).toContainText('2 tries');
});

test('page follows the text and continues when errors are corrected', async ({ page }) => {
  await begin(page);
  await expect(verdict(page)).toHaveText('No problems.');
  await replace(page, 'title: A lab of your own', 'title: Pages and names');
  await expect(pane(page).getByRole('heading', { level: 1 })).toHaveText('Pages and names');

  await replace(page, '::table{ref=lookups}', '::table{ref=lokups}');
  await expect(verdict(page)).toHaveText('1 error.');
  await expect(page.getByTestId('stale')).toBeVisible();
  await expect(pane(page).getByRole('heading', { level: 1 })).toHaveText('Pages and names');
  const problem = page.getByTestId('problems').getByRole('button');
  const line = (await editor(page).inputValue()).split('\n').findIndex((text) => text.includes('lokups')) + 1;
  await expect(problem).toContainText(`lab.md:${line}:`);
  await expect(problem).toContainText('did you mean "lookups"?');

  await problem.focus();
  await page.keyboard.press('Enter');
  await expect(editor(page)).toBeFocused();
  const before = await editor(page).evaluate((field: HTMLTextAreaElement) =>
    field.value.slice(0, field.selectionStart),
  );
  expect(before.split('\n')).toHaveLength(line);
  await expect(page.locator('.line.error').first()).toBeInViewport();

  await replace(page, '::table{ref=lokups}', '::table{ref=lookups}');
  await expect(page.getByTestId('stale')).toBeHidden();
  await expect(verdict(page)).toHaveText('No problems.');
});

test('expressions and figures are checked by the engine', async ({ page }) => {
  await begin(page);
  await replace(page, '[300,000](published:', '[310,000](published:');
  await expect(page.getByTestId('problems')).toContainText('300');
  await replace(page, '[310,000](published:', '[300,000](published:');
  await replace(page, 'answer="20000 names / (125 names) * 1 pages"', 'answer="20000 names + 1 pages"');
  await expect(verdict(page)).toHaveText('1 error.');
});

test('prediction on the page stays when the text changes', async ({ page }) => {
  await begin(page);
  const predict = pane(page).getByTestId('predict-p-larger');
  await predict.getByRole('radio', { name: 'It takes longer.' }).check();
  await predict.getByRole('button', { name: /commit/i }).click();
  const reveal = pane(page).getByTestId('reveal-p-larger');
  await expect(reveal).toHaveAttribute('open');
  await reveal.scrollIntoViewIfNeeded();
  const above = (await reveal.boundingBox())?.y ?? NaN;

  await replace(page, 'because a search opens one page', 'because a search reads one page');
  await expect(reveal).toContainText('because a search reads one page');
  await expect(reveal).toHaveAttribute('open');
  await expect(predict.getByRole('radio', { name: 'It takes longer.' })).toBeChecked();
  expect(Math.abs(((await reveal.boundingBox())?.y ?? NaN) - above)).toBeLessThan(60);

  const question = pane(page).getByTestId('question-q-pages');
  await question.getByRole('textbox').fill('160');
  await question.getByRole('button', { name: /check/i }).click();
  await expect(question).toContainText('Yes.');
});

test('files are saved, opened again, and kept for the next visit', async ({ page }) => {
  await begin(page);
  await replace(page, 'title: A lab of your own', 'title: Kept');
  await expect(page.getByTestId('unsaved')).toHaveText('Not saved.');
  const [single] = await Promise.all([page.waitForEvent('download'), page.getByTestId('save').click()]);
  expect(single.suggestedFilename()).toBe('lab.md');
  expect(readFileSync(await single.path(), 'utf8')).toContain('title: Kept');
  await expect(page.getByTestId('unsaved')).toHaveText('');

  const [zip] = await Promise.all([page.waitForEvent('download'), page.getByTestId('save-all').click()]);
  const bytes = readFileSync(await zip.path());
  const files = unzipSync(bytes);
  expect(zip.suggestedFilename()).toBe('my-lab.zip');
  expect(Object.keys(files).sort()).toEqual(
    ['data/lookups.csv', 'data/lookups.toml', 'lab.md', 'notes.teacher.md', 'parameters.toml'].map(
      (name) => `my-lab/${name}`,
    ),
  );
  expect(strFromU8(files['my-lab/lab.md'] ?? new Uint8Array())).toContain('title: Kept');

  await page.reload();
  await page.getByRole('button', { name: 'Resume my-lab' }).click();
  await expect(pane(page).getByRole('heading', { level: 1 })).toHaveText('Kept');
  await page.getByRole('button', { name: 'Start over' }).click();
  await page.getByTestId('open').setInputFiles([
    { name: 'other.zip', mimeType: 'application/zip', buffer: bytes },
    { name: 'virus.exe', mimeType: 'application/octet-stream', buffer: Buffer.from('x') },
  ]);
  await expect(page.getByRole('alert')).toHaveText('virus.exe was skipped: it is not a lab file.');
  await expect(pane(page).getByRole('heading', { level: 1 })).toHaveText('Kept');
  await page.getByTestId('open').setInputFiles({
    name: 'square.svg',
    mimeType: 'image/svg+xml',
    buffer: Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>',
    ),
  });
  // The opened file appears once it has been read.
  await expect(page.getByTestId('save')).toHaveText('Save square.svg');
  await page.getByRole('button', { name: 'lab.md' }).first().click();
  await replace(page, ':::teacher', '::image[A square]{src=images/square.svg alt="Black"}\n\n:::teacher');
  const image = pane(page).getByRole('img', { name: 'Black' });
  await image.scrollIntoViewIfNeeded();
  await expect.poll(() => image.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBe(9);
});

test('one of the site’s labs opens without a problem', async ({ page }) => {
  await page.getByRole('button', { name: 'The lab zfs-directories' }).click();
  await expect(pane(page).getByRole('heading', { level: 1 })).toHaveText('zFS directories, page by page');
  await expect(verdict(page)).not.toContainText('error');
});

for (const [width, colorScheme] of [
  [1280, 'dark'],
  [390, 'light'],
] as const)
  test(
    `page passes axe at ${width} pixels, ${colorScheme}`,
    { tag: colorScheme === 'light' ? '@nightly' : [] },
    async ({ page }) => {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      await expect(page.getByRole('button', { name: 'A new lab' })).toBeVisible();
      expect(await violations(page)).toEqual([]);
      await begin(page);
      await replace(page, '::table{ref=lookups}', '::table{ref=lokups}');
      await expect(verdict(page)).toHaveText('1 error.');
      for (const view of width < 1000 ? ['text', 'problems', 'page'] : ['']) {
        if (view) await page.getByTestId(`view-${view}`).click();
        expect(await violations(page)).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
      }
    },
  );

test('text of an author never becomes script, markup, or an address', async ({ page }) => {
  const together = 12;
  for (let at = 0; at < payloads.length; at += together) {
    const text = payloads.slice(at, at + together).join(' ');
    const files = Object.entries(withText(base, text)).map(([path, content]) => ({
      name: path.slice(path.lastIndexOf('/') + 1),
      mimeType: 'text/plain',
      buffer: Buffer.from(content),
    }));
    await page.getByTestId('open').setInputFiles(files);
    await expect(pane(page).getByRole('heading', { level: 1 })).toHaveText(text.replace(/\s+/g, ' '));
    // The parts that predictions hide are checked, too: a part that has been opened stays open.
    const skip = pane(page).getByRole('button', { name: /without|skip/i });
    while ((await skip.count()) > 0) await skip.first().click();
    const odd = await page.evaluate(() =>
      [...document.querySelectorAll('main *')].flatMap((element) => {
        const attributes = [...element.attributes].filter(
          ({ name, value }) =>
            name.startsWith('on') ||
            name === 'srcdoc' ||
            (['href', 'src', 'action', 'data'].includes(name) && !/^(#|https:|\.|data:image\/|$)/.test(value)),
        );
        const forbidden = /^(script|style|iframe|object|embed|base|meta|link|template|noscript|video|math)$/i;
        return attributes.length > 0 || forbidden.test(element.tagName) ? element.outerHTML.slice(0, 200) : [];
      }),
    );
    expect(odd).toEqual([]);
  }
});

test('zip archives of strangers are unpacked in a worker, up to their limits', async ({ page }) => {
  // The entry declares 1,000 bytes but contains 256 MB: the size that fflate wrote into the archive's directory is
  // overwritten.
  const bomb = zipSync({ 'lab.md': new Uint8Array(1 << 28) });
  const view = new DataView(bomb.buffer, bomb.byteOffset);
  view.setUint32(view.getUint32(bomb.length - 6, true) + 24, 1000, true);
  const many = zipSync(
    Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`data/t${at}.csv`, strToU8('a\n1\n')])),
  );
  const files = [
    { name: 'bomb.zip', mimeType: 'application/zip', buffer: Buffer.from(bomb) },
    { name: 'many.zip', mimeType: 'application/zip', buffer: Buffer.from(many) },
    { name: 'cut.zip', mimeType: 'application/zip', buffer: Buffer.from(many.subarray(0, 900)) },
  ];
  await page.locator('input[type="file"]:not([webkitdirectory])').first().setInputFiles(files);
  for (const sentence of [
    'lab.md is damaged in its zip file: pack it again.',
    'many.zip has more than 200 files of a lab; the rest were skipped.',
    'cut.zip is not a readable zip file.',
  ])
    await expect(page.getByText(sentence)).toBeVisible();
  await expect(editor(page, 'data/t0.csv')).toHaveValue('a\n1\n');
});
