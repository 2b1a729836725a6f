import { expect, test, type Locator, type Page } from '@playwright/test';
import { violations } from './axe.ts';
import { complaintsOf } from './complaints.ts';
import { LabPage, serveLab, type LabHost } from './lab-page.ts';

let host: LabHost;
let complaints: readonly string[] = [];
/** Returns the model at the beginning of the lab; a later step has another model. */
const server = (page: Page): Locator => page.locator('#model-file-pool').getByTestId('server');
const button = (page: Page, name: string): Locator => server(page).getByRole('button', { name, exact: true });
const now = (page: Page): Locator => server(page).getByTestId('now');
const clock = (page: Page): Locator => server(page).getByTestId('clock');
/** Returns the number of requests in a row. */
const number = async (page: Page, row: string): Promise<number> =>
  Number(await server(page).getByTestId(`row-${row}`).locator('b').textContent());
/** Returns the number of marks in a row. */
const marks = (page: Page, row: string): Promise<number> =>
  server(page)
    .getByTestId(`row-${row}`)
    .locator('path')
    .evaluateAll((paths) => paths.reduce((sum, path) => sum + (path.getAttribute('d') ?? '').split('M').length - 1, 0));

async function open(page: Page): Promise<void> {
  host = await serveLab('sfs-file-pool');
  complaints = complaintsOf(page);
  await page.goto(host.lab);
  await page.locator('#model-file-pool').scrollIntoViewIfNeeded();
  // The first two minutes have run.
  await expect(clock(page)).toHaveText('2 min 00.0 s');
  await server(page).getByText('More: single events').click();
}

test.afterEach(async () => {
  await host.close();
  expect(complaints).toEqual([]);
});

test('every user is accounted for from fault to fault and through a checkpoint', async ({ page }) => {
  await open(page);
  await button(page, 'Next page fault').click();
  await expect(server(page).getByTestId('thread')).toContainText('waits for a page');
  await expect(now(page)).toContainText(/User \d+’s request waits for .*page/);
  const spoken = server(page).locator('[aria-live="polite"]');
  await expect.poll(async () => (await spoken.textContent()) === (await now(page).textContent())).toBe(true);
  const everybody = async (): Promise<number> =>
    (await Promise.all(['thinking', 'held', 'lock', 'line', 'disk'].map((row) => number(page, row)))).reduce(
      (sum, here) => sum + here,
    );
  expect(await everybody()).toBe(63);
  expect(await marks(page, 'line')).toBe(await number(page, 'line'));

  await button(page, 'Next checkpoint').click();
  await expect(now(page)).toContainText('A checkpoint is due');
  await button(page, 'Next checkpoint').click();
  await expect(now(page)).toContainText('A checkpoint blocks the thread');
  expect(await number(page, 'line')).toBe(0);
  expect(await everybody()).toBe(64);

  await server(page).getByText('Data table').click();
  const held = server(page).getByRole('row', { name: /^Held before a checkpoint/ });
  await expect(held.getByRole('cell').last()).toHaveText(String(await number(page, 'held')));

  await button(page, 'Restart').click();
  await expect(clock(page)).toHaveText('0 min 00.0 s');
  expect(await number(page, 'thinking')).toBe(64);
});

test('model plays and stops by keyboard, and stops when out of sight', async ({ page }) => {
  // A window without a bench, which would keep the model visible.
  await page.setViewportSize({ width: 900, height: 720 });
  await open(page);
  await server(page).getByLabel('Speed').selectOption('60×');
  await button(page, 'RWSERV1, after').click();
  await expect(server(page).getByTestId('needs')).toContainText('4.37 ms of waiting for pages');
  await button(page, 'Play').focus();
  await page.keyboard.press('Enter');
  await expect(button(page, 'Pause')).toBeFocused();
  await expect(clock(page)).toHaveText(/^[4-9] min/);
  await page.keyboard.press('Enter');
  const stopped = await clock(page).textContent();
  await expect(now(page)).not.toBeEmpty();
  // The server was idle for much of the half hour, and its statistics show it.
  expect(Number.parseFloat((await server(page).getByTestId('counted').textContent()) ?? '')).toBeLessThan(50);
  await expect(clock(page)).toHaveText(stopped ?? '');
  await page.keyboard.press('Enter');
  await page.locator('.colophon').scrollIntoViewIfNeeded();
  await expect(button(page, 'Play')).toBeAttached();
});

test('published server replaces the custom one with all its users', async ({ page }) => {
  await open(page);
  await expect(server(page).getByTestId('needs')).toContainText('64 users.');
  const users = server(page).getByLabel('Users at this server').last();
  await users.fill('8');
  await users.press('Enter');
  await expect(server(page).getByTestId('needs')).toContainText('8 users.');
  const seats = await marks(page, 'thinking');
  expect(seats).toBe(8);
  await button(page, 'Run two minutes').click();
  await expect(clock(page)).toHaveText('4 min 00.0 s');
  await button(page, 'RWSERV1, before').click();
  await expect(server(page).getByTestId('needs')).toContainText('64 users.');
});

test('model follows the lab’s controls and refuses an invalid seed', async ({ page }) => {
  await page.setViewportSize({ width: 900, height: 720 });
  await open(page);
  await button(page, 'Current lab settings').click();
  const lab = new LabPage(page);
  const more = page.locator('details.more-controls', { has: page.locator('#control-users') });
  if ((await more.count()) > 0) await more.locator('summary').click();
  await lab.come('control-users');
  const users = page.getByTestId('control-users').locator('input[type="number"]');
  await users.fill('100');
  await users.press('Enter');
  await expect(server(page).getByTestId('needs')).toContainText('100 users');
  const status = await now(page).textContent();
  const seed = server(page).getByLabel('Seed');
  await seed.fill('-1');
  await seed.press('Enter');
  await expect(server(page).getByRole('alert')).toContainText('Choose a whole number');
  await seed.fill('2');
  await seed.press('Enter');
  await expect(server(page).getByRole('alert')).toBeHidden();
  await expect(now(page)).not.toHaveText(status ?? '');
});

test('model does not move with reduced motion and fits a phone', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'dark' });
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page);
  await expect(button(page, 'Play')).toHaveCount(0);
  const before = await clock(page).textContent();
  await button(page, 'Next checkpoint').click();
  await expect(clock(page)).not.toHaveText(before ?? '');
  expect(await violations(page, '[data-testid="server"]')).toEqual([]);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
});

test('model passes axe in light mode, too', { tag: '@nightly' }, async ({ page }) => {
  await open(page);
  await button(page, 'Next checkpoint').click();
  await server(page).getByText('Data table').click();
  expect(await violations(page, '[data-testid="server"]')).toEqual([]);
});
