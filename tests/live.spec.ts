import { expect, test, type Locator, type Page } from '@playwright/test';
import { violations } from './axe.ts';
import { complaintsOf } from './complaints.ts';
import { dist, serve, type Host } from './serve.ts';

let host: Host;
let complaints: readonly string[] = [];
const announcement = (page: Page): Locator => page.getByTestId('status');
const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });
const steps = (page: Page): Locator => page.getByTestId('steps');
const tally = (page: Page, format: 'v4' | 'v5', what: string): Locator =>
  page.getByTestId(`tally-${format}`).locator('div', { hasText: what }).locator('dd');

async function open(page: Page): Promise<void> {
  host = await serve(dist('site'));
  await page.goto(`${host.url}labs/zfs-directories.html`);
  // The model comes after a prediction that hides it.
  const predict = page.locator('.asked.predict', { hasText: 'a name that the directory does not contain' });
  await predict.scrollIntoViewIfNeeded();
  await predict.getByRole('button', { name: 'Show without predicting' }).click();
  await page.locator('#model-directory').scrollIntoViewIfNeeded();
  await expect(announcement(page)).toContainText('Both directories start with');
  await page.getByText('More: many names').click();
}
async function ask(page: Page, what: string, name: string): Promise<void> {
  await page.getByLabel('One name', { exact: true }).fill(name);
  await button(page, what).click();
}
async function generate(page: Page, count: number, pattern: string): Promise<void> {
  await page.getByLabel('Many names', { exact: true }).fill(String(count));
  await page.getByLabel('Name pattern', { exact: true }).selectOption({ label: pattern });
  await button(page, 'Generate').click();
}
const give = (page: Page, name: string, buffer: Buffer): Promise<void> =>
  page.locator('#live-file').setInputFiles({ name, mimeType: 'text/plain', buffer });

test.beforeEach(({ page }) => {
  complaints = complaintsOf(page);
});
test.afterEach(async () => {
  await host.close();
  expect(complaints).toEqual([]);
});

test('name is added, looked up, and removed in both directories', async ({ page }) => {
  await open(page);
  await ask(page, 'Add', 'a name of mine');
  await expect(announcement(page)).toContainText('Added “a name of mine”: v4 ');
  await ask(page, 'Look up', 'a name of mine');
  await expect(announcement(page)).toContainText('Found “a name of mine”: v4 ');
  await ask(page, 'Add', 'a name of mine');
  await expect(announcement(page)).toContainText('the name is already in the directory');
  await ask(page, 'Remove', 'a name of mine');
  await expect(announcement(page)).toContainText('Removed “a name of mine”');
  await ask(page, 'Look up', 'a name of mine');
  await expect(announcement(page)).toContainText('no such name in the directory');
  await expect(page.getByTestId('about-v4')).toContainText('2,000 names');
  await expect(page.getByTestId('about-v5')).toContainText('2,000 names');
});

for (const [name, reason] of [
  ['', 'the name is empty: give at least one byte'],
  ['x'.repeat(257), 'the name has 257 bytes: give at most 256'],
  ['ü'.repeat(129), 'the name has 258 bytes'],
  ['a/b', 'the name has a slash at byte 1'],
  ['a\0b', 'the name has a NUL byte at byte 1'],
  ['..', 'the name is already in the directory'],
])
  test(`name is refused: ${reason}`, async ({ page }) => {
    await open(page);
    await ask(page, 'Add', name ?? '');
    await expect(announcement(page)).toContainText(reason ?? '');
    await expect(page.getByTestId('about-v5')).toContainText('2,000 names');
  });

test('with 20,000 names v4 probes many pages and v5 one', async ({ page }) => {
  await open(page);
  await button(page, 'Empty both').click();
  await expect(announcement(page)).toContainText('Both directories are empty.');
  await generate(page, 20_000, 'dated logs');
  await expect(announcement(page)).toContainText('20,000 lines: 20,000 added');
  await ask(page, 'Look up', 'app-2017-04-13-07.log');
  await expect(announcement(page)).toContainText('v5 read 1 index page, probed 1 page, and compared 1 name.');
  await expect(announcement(page)).toContainText(/v4 probed 1[56]\d pages/);
  await page.getByLabel('Step', { exact: true }).press('End');
  await expect(tally(page, 'v4', 'pages probed')).toHaveText(/^1[56]\d$/);
  await expect(tally(page, 'v5', 'pages probed')).toHaveText('1');
});

