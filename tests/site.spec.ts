import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, type Locator, type Page } from '@playwright/test';
import { violations } from './axe.ts';
import { complaintsOf } from './complaints.ts';
import { linkedState, unfold, unfoldAll } from './lab-page.ts';
import { dist, serve, type Host } from './serve.ts';

const lab = 'labs/zfs-directories.html';

const headline = (page: Page) => page.locator('[data-island="page:headline"]');
/** Scrolls to a part of the page until it has loaded: parts that load above it may move it away again. */
const wake = (part: Locator): Promise<void> =>
  expect(async () => {
    await unfold(part);
    await part.scrollIntoViewIfNeeded();
    await expect(part).toHaveAttribute('data-awake', '', { timeout: 2000 });
  }).toPass();
/** Scrolls to the summary of all tables, which computes them all, and waits until they are computed. */
const finished = async (page: Page): Promise<void> => {
  await wake(headline(page));
  await expect(page.getByText('All tables are computed.')).toBeAttached();
};
/** Scrolls past every part of the page, so that the parts that wait for a reader load. */
const awake = async (page: Page): Promise<void> => {
  for (const part of await page.locator('[data-island]:visible').all()) await wake(part);
};
/** Opens everything that predictions hide, without making them. */
const revealed = async (page: Page): Promise<void> => {
  for (const predict of await page.locator('.asked.predict').all()) {
    const show = predict.getByRole('button', { name: 'Show without predicting' });
    // Parts that load above the prediction may move it away again; a click can also work after its time limit.
    await expect(async () => {
      await predict.scrollIntoViewIfNeeded();
      if (await show.isVisible()) await show.click({ timeout: 2000 });
      await expect(show).toBeHidden({ timeout: 2000 });
    }).toPass();
  }
};
/** Returns a control of the step about code and format. */
const control = (page: Page, setting: string) =>
  page.getByTestId('step-split').locator('.control-bar').getByTestId(`control-${setting}`);
/** Opens the reveal with the controls of this step, unless the page has restored it open. */
const showControls = async (page: Page): Promise<void> => {
  const button = page.locator('#p-split').getByRole('button', { name: 'Show without predicting' });
  await page.locator('#p-split').scrollIntoViewIfNeeded();
  await expect(async () => {
    if (!(await control(page, 'plex').isVisible())) await button.click({ timeout: 2000 });
    await expect(control(page, 'plex')).toBeVisible({ timeout: 2000 });
  }).toPass();
  await control(page, 'plex').scrollIntoViewIfNeeded();
};
/** Scrolls to the first table and returns its id. */
const firstTable = async (page: Page): Promise<string> => {
  const first = page.locator('[data-island^="table-"]').first();
  await wake(first);
  return (await first.getAttribute('data-island'))?.slice(6) ?? '';
};
const table = (page: Page, id: string) => page.getByTestId(`table-${id}`);
/** Returns the lines of a cell: published value, model value, and error. */
const cell = (page: Page, id: string, index: number) => table(page, id).locator(`[data-cell="${index}"]`);

let host: Host;
const open = async (page: Page, path = lab, prefix = '/'): Promise<void> => {
  host = await serve(dist('site'), prefix);
  await page.goto(host.url + path);
  await unfoldAll(page);
};
let complaints: readonly string[] = [];

test.describe('browser older than the supported ones', () => {
  test.beforeEach(async () => {
    host = await serve(dist('site'));
  });
  for (const [path, content] of [
    [lab, '[data-testid="table-v2r1-ptestdl"] td .published'],
    ['index.html', 'h1'],
    ['author.html', 'h1'],
  ] as const)
    test(`shows a sentence and the text on ${path}`, async ({ page }) => {
      const notice = page.getByText(/^This browser is older than Chrome 120/);
      await page.goto(host.url + path);
      await expect(page.locator(content).first()).toBeAttached();
      await expect(notice).toHaveCount(0);
      await page.addInitScript(() => {
        delete (Promise as { withResolvers?: unknown }).withResolvers;
      });
      await page.goto(host.url + path);
      await expect(notice).toBeVisible();
      await expect(page.locator(content).first()).toContainText(/\S/);
      expect(await violations(page)).toEqual([]);
    });
});

test.beforeEach(({ page }) => {
  complaints = complaintsOf(page);
});
test.afterEach(async () => {
  await host.close();
});

