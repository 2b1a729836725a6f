import { expect, test, type Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dist, serve, type Host } from './serve.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const lab = 'labs/zfs-directories.html';

/** What axe-core objects to, in words that lead to the place. */
async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  return page.evaluate(async () => {
    interface Found {
      violations: { id: string; nodes: { target: string[] }[] }[];
    }
    const { axe } = window as unknown as { axe: { run: () => Promise<Found> } };
    return (await axe.run()).violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.target.join(' ') ?? ''}`);
  });
}

const finished = async (page: Page): Promise<void> => {
  await expect(page.getByText('All tables are computed.')).toBeAttached({ timeout: 45_000 });
};
/** Goes past every part of the page, so that those that wait for a reader wake up. */
const awake = async (page: Page): Promise<void> => {
  for (const part of await page.locator('[data-island]').all()) {
    await part.scrollIntoViewIfNeeded();
    await expect(part).toHaveAttribute('data-awake');
  }
};
const table = (page: Page, id: string) => page.getByTestId(`table-${id}`);
/** The published, the model's and the error's line of a cell. */
const cell = (page: Page, id: string, index: number) => table(page, id).locator(`[data-cell="${index}"]`);

let host: Host;
const open = async (page: Page, path = lab, prefix = '/'): Promise<void> => {
  host = await serve(dist('site'), prefix);
  await page.goto(host.url + path);
};
let complaints: string[] = [];

test.beforeEach(({ page }) => {
  complaints = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
});
test.afterEach(async () => {
  await host.close();
});

for (const prefix of ['/', '/any/sub/path/'])
  test(`the site works below ${prefix} under its own policy`, async ({ page }) => {
    const foreign: string[] = [];
    await open(page, '', prefix);
    page.on('request', (request) => {
      if (!request.url().startsWith(host.url) && !request.url().startsWith('data:')) foreign.push(request.url());
    });
    await page.getByRole('main').getByRole('link').first().click();
    await expect(page).toHaveURL(`${host.url}${lab}`);
    await finished(page);
    await page.getByRole('link', { name: 'Pathlength' }).click();
    await expect(page).toHaveURL(`${host.url}index.html`);
    expect([complaints, foreign]).toEqual([[], []]);
  });

test('every cell of every table is filled by the engine', async ({ page }) => {
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
    // An error is shown exactly where there is something to compare with.
    if (published === '—' || error?.includes('predicted')) expect(error).not.toContain('%');
    else expect(error).toContain('%');
  }
  await expect(page.getByTestId('summary')).toContainText(/\d\s%\s*median error|median error\s*\d/);
  await expect(page.getByTestId('verdict')).toContainText('%');
  expect(complaints).toEqual([]);
});

test('a run can be stopped, says so, and goes on where it was', async ({ page }) => {
  await open(page);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Stopped before all tables were computed.')).toBeAttached();
  await awake(page);
  await expect(page.getByText('Stopped before it was done.').first()).toBeVisible();
  await page.getByRole('button', { name: 'Run the rest' }).click();
  await finished(page);
});

test('a table is read and opened by keyboard alone', async ({ page }) => {
  await open(page);
  await finished(page);
  await awake(page);
  const id = (await page.locator('[data-testid^="table-"]').first().getAttribute('data-testid'))?.slice(6) ?? '';
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
  await expect(page.getByTestId('detail')).toContainText('Where the processor time of one operation goes');
  await page.keyboard.press('Escape');
  await expect(page.getByTestId('detail')).toBeHidden();
  // One stop a table: the next Tab leaves it.
  await page.keyboard.press('Tab');
  await expect(table(page, id).locator('[data-cell]:focus')).toHaveCount(0);
});

test('a chart’s cursor goes by arrow keys, and its numbers are in a table', async ({ page }) => {
  await open(page);
  await finished(page);
  const chart = page.getByRole('application').first();
  await chart.focus();
  const readout = page.locator('#size-help');
  const read: string[] = [];
  for (const key of ['ArrowRight', 'ArrowRight', 'End', 'ArrowDown', 'Home']) {
    await page.keyboard.press(key);
    await expect(readout).not.toHaveText(read.at(-1) ?? '-');
    read.push((await readout.textContent()) ?? '');
  }
  expect(read.every((text) => text.includes('operations/s'))).toBe(true);
  await page.keyboard.press('Escape');
  await expect(readout).toContainText('arrow keys');
  const figure = page.getByRole('figure').first();
  await figure.getByText('Data table').click();
  await expect.poll(() => figure.getByRole('row').count()).toBeGreaterThan(20);
  const download = page.waitForEvent('download');
  await figure.getByRole('button', { name: 'Save as CSV' }).click();
  expect((await download).suggestedFilename()).toBe('size.csv');
  expect(complaints).toEqual([]);
});

test('controls change what is shown, and the address keeps them', async ({ page }) => {
  await open(page);
  await finished(page);
  const takeaway = page.locator('#size-takeaway');
  const before = await takeaway.textContent();
  await page.getByLabel('ptestDL2').first().check();
  await page.getByLabel('monoplex').first().check();
  await expect(takeaway).not.toHaveText(before ?? '');
  await expect(page).toHaveURL(/workload=ptestDL2&plex=monoplex/);
  await page.getByLabel('Number of names').fill('3000');
  await page.getByLabel('Number of names').press('Enter');
  await expect(page.getByTestId('at-size')).toContainText('At 3,000 names');
  await page.reload();
  await expect(page.getByTestId('at-size')).toContainText('At 3,000 names');
  await expect(page.getByLabel('ptestDL2').first()).toBeChecked();
});

test('values in an address are kept within bounds', async ({ page }) => {
  await open(page, `${lab}?workload=%3Cscript%3E&plex=none&names=1e99&search=off`);
  await expect(page.getByLabel('Number of names')).toHaveValue('1000000');
  await expect(page.getByLabel('ptestDL', { exact: true }).first()).toBeChecked();
  expect(complaints).toEqual([]);
});

test('the switch takes the search for each name out of the model, not out of the measurements', async ({ page }) => {
  await open(page);
  await finished(page);
  await awake(page);
  const split = page.locator('[data-island="split"]');
  const rows = async (): Promise<string[]> => split.locator('tbody tr').first().locator('td').allTextContents();
  await split.getByText('Data table').click();
  await expect(split.locator('tbody tr').first().locator('td').nth(3)).not.toHaveText('');
  const [, , published, model] = await rows();
  await split.getByRole('checkbox').uncheck();
  await expect(split.locator('tbody tr').first().locator('td').nth(3)).not.toHaveText(model ?? '');
  const [, , stillPublished, without] = await rows();
  expect(stillPublished).toBe(published);
  expect(Number(without)).toBeLessThan(Number(model) / 4);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });
  test('the text and the published values are there', async ({ page }) => {
    await open(page);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const published = await page.locator('td .published').allTextContents();
    expect(published.filter((text) => /\d/.test(text)).length).toBeGreaterThan(150);
    await expect(page.getByText('need JavaScript').first()).toBeVisible();
    expect(await page.locator('svg .point').count()).toBeGreaterThan(5);
  });
});

test('an engine that cannot load says so, and the published values stay', async ({ page }) => {
  await page.route('**/*.wasm', (route) => route.abort());
  await open(page);
  await expect(page.getByRole('alert').first()).toContainText('The engine failed');
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await awake(page);
  await expect(page.locator('[data-cell] .published').first()).toContainText(/\d/);
});

test('a worker that cannot load says so too', async ({ page }) => {
  await page.route('**/worker-*.js', (route) => route.abort());
  await open(page);
  await expect(page.getByRole('alert').first()).toContainText('the engine could not be loaded');
});

test('a page whose script cannot load its lab says so', async ({ page }) => {
  await page.route('**/*.json', (route) => route.abort());
  await open(page);
  await expect(page.getByRole('alert')).toContainText('could not be loaded');
});

for (const colorScheme of ['light', 'dark'] as const)
  test(`axe finds nothing, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await open(page, 'index.html');
    expect(await violations(page)).toEqual([]);
    await page.goto(host.url + lab);
    await finished(page);
    await awake(page);
    await page.locator('[data-cell]').first().click();
    await expect(page.getByTestId('detail').getByRole('table')).toBeVisible();
    for (const summary of await page.getByText('Data table').all()) await summary.click();
    // Three charts, and the pages of two directories.
    await expect(page.getByRole('button', { name: 'Save as CSV' })).toHaveCount(5);
    expect(await violations(page)).toEqual([]);
  });

for (const width of [320, 390])
  test(`nothing sticks out of a page ${width} pixels wide`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await open(page);
    await finished(page);
    await awake(page);
    await page.locator('[data-cell]').first().click();
    const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(over).toBeLessThanOrEqual(0);
    await expect(page.getByText('scroll it sideways').first()).toBeVisible();
  });

test('nothing moves while the page wakes up', async ({ page }) => {
  await page.addInitScript(() => {
    const seen = { shift: 0 };
    Object.assign(window, { seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.shift += (entry as PerformanceEntry & { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await open(page);
  await finished(page);
  expect(await page.evaluate(() => (window as unknown as { seen: { shift: number } }).seen.shift)).toBeLessThan(0.01);
});