test('names are listed twenty at a time, from a cookie or from where the last listing ended', async ({ page }) => {
  await open(page);
  await button(page, 'List 20 names').click();
  await expect(page.getByTestId('live-v4').locator('.listed li')).toHaveCount(20);
  const first = await page.getByTestId('live-v5').locator('.listed li').allTextContents();
  await button(page, 'Next 20').click();
  await expect(page.getByTestId('live-v5').locator('.listed li').first()).not.toHaveText(first[0] ?? '');
  await page.getByLabel('from cookie').fill('99999999999');
  await button(page, 'List 20 names').click();
  await expect(announcement(page)).toContainText('cookie 99999999999 does not point into the directory');
  await page.getByLabel('from cookie').fill('next');
  await button(page, 'List 20 names').click();
  await expect(page.getByRole('alert')).toContainText(['A cookie is a whole number']);
});

test('file is read line by line, and every refused line has its reason', async ({ page }) => {
  await open(page);
  const foreign: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET' || !request.url().startsWith(`${host.url}assets/`)) foreign.push(request.url());
  });
  const lines = ['good', 'ünï', 'good', '', 'x'.repeat(257), 'a/b'].map((line) => Buffer.from(`${line}\n`));
  await give(page, 'names.txt', Buffer.concat([...lines, Buffer.from([0x61, 0xff, 0x62, 0x0a])]));
  await expect(announcement(page)).toContainText('7 lines: 2 added, 1 duplicate, 3 rejected, 1 empty line');
  await page.getByText('Rejected lines').click();
  const rejections = page.getByTestId('rejections');
  await expect(rejections).toContainText('line 3: the name is already in the directory');
  await expect(rejections).toContainText('line 5: the name has 257 bytes: give at most 256');
  await expect(rejections).toContainText('line 6: the name has a slash at byte 1');
  await expect(rejections).toContainText('line 7: the name is not UTF-8');
  await ask(page, 'Look up', 'ünï');
  await expect(announcement(page)).toContainText('Found “ünï”');
  expect(foreign).toEqual([]);
});

test('binary file is refused line by line and breaks nothing', async ({ page }) => {
  await open(page);
  const bytes = Buffer.alloc(1_000_000);
  for (let i = 0, state = 1; i < bytes.length; i++) bytes[i] = (state = (state * 48_271) % 0x7fffffff) & 0xff;
  await give(page, 'noise.bin', bytes);
  await expect(announcement(page)).toContainText('rejected');
  await expect(page.getByTestId('rejections')).toContainText(/The first 20 of [\d,]+ rejected lines/);
  await ask(page, 'Add', 'still here');
  await expect(announcement(page)).toContainText('Added “still here”');
});

test('dropped file is read like a chosen one', async ({ page }) => {
  await open(page);
  const data = await page.evaluateHandle(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(['dropped one\ndropped two\n'], 'names.txt'));
    return transfer;
  });
  await page.getByRole('group', { name: 'Your names' }).dispatchEvent('drop', { dataTransfer: data });
  await expect(announcement(page)).toContainText('2 lines: 2 added');
});

test('both directories keep the same names when a long load is canceled', async ({ page }) => {
  await open(page);
  await generate(page, 200_000, 'mail ids');
  await expect(page.getByTestId('work')).toContainText(/[1-9] %/);
  await button(page, 'Cancel').click();
  await expect(announcement(page)).toContainText('Canceled.');
  const names = async (format: string): Promise<string> =>
    ((await page.getByTestId(`about-${format}`).textContent()) ?? '').replace(/ names.*/, '');
  expect(await names('v4')).toBe(await names('v5'));
  await ask(page, 'Add', 'after all');
  await expect(announcement(page)).toContainText('Added “after all”');
});

/**
 * Returns the longest tasks of the page's main thread, in milliseconds of processor time: wall time would depend on the
 * load of the machine.
 */
function longest(trace: Buffer): number[] {
  interface TraceEvent {
    name: string;
    pid: number;
    tid: number;
    tdur?: number;
    args?: { name?: string };
  }
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] };
  const thread = ({ pid, tid }: TraceEvent): string => `${pid} ${tid}`;
  const mains = new Set(traceEvents.filter(({ args }) => args?.name === 'CrRendererMain').map(thread));
  const tasks = traceEvents.filter((event) => event.name.endsWith('RunTask') && mains.has(thread(event)));
  return tasks.map(({ tdur = 0 }) => tdur / 1000).sort((a, b) => b - a);
}