for (const prefix of ['/', '/any/sub/path/'])
  test(`site works below ${prefix} under its own policy`, async ({ page }) => {
    const foreign: string[] = [];
    await open(page, '', prefix);
    page.on('request', (request) => {
      if (!request.url().startsWith(host.url) && !request.url().startsWith('data:')) foreign.push(request.url());
    });
    await page.getByRole('main').getByRole('link', { name: 'zFS directories, page by page' }).click();
    await expect(page).toHaveURL(`${host.url}${lab}`);
    await finished(page);
    await page.getByRole('link', { name: 'Pathlength' }).click();
    await expect(page).toHaveURL(`${host.url}index.html`);
    expect([complaints, foreign]).toEqual([[], []]);
  });

test('every cell of every table is filled by the engine', async ({ page }) => {
  test.slow();
  await open(page);
  await finished(page);
  await awake(page);
  await expect(page.locator('[data-cell]').last()).toBeAttached();
  const cells = await page
    .locator('[data-cell]')
    .evaluateAll((all) =>
      all.map((one) =>
        ['.published', '.model', '.error'].map((line) => one.querySelector(line)?.textContent?.trim() ?? ''),
      ),
    );
  expect(cells.length).toBeGreaterThan(150);
  for (const [published, model, error] of cells) {
    expect(model).toMatch(/[\d.]/);
    // An error is shown exactly where there is a value to compare with.
    if (published === '—' || /predicted|damaged/.test(error ?? '')) expect(error).not.toContain('%');
    else expect(error).toContain('%');
  }
  await expect(page.getByTestId('summary')).toContainText(/\d\s%\s*median error|median error\s*\d/);
  expect(complaints).toEqual([]);
});

test('run stops, reports it, and continues where it stopped', async ({ page }) => {
  await open(page);
  // A run may end before a click arrives, so press the button in the frame in which it appears.
  const cancelled = page.evaluate(
    () =>
      new Promise<void>((done) => {
        const look = (): void => {
          const buttons = document.querySelectorAll<HTMLElement>('[data-island="page:headline"] button');
          const cancel = [...buttons].find(({ textContent }) => textContent.trim() === 'Cancel');
          if (!cancel) return void requestAnimationFrame(look);
          cancel.focus();
          cancel.click();
          done();
        };
        look();
      }),
  );
  await headline(page).scrollIntoViewIfNeeded();
  await cancelled;
  await expect(page.getByText('Stopped before all tables were computed.')).toBeAttached();
  // The clicked button is gone: the focus stays in place instead of moving to the top of the page.
  await expect(page.locator('.headline:focus')).toBeAttached();
  await page.keyboard.press('Tab');
  await expect(headline(page).getByRole('button', { name: 'Run the rest' })).toBeFocused();
  await page.keyboard.press('Enter');
  await finished(page);
});

