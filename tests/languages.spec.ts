// A German reader works through a lab. The texts of all pages have translations and space for longer languages.
import { expect, test, type Page } from '@playwright/test';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { violations } from './axe.ts';
import { dist, serve, type Host } from './serve.ts';

const lab = 'labs/zfs-directories.html';
test.use({ serviceWorkers: 'allow' });

let host: Host;
let complaints: string[] = [];

const start = async (page: Page, edition: string): Promise<void> => {
  complaints = [];
  host = await serve(dist(edition));
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
};
test.afterEach(async () => {
  await host.close();
  expect(complaints).toEqual([]);
});

test.describe('German', () => {
  test.beforeEach(({ page }) => start(page, 'site'));

  test('page leads to the English one, and back', async ({ page }) => {
    await page.goto(host.url);
    await page.getByRole('navigation').getByRole('link', { name: 'Deutsch' }).click();
    await expect(page).toHaveURL(/\/de\/index\.html$/);
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Wo die Zeit einer Speicheroperation bleibt');
    await page.getByRole('link', { name: 'Erstes Labor öffnen' }).click();
    await expect(page).toHaveURL(/\/de\/labs\/zfs-directories\.html$/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Verzeichnisse in zFS, Seite für Seite');
    await page.getByRole('navigation', { name: 'Website' }).getByRole('link', { name: 'English' }).click();
    await expect(page).toHaveURL(/[^e]\/labs\/zfs-directories\.html$/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('zFS directories, page by page');
  });

  test('home page marks the labs that are in English', async ({ page }) => {
    await page.goto(`${host.url}de/index.html`);
    const article = page
      .getByRole('article')
      .filter({ hasText: 'Disk paths' })
      .or(page.locator('article[lang=en]'))
      .first();
    await expect(article).toContainText('auf Englisch');
    await article.getByRole('heading').getByRole('link').click();
    await expect(page).toHaveURL(/[^e]\/labs\/[\w-]+\.html$/);
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  });

  test('model in the opening follows its slider', async ({ page }) => {
    await page.goto(`${host.url}de/${lab}`);
    const race = page.getByTestId('race');
    await expect(race).toContainText(
      'Bei 50.000 Namen schafft V2R1 mit v5 in derselben Zeit 270 Operationen, in der R13 mit v4 eine schafft.',
    );
    await race.getByRole('spinbutton').fill('2000');
    await race.getByRole('spinbutton').press('Enter');
    await expect(race).toContainText(/Bei 2\.000 Namen schafft V2R1 mit v5 in derselben Zeit 1,\d+ Operationen/);
  });

  test('wrong answer gets German feedback, and the right one is accepted with its marks', async ({ page }) => {
    await page.goto(`${host.url}de/${lab}#q-ratio`);
    const prediction = page.getByTestId('predict-p-small');
    await prediction.getByRole('radio', { name: 'Etwa zehn.' }).check();
    await prediction.getByRole('button', { name: 'Festlegen' }).click();
    await expect(page.getByTestId('reveal-p-small')).toContainText('1,454');
    const question = page.getByTestId('question-q-ratio');
    const field = question.getByRole('textbox');
    await field.fill('276,67');
    await question.getByRole('button', { name: 'Prüfen' }).click();
    await expect(question).toContainText('Nicht richtig.');
    // 384 operations per second times 276.67; a dot groups digits.
    await field.fill('106.241,3');
    await question.getByRole('button', { name: 'Prüfen' }).click();
    await expect(question).toContainText('Richtig.');
  });

  test('table, its cell, and its chart use German numbers and words', async ({ page }) => {
    await page.goto(`${host.url}de/${lab}#table-v2r1-ptestdl2`);
    const table = page.getByTestId('table-v2r1-ptestdl2');
    await expect(table.getByRole('columnheader', { name: /Externer Durchsatz/ }).first()).toBeVisible();
    await expect(table).toContainText('307.703');
    await expect(table).toContainText('10,026');
  });

  test('submission of a German student is graded like an English one', async ({ browser, page }) => {
    await page.goto(`${host.url}de/${lab}`);
    await page.getByTestId('assign').scrollIntoViewIfNeeded();
    await page.getByTestId('assign').click();
    const dialog = page.getByRole('dialog');
    const boxes = dialog.getByRole('group', { name: 'Was zählt' }).getByRole('checkbox');
    await expect(boxes.first()).toBeVisible();
    for (const box of await boxes.all()) await box.uncheck();
    await dialog.getByRole('checkbox', { name: /^Wie viele Operationen pro Sekunde erreichte V2R1/ }).check();
    const link = await dialog.getByTestId('assignment-link').inputValue();
    expect(link).toContain('/de/labs/zfs-directories.html');

    const student = await (await browser.newContext({ serviceWorkers: 'block' })).newPage();
    await student.goto(link);
    await student.getByTestId('student-form').getByRole('textbox').first().fill('eva');
    await student.getByTestId('student-form').getByRole('button').click();
    await expect(student.getByTestId('assignment-banner')).toContainText('eva');
    const question = student.getByTestId('question-q-ratio');
    await question.scrollIntoViewIfNeeded();
    await question.getByRole('textbox').fill('106.241,3');
    await question.getByRole('button', { name: 'Prüfen' }).click();
    await expect(question).toContainText('Richtig.');
    await student.getByTestId('submit').click();
    const [file] = await Promise.all([
      student.waitForEvent('download'),
      student.getByRole('button', { name: /\.lab\.json/ }).click(),
    ]);

    await page.goto(`${host.url}teach.html`);
    await page.getByTestId('submissions').setInputFiles({
      name: 'eva.lab.json',
      mimeType: 'application/json',
      buffer: readFileSync(await file.path()),
    });
    await page.getByLabel('2. Your assignment’s link').fill(link);
    await page.getByRole('button', { name: 'Grade', exact: true }).click();
    const row = page.getByTestId('results').getByRole('row', { name: /eva/ });
    await expect(row).toContainText(/100\s%.*no flags/, { timeout: 60_000 });
  });

  test('saving a run and embedding a chart work', async ({ page }) => {
    await page.goto(`${host.url}de/${lab}#square-chart`);
    const chart = page.getByTestId('chart-square-chart');
    await chart.getByText('Datentabelle, Export, Einbettung').click();
    const [run] = await Promise.all([
      page.waitForEvent('download'),
      chart.getByRole('button', { name: 'Lauf speichern' }).click(),
    ]);
    const saved = JSON.parse(readFileSync(await run.path(), 'utf8')) as { lab: { id: string; hash: string } };
    // The version is that of the English lab, which the command contains.
    const english = createHash('sha256').update(readFileSync(`${dist('site')}/labs/zfs-directories/lab.json`));
    expect(saved.lab).toMatchObject({ id: 'zfs-directories', hash: `sha256-${english.digest('hex')}` });
    await chart.getByRole('button', { name: 'Einbetten' }).click();
    await expect(chart.getByRole('textbox').first()).toHaveValue(/<pathlength-lab lab="zfs-directories"/);
  });

  test('lab has no axe violations', async ({ page }) => {
    await page.goto(`${host.url}de/${lab}`);
    await expect(page.getByTestId('race')).toContainText('270');
    expect(await violations(page)).toEqual([]);
  });
});

/** Returns the texts of a page, and whether the element around each text cuts it off. */
const shownTexts = (page: Page): Promise<{ text: string; clipped: boolean }[]> =>
  page.evaluate(() => {
    const found: { text: string; clipped: boolean }[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const element = walker.currentNode.parentElement;
      const text = (walker.currentNode.nodeValue ?? '').replace(/\s+/g, ' ').trim();
      if (!element || text === '' || element.closest('script, style, code, kbd, pre, .hidden, main [lang], [hreflang]'))
        continue;
      const control = element.closest<HTMLElement>('button, summary, label, th, legend, .box');
      found.push({
        text,
        clipped:
          !!control?.checkVisibility() &&
          getComputedStyle(control).overflowX !== 'visible' &&
          control.scrollWidth > control.clientWidth + 1,
      });
    }
    for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'aria-roledescription'])
      for (const element of document.querySelectorAll(`[${name}]`))
        found.push({ text: element.getAttribute(name) ?? '', clipped: false });
    return found;
  });