test('page is never as busy with 100,000 names as when it opens', async ({ page, browser }) => {
  await browser.startTracing(page, { categories: ['toplevel'] });
  await open(page);
  const [opening = 0] = longest(await browser.stopTracing());
  await page.getByLabel('Name pattern', { exact: true }).selectOption({ label: 'numbered files' });
  await page.getByLabel('Many names', { exact: true }).fill('100000');
  await browser.startTracing(page, { categories: ['toplevel'] });
  // All in one call, because each call from outside would itself keep the page busy.
  await page.evaluate(async () => {
    const find = (what: string): HTMLElement => document.querySelector(what) as HTMLElement;
    find('#live-amount').closest('form')?.requestSubmit();
    while (!find('[data-testid="status"]').textContent?.includes('100,000 lines: 100,000 added'))
      await new Promise((resolve) => setTimeout(resolve, 250));
  });
  const tasks = longest(await browser.stopTracing());
  expect(tasks.length).toBeGreaterThan(10);
  expect(tasks[0]).toBeLessThan(opening);
  expect(await page.getByTestId('directories').locator('*').count()).toBeLessThan(600);
});

test('steps are played, paused, and taken one by one by keyboard', async ({ page }) => {
  await open(page);
  await page.getByLabel('One name', { exact: true }).press('Enter');
  await button(page, 'Pause').focus();
  await page.keyboard.press('Enter');
  await expect(button(page, 'Play')).toBeFocused();
  const slider = page.getByLabel('Step', { exact: true });
  await slider.focus();
  await page.keyboard.press('Home');
  await expect(steps(page)).toContainText('step 0 of');
  await page.keyboard.press('ArrowRight');
  await expect(steps(page)).toContainText('step 1 of');
  await expect(slider).toHaveAttribute('aria-valuetext', /v4 locks the whole directory.*v5 reads the index page/);
  await button(page, 'Step forward').focus();
  await page.keyboard.press('Space');
  await expect(steps(page)).toContainText('step 2 of');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Space');
  await expect(steps(page)).toContainText('step 1 of');
  await button(page, 'Play').press('Enter');
  await expect(button(page, 'Play again')).toBeVisible();
  await expect(announcement(page)).toContainText('Found');
});

test('model does not move with reduced motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page);
  await button(page, 'Look up').click();
  await expect(announcement(page)).toContainText('Found');
  const at = await steps(page).textContent();
  await page.waitForTimeout(800);
  await expect(steps(page)).toHaveText(at ?? '');
  await button(page, 'Step back').click();
  await expect(steps(page)).not.toHaveText(at ?? '');
});

test('flipped bit is found by the next operation or the check', async ({ page }) => {
  await open(page);
  await button(page, 'Look up').click();
  await expect(announcement(page)).toContainText('Found');
  for (const format of ['v4', 'v5'] as const) {
    const opened = page.getByTestId(`page-${format}`);
    await opened.getByLabel('Bit position').selectOption('header');
    await opened.getByRole('button', { name: 'Flip a bit' }).click();
    await expect(announcement(page)).toContainText(`of ${format}: bit`);
    await expect(opened.getByRole('alert')).toContainText('This page cannot be read: block');
  }
  await button(page, 'Look up').click();
  await expect(announcement(page)).toContainText(/Did not find .* is damaged at byte 0/);
  await button(page, 'Check every page').click();
  await expect(announcement(page)).toContainText(/[2-9] problems found/);
  await expect(page.getByTestId('live-v4')).toContainText('is damaged at byte');
  await expect(page.getByTestId('live-v4').getByRole('img').first()).toHaveAccessibleName(/crossed out/);
  await button(page, 'Empty both').click();
  await expect(announcement(page)).toContainText('Both directories are empty.');
  await button(page, 'Check every page').click();
  await expect(announcement(page)).toContainText('no problems found');
});

test('pages are also in a table', async ({ page }) => {
  await open(page);
  const table = page.locator('.inside', { has: page.getByTestId('page-v5') });
  await table.getByText('Data table').click();
  await expect(table.getByRole('row')).toHaveCount(10);
  await expect(table.getByRole('row').nth(1)).toContainText('index page');
  await expect(table.getByRole('row').nth(2)).toContainText('.log');
});