test('table is read and opened by keyboard alone', async ({ page }) => {
  await open(page);
  const id = await firstTable(page);
  const columns = await table(page, id).locator('tbody tr').first().locator('td').count();
  await cell(page, id, 0).focus();
  await page.keyboard.press('ArrowRight');
  await expect(cell(page, id, 1)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(cell(page, id, columns + 1)).toBeFocused();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowLeft');
  await expect(cell(page, id, columns)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(cell(page, id, columns)).toHaveAttribute('aria-expanded', 'true');
  await expect(page.getByTestId('detail')).toContainText('Where the CPU time per operation goes');
  await page.keyboard.press('Escape');
  await expect(page.getByTestId('detail')).toBeHidden();
  // A table is one tab stop: the next Tab leaves it.
  await page.keyboard.press('Tab');
  await expect(table(page, id).locator('[data-cell]:focus')).toHaveCount(0);
});

test('chart has a cursor by arrow keys and its numbers in a table', async ({ page }) => {
  await open(page);
  const predict = page.getByTestId('predict-p-size');
  await predict.scrollIntoViewIfNeeded();
  await predict.getByRole('button', { name: 'Show without predicting' }).click();
  const figure = page.getByTestId('chart-size');
  await figure.scrollIntoViewIfNeeded();
  const chart = figure.getByRole('application');
  await expect(chart).toBeVisible();
  await chart.focus();
  const readout = figure.locator('.readout').first();
  // The keys have a target once the first values have arrived.
  await expect(async () => {
    await page.keyboard.press('ArrowRight');
    await expect(readout).toContainText('operations/s', { timeout: 500 });
  }).toPass();
  const read: string[] = [(await readout.textContent()) ?? ''];
  for (const key of ['ArrowRight', 'ArrowRight', 'End', 'ArrowDown', 'Home']) {
    await page.keyboard.press(key);
    await expect(readout).not.toHaveText(read.at(-1) ?? '-');
    read.push((await readout.textContent()) ?? '');
  }
  expect(read.some((text) => text.includes('operations/s'))).toBe(true);
  await page.keyboard.press('Escape');
  await expect(readout).toContainText('arrow keys');
  await figure.getByText('Data table').click();
  await expect.poll(() => figure.getByRole('row').count()).toBeGreaterThan(20);
  const download = page.waitForEvent('download');
  await figure.getByRole('button', { name: 'Save as CSV' }).click();
  expect((await download).suggestedFilename()).toBe('zfs-directories-size.csv');
  expect(complaints).toEqual([]);
});

test('controls change what is shown; the address keeps it, and a reload brings it back', async ({ page }) => {
  await open(page);
  const takeaway = page.locator('#split-bars-takeaway');
  await showControls(page);
  const before = await takeaway.textContent();
  await control(page, 'workload').getByLabel('ptestDL2').check();
  await expect(page).toHaveURL(/[#&]s=1\.[\w-]+\.[0-9a-f]{8}$/);
  await control(page, 'plex').getByLabel('monoplex').check();
  await expect(takeaway).not.toHaveText(before ?? '');
  // The address changes a moment later.
  await expect.poll(() => linkedState(page)).toMatchObject({ settings: { workload: 'ptestDL2', plex: 'monoplex' } });
  await page.reload();
  await showControls(page);
  await expect(control(page, 'plex').getByLabel('monoplex')).toBeChecked();
  await page.keyboard.press('Control+z');
  await expect(control(page, 'plex').getByLabel('monoplex')).toBeChecked();
  await control(page, 'plex').getByLabel('sysplex client').check();
  await page.keyboard.press('Control+z');
  await expect(control(page, 'plex').getByLabel('monoplex')).toBeChecked();
});

test('incomplete link is reported, and the page starts over', async ({ page }) => {
  await open(page);
  await showControls(page);
  await expect(page).toHaveURL(/[#&]s=1\./);
  const before = page.url();
  await control(page, 'plex').getByLabel('monoplex').check();
  await expect(page).not.toHaveURL(before);
  const link = page.url();
  for (const [address, notice] of [
    [link.slice(0, -12), 'This link is incomplete'],
    [link.replace('s=1.', 's=1.AA'), 'This link is damaged: copy it again'],
    [link.replace('s=1.', 's=9.'), 'another version'],
  ]) {
    await page.goto(address ?? '');
    await expect(page.getByRole('main').locator('> .notice')).toContainText(notice ?? '');
    await showControls(page);
    await expect(control(page, 'plex').getByLabel('sysplex client')).toBeChecked();
  }
  // An old link, damaged by a mail program.
  await page.goto(link.replace('#', '?x=1&amp;') + '%23split');
  await expect(page).toHaveURL(/\?x=1#at=split&s=1\./);
  await showControls(page);
  await expect(control(page, 'plex').getByLabel('monoplex')).toBeChecked();
  expect(complaints).toEqual([]);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });
  // Chromium lays out the section of each field and form after it has loaded a page, even far below the window.
  test('pages are prerendered without fields, lists, and forms', async ({ page }) => {
    await open(page);
    const folder = join(dist('site'), 'labs');
    for (const file of readdirSync(folder).filter((name) => name.endsWith('.html'))) {
      const html = readFileSync(join(folder, file), 'utf8');
      const found = html.match(/<(?:form|select|textarea)\b|<input(?![^>]*type="(?:radio|checkbox|range)")/g);
      expect(found, file).toBeNull();
      expect(html, file).toMatch(/<input[^>]*type="radio"/);
    }
  });

  test('text and published values are present', async ({ page }) => {
    await open(page);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const published = await page.locator('td .published').allTextContents();
    expect(published.filter((text) => /\d/.test(text)).length).toBeGreaterThan(150);
    // Content that follows a prediction can also be read.
    const reveal = page.locator('details.reveal').first();
    await reveal.getByText('After your prediction').click();
    await expect(reveal.locator('.prose p').first()).toBeVisible();
    await expect(page.getByText('require JavaScript').first()).toBeVisible();
    // The build draws the engine's result in the lab's introduction.
    const race = page.getByTestId('race');
    await expect(race).toContainText(
      /With 50,000 names, V2R1 with v5 finishes 2\d\d operations while R13 with v4\s+finishes\s+one/,
    );
    await expect(race).toContainText('The ratio that IBM measured at this size is 276.67');
    expect(await page.locator('svg .point').count()).toBeGreaterThan(5);
  });
});

test('published values stay when the engine cannot load', async ({ page }) => {
  await page.route('**/*.wasm', (route) => route.abort());
  await open(page);
  await headline(page).scrollIntoViewIfNeeded();
  await expect(page.getByRole('alert').first()).toContainText('The engine failed');
  await expect(headline(page).getByRole('button', { name: 'Try again' })).toBeVisible();
  await expect(page.locator('td .published').first()).toContainText(/\d/);
});

test('error is shown when the worker cannot load', async ({ page }) => {
  await page.route('**/worker-*.js', (route) => route.abort());
  await open(page);
  await headline(page).scrollIntoViewIfNeeded();
  await expect(page.getByRole('alert').first()).toContainText('the engine could not be loaded');
});

test('error is shown when the script cannot load its lab', async ({ page }) => {
  await page.route('**/*.json', (route) => route.abort());
  await open(page);
  await expect(page.getByRole('alert')).toContainText('could not be loaded');
});

for (const colorScheme of ['light', 'dark'] as const)
  test(`pages pass axe, ${colorScheme}`, { tag: colorScheme === 'dark' ? '@nightly' : [] }, async ({ page }) => {
    test.slow();
    await page.emulateMedia({ colorScheme });
    await open(page, 'index.html');
    expect(await violations(page)).toEqual([]);
    await page.goto(host.url + lab);
    await revealed(page);
    await finished(page);
    await unfoldAll(page);
    await awake(page);
    await page.locator('[data-cell]').first().click();
    await expect(page.getByTestId('detail').getByRole('table')).toBeVisible();
    expect(await violations(page)).toEqual([]);
  });

test('lab that begins with a sentence passes axe', async ({ page }) => {
  await open(page, 'labs/queueing.html');
  await awake(page);
  expect(
    await page.locator('main :is(h1, h2, h3)').evaluateAll((all) => all.map(({ tagName }) => tagName).slice(0, 3)),
  ).toEqual(['H1', 'H2', 'H3']);
  expect(await violations(page)).toEqual([]);
});

for (const width of [320, 390])
  test(`page fits ${width} pixels`, { tag: width === 390 ? '@nightly' : [] }, async ({ page }) => {
    test.slow();
    await page.setViewportSize({ width, height: 800 });
    await open(page);
    await revealed(page);
    await finished(page);
    await awake(page);
    await page.locator('[data-cell]').first().click();
    const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(over).toBeLessThanOrEqual(0);
    await expect(page.getByText('scroll sideways').filter({ visible: true }).first()).toBeVisible();
  });

test('layout stays while the page wakes up', async ({ page }) => {
  await page.addInitScript(() => {
    const seen = { shift: 0 };
    Object.assign(window, { seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.shift += (entry as PerformanceEntry & { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await open(page);
  await expect(page.locator('[data-island="page:rail"]')).toHaveAttribute('data-awake', '');
  await page.waitForTimeout(1000);
  expect(await page.evaluate(() => (window as unknown as { seen: { shift: number } }).seen.shift)).toBeLessThan(0.01);
});

test('every internal link leads to a page', async ({ request }) => {
  host = await serve(dist('site'));
  const inFolder = (folder: string): string[] =>
    readdirSync(join(dist('site'), folder)).map((name) => `${folder}/${name}`);
  const pages = [
    'index.html',
    'author.html',
    'teach.html',
    'materials.html',
    'network.html',
    'course.html',
    ...inFolder('labs'),
    ...inFolder('guides'),
  ];
  for (const page of pages.filter((name) => name.endsWith('.html'))) {
    const text = await (await request.get(host.url + page)).text();
    const links = [...text.matchAll(/<a [^>]*href="([^"#?]+)/g)].map(([, href = '']) => new URL(href, host.url + page));
    for (const { href } of links.filter(({ origin }) => origin === new URL(host.url).origin))
      expect((await request.get(href)).status(), `${page}: ${href}`).toBe(200);
  }
});