test.describe('pseudo-language', () => {
  test.beforeEach(({ page }) => start(page, 'pseudo'));

  for (const width of [1440, 390])
    test(`has a message for every text, and room for it at ${width} px`, async ({ page }) => {
      test.setTimeout(120_000);
      await page.setViewportSize({ width, height: 900 });
      await page.goto(host.url + lab);
      await expect(page.getByTestId('race')).toContainText(/270/);
      await page.evaluate(() => document.querySelectorAll('details').forEach((one) => (one.open = true)));
      // Predictions hide parts of the page until they are made.
      for (const id of await page.locator('[data-testid^="predict-"]').evaluateAll((all) => all.map((one) => one.id)))
        await page.evaluate(
          (id) => document.getElementById(id)?.querySelector<HTMLElement>('button.quiet')?.click(),
          id,
        );
      await page.evaluate(async () => {
        for (let y = 0; y < document.body.scrollHeight; y += 600) {
          scrollTo(0, y);
          await new Promise((done) => setTimeout(done, 30));
        }
      });
      const known = JSON.stringify(JSON.parse(readFileSync(`${dist('pseudo')}/labs/zfs-directories/lab.json`, 'utf8')))
        .replaceAll(/\\n|\s+/g, ' ')
        .replaceAll('\\"', '"')
        .toLowerCase();
      /** Returns whether a text belongs to the lab, its units, or its model, whose texts are in English. */
      const isOfLab = (text: string): boolean =>
        text
          .toLowerCase()
          .replace(/^[\d.,]+ /, '')
          .split(/[,:]? [\d.,]+ |[,:] /)
          .every((part) => known.includes(part.trim()) || /^(?:lookup|directory read|search for each name)/.test(part));
      const texts = await shownTexts(page);
      const plain = texts.filter(
        ({ text }) => /\p{L}{3}/u.test(text) && !/[àéíóúñçšýž·]/i.test(text) && !isOfLab(text),
      );
      expect(plain.map(({ text }) => text)).toEqual([]);
      expect(texts.filter(({ clipped }) => clipped).map(({ text }) => text)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    });

  test('mirrors the page, and draws axes from left to right', async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(host.url + lab);
    await expect(page.getByTestId('race')).toContainText(/270/);
    const [title, race] = await Promise.all(
      [page.getByRole('heading', { level: 1 }), page.getByTestId('race')].map((one) => one.boundingBox()),
    );
    // The text is on the right, and the figure next to it on the left.
    expect(race && title && race.x + race.width).toBeLessThan(title?.x ?? 0);
    await expect(page.locator('svg').first()).toHaveCSS('direction', 'ltr');
  });
});