test('hash chain is chosen, and pages are turned', async ({ page }) => {
  await open(page);
  const opened = page.getByTestId('page-v4');
  await expect(opened.getByRole('heading')).toHaveText('Inside page 1');
  await opened.getByRole('button', { name: 'Next page' }).click();
  await expect(opened.getByRole('heading')).toHaveText('Inside page 2');
  await opened.getByLabel('Page number').fill('99');
  await opened.getByLabel('Page number').press('Enter');
  await expect(opened.getByRole('heading')).toHaveText('Inside page 17');
  await opened.getByRole('spinbutton', { name: 'Hash chain' }).fill('3');
  await opened.getByRole('spinbutton', { name: 'Hash chain' }).press('Enter');
  await expect(opened.locator('.legend')).toContainText('hash chain 3');
});

for (const colorScheme of ['light', 'dark'] as const)
  test(`model passes axe, ${colorScheme}`, { tag: colorScheme === 'light' ? '@nightly' : [] }, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await open(page);
    await button(page, 'List 20 names').click();
    await expect(page.locator('.listed').first()).toBeVisible();
    await page.getByText('Data table').first().scrollIntoViewIfNeeded();
    expect(await violations(page, '[data-testid="directories"]')).toEqual([]);
  });

test('model fits a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page);
  await generate(page, 5000, 'random hex');
  await expect(announcement(page)).toContainText('5,000 lines: ');
  await button(page, 'List 20 names').click();
  await expect(announcement(page)).toContainText('Listed');
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
});

test('paragraph describes the model without JavaScript', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  host = await serve(dist('site'));
  await page.goto(`${host.url}labs/zfs-directories.html`);
  await expect(page.getByText('requires JavaScript').first()).toBeAttached();
  await context.close();
});

test('tasks that share a directory show waits by keyboard and throughput by number of tasks', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  host = await serve(dist('site'));
  await page.goto(`${host.url}labs/zfs-directories.html`);
  const predict = page.locator('.asked.predict', { hasText: 'Sixteen tasks use one v5 directory' });
  await predict.scrollIntoViewIfNeeded();
  await predict.getByRole('button', { name: 'Show without predicting' }).click();
  await page.locator('#model-locks').scrollIntoViewIfNeeded();
  const view = page.getByTestId('locks');
  await expect(view.getByRole('status')).toContainText(
    /^v5, a lock per page: 16 tasks perform [\d,]+ operations per second/,
  );
  const throughput = async (): Promise<number> =>
    Number(/perform ([\d,]+)/.exec((await view.getByRole('status').textContent()) ?? '')?.[1]?.replaceAll(',', ''));
  const pages = await throughput();

  // A single lock for the directory costs v5 little; v4 holds it for a long time.
  const directory = view.getByRole('combobox', { name: 'Directory' });
  await directory.selectOption('v5-one');
  await expect(view.getByRole('status')).toContainText('v5, one lock');
  const one = await throughput();
  expect(one).toBeLessThan(pages);
  expect(one).toBeGreaterThan(0.9 * pages);
  await directory.selectOption('v4');
  await expect(view.getByRole('status')).toContainText('v4, one lock');
  expect(await throughput()).toBeLessThan(0.5 * one);

  // The sentence, the accessible name, and the table describe the same moment.
  const words = view.getByTestId('lock-words');
  await view.getByRole('slider', { name: 'Step' }).press('End');
  await expect(words).toHaveText(
    /^Task \d+ \((lookup|update)\) waits for the directory, which tasks? [\d, and]+ holds?\./,
  );
  await expect(view.getByTestId('lock-map')).toHaveAccessibleName(
    new RegExp(`one lock for all. ${(await words.textContent()) ?? ''}`.replace(/[()]/g, '\\$&')),
  );
  await view.locator('summary', { hasText: 'Throughput by number of tasks' }).first().press('Enter');
  await view.getByText('Data table', { exact: true }).last().press('Enter');
  await expect(view.locator('tbody tr').filter({ hasText: 'waits for a lock' }).first()).toBeVisible();
  await expect(view.getByTestId('lock-chart').locator('path.line')).toHaveCount(6);
  expect(await violations(page, '[data-testid="locks"]')).toEqual([]);
});
