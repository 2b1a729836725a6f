import { expect, test, type Locator, type Page } from '@playwright/test';
import { violations } from './axe.ts';
import { complaintsOf } from './complaints.ts';
import { serveLab, type LabHost } from './lab-page.ts';

let host: LabHost;
let complaints: readonly string[] = [];
/** Returns the model at the beginning of the lab; a later step has another model. */
const cache = (page: Page): Locator => page.locator('#model-minidisk-cache').getByTestId('cache');
const button = (page: Page, name: string): Locator => cache(page).getByRole('button', { name, exact: true });
const steps = (page: Page): Locator => cache(page).getByTestId('steps');
const did = (page: Page): Locator => cache(page).getByTestId('did');
const verdict = (page: Page): Locator => cache(page).getByTestId('verdict');
const phase = (page: Page, name: string): Locator =>
  cache(page).getByTestId('phases').getByRole('listitem').filter({ hasText: name });
const field = (page: Page, name: string): Locator => cache(page).getByLabel(name, { exact: true });
const counter = (page: Page, guest: string, what: string): Locator =>
  cache(page)
    .getByTestId(`guest-${guest}`)
    .locator('dl > div')
    .filter({ has: page.getByText(what, { exact: true }) })
    .locator('dd');

async function open(page: Page): Promise<void> {
  host = await serveLab('disk-paths');
  complaints = complaintsOf(page);
  await page.goto(host.lab);
  await page.locator('#model-minidisk-cache').scrollIntoViewIfNeeded();
  await expect(cache(page).getByTestId('slots')).toBeVisible();
  await cache(page).getByText('More: single requests').click();
  // The read has run once; selecting a lesson starts over.
  await expect(steps(page)).toHaveText('request 72 of 96');
  await button(page, 'The file fits').click();
  await expect(steps(page)).toHaveText('request 48 of 96');
}

test.afterEach(async () => {
  await host.close();
  expect(complaints).toEqual([]);
});

test('each request of a phase leaves a cell when the phase runs at once', async ({ page }) => {
  await open(page);
  const reread = cache(page).getByRole('img', { name: /^reread:/ });
  await button(page, 'Run a phase').click();
  await expect(cache(page).getByRole('img', { name: /^read:/ })).toHaveAccessibleName(
    'read: 24 of 24 requests done, 0 % from the cache',
  );
  await button(page, 'Run a phase').click();
  await expect(reread).toHaveAccessibleName('reread: 24 of 24 requests done, 100 % from the cache');
  await field(page, 'File').fill('25');
  await field(page, 'File').press('Enter');
  for (const end of [75, 100]) {
    await button(page, 'Run a phase').click();
    await expect(steps(page)).toHaveText(`request ${end} of 100`);
  }
  await expect(reread).toHaveAccessibleName('reread: 25 of 25 requests done, 0 % from the cache');
});

test('requests are stepped forward and back, and each is described', async ({ page }) => {
  await open(page);
  await expect(steps(page)).toHaveText('request 48 of 96');
  await expect(did(page)).toContainText('The rewrite is over.');
  await button(page, 'Step forward').click();
  await expect(did(page)).toHaveText(
    'Guest A reads track 1 of its file. The track is not in the cache, so it is read from disk into slot 1, which was empty.',
  );
  await expect(verdict(page)).toHaveText('Miss: filled');
  await expect(cache(page).locator('[aria-live="polite"]')).toHaveText(
    /^request 49 of 96, read: Guest A reads track 1 /,
  );
  await expect(counter(page, 'A', 'fills')).toHaveText('1');
  await button(page, 'Step back').click();
  await expect(counter(page, 'A', 'fills')).toHaveText('0');
  await button(page, 'Restart').click();
  await expect(did(page)).toHaveText('No request yet; the cache is empty.');
  await button(page, 'Step forward').click();
  await expect(did(page)).toContainText('Guest A writes track 1 of its file to disk.');
});

for (const [lesson, read, reread] of [
  ['The file fits', '0 %', '100 %'],
  ['One track too many', '0 %', '0 %'],
  ['Four guests, one minidisk', '75 %', '100 %'],
  ['A scanning neighbor, limited', '0 %', '100 %'],
  ['The same neighbor, unlimited', '0 %', '0 %'],
] as const)
  test(`lesson “${lesson}” ends as announced`, async ({ page }) => {
    await open(page);
    await button(page, lesson).click();
    await expect(button(page, lesson)).toHaveAttribute('aria-pressed', 'true');
    await expect(phase(page, 'reread')).toContainText('–');
    await button(page, 'End of phase').click();
    await expect(did(page)).toContainText(`The read is over: ${read} of its data came from the cache.`);
    await button(page, 'End of phase').click();
    await expect(did(page)).toContainText(`The reread is over: ${reread} of its data came from the cache.`);
    await expect(phase(page, 'reread')).toContainText(`${reread} from the cache`);
    await expect(counter(page, 'A', 'reread hits')).toHaveText(reread);
    await expect(button(page, 'End of phase')).toBeDisabled();
  });

test('model plays and pauses, and everything works by keyboard', async ({ page }) => {
  await open(page);
  await cache(page).getByLabel('Speed').selectOption('16×');
  await button(page, 'Play').focus();
  await page.keyboard.press('Enter');
  await expect(button(page, 'Pause')).toBeFocused();
  await expect(phase(page, 'reread')).toContainText('100 %');
  await page.keyboard.press('Enter');
  const at = await steps(page).textContent();
  await page.waitForTimeout(400);
  await expect(steps(page)).toHaveText(at ?? '');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(steps(page)).not.toHaveText(at ?? '');
  const slider = field(page, 'Step');
  await slider.focus();
  await page.keyboard.press('End');
  await expect(steps(page)).toHaveText('request 96 of 96');
  await expect(slider).toHaveAttribute('aria-valuetext', /^request 96 of 96, reread: Guest A reads track 24 /);
  await button(page, 'Play again').press('Enter');
  await expect(phase(page, 'write').first()).toHaveAttribute('aria-current', 'step');
});

test('custom settings take effect at once', async ({ page }) => {
  await open(page);
  await field(page, 'Minidisks').selectOption({ label: 'FBA, 512-byte blocks' });
  await expect(cache(page)).toContainText('a slot holds eight pages, 32 KB');
  await field(page, 'Guests').selectOption('3');
  await field(page, 'They').selectOption({ label: 'one works; the others scan' });
  await field(page, 'Scan rate').fill('2');
  await field(page, 'Scan rate').press('Enter');
  await field(page, 'Cache').fill('30');
  await field(page, 'Cache').press('Enter');
  await expect(cache(page).getByTestId('watch')).toContainText('Your own settings');
  await button(page, 'End of phase').click();
  // Each of three guests has a fair share of ten slots, and the file has 24 units.
  await expect(cache(page).getByTestId('guest-C')).toContainText('has scanned 48 units of other data');
  await expect(counter(page, 'C', 'holds')).toHaveText('10 of 10');
  await cache(page).getByLabel('Fair share').uncheck();
  await expect(counter(page, 'C', 'holds')).toHaveText('0 of 30');
});

test('impossible settings are refused with a message, and the model stays', async ({ page }) => {
  await open(page);
  for (const [name, bad, told] of [
    ['Cache', '-1', 'Choose a whole number of cache slots from 0 to 256.'],
    ['Cache', '1000000000', 'Choose a whole number of cache slots from 0 to 256.'],
    ['Cache', '', 'Choose a whole number of cache slots from 0 to 256.'],
    ['File', '0', 'Choose a whole number of file units from 1 to 512.'],
    ['File', '2.5', 'Choose a whole number of file units from 1 to 512.'],
    ['File', 'e', 'Choose a whole number of file units from 1 to 512.'],
  ] as const) {
    await field(page, name).fill('');
    await field(page, name).pressSequentially(bad);
    await field(page, name).press('Tab');
    await expect(cache(page).getByRole('alert').filter({ hasText: told })).toBeVisible();
    await expect(field(page, name)).toHaveAttribute('aria-invalid', 'true');
    await expect(steps(page)).toHaveText('request 48 of 96');
  }
  await button(page, 'Step forward').click();
  await expect(verdict(page)).toHaveText('Miss: filled');
  await button(page, 'One track too many').click();
  await expect(cache(page).locator('[aria-invalid]')).toHaveCount(0);
  await expect(field(page, 'Cache')).toHaveValue('24');
  await expect(field(page, 'File')).toHaveValue('25');
});

test('every read bypasses the cache when there are no slots', async ({ page }) => {
  await open(page);
  await field(page, 'Cache').fill('0');
  await field(page, 'Cache').press('Enter');
  await expect(cache(page)).toContainText('Without slots, every read bypasses the cache');
  await button(page, 'Step forward').click();
  await expect(verdict(page)).toHaveText('Miss: bypassed');
});

test('slots are also in a table', async ({ page }) => {
  await open(page);
  await button(page, 'Step forward').click();
  await expect(verdict(page)).toHaveText('Miss: filled');
  await cache(page).getByText('Data table').click();
  const rows = cache(page).getByRole('row');
  await expect(rows).toHaveCount(25);
  await expect(rows.nth(1).getByRole('cell')).toHaveText(['1', 'A', '1', '0', 'fill']);
  await expect(rows.nth(2).getByRole('cell')).toHaveText(['2', 'empty', '', '', '']);
  await button(page, 'Step forward').click();
  await expect(rows.nth(1).getByRole('cell')).toHaveText(['1', 'A', '1', '1', '']);
});

test('model does not move with reduced motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page);
  await expect(button(page, 'Play')).toHaveCount(0);
  await button(page, 'Step forward').click();
  await expect(steps(page)).toHaveText('request 49 of 96');
  await button(page, 'End of phase').click();
  await expect(steps(page)).toHaveText('request 72 of 96');
});

for (const colorScheme of ['light', 'dark'] as const)
  test(`model passes axe, ${colorScheme}`, { tag: colorScheme === 'light' ? '@nightly' : [] }, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await open(page);
    for (const lesson of ['Four guests, one minidisk', 'The same neighbor, unlimited']) {
      await button(page, lesson).click();
      await button(page, 'End of phase').click();
      await expect(did(page)).toContainText('The read is over');
      expect(await violations(page, '[data-testid="cache"]')).toEqual([]);
    }
    await cache(page).getByRole('combobox', { name: 'Guests' }).selectOption('6');
    await field(page, 'Cache').fill('-1');
    // Leaving the field shows the error without moving anything under the pointer.
    await cache(page).getByText('Data table').click();
    await expect(cache(page).getByRole('table')).toBeVisible();
    await expect(cache(page).getByRole('alert').filter({ hasText: 'Choose' })).toBeVisible();
    expect(await violations(page, '[data-testid="cache"]')).toEqual([]);
  });

test('model fits a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page);
  for (const slots of ['256', '100', '24']) {
    await field(page, 'Cache').fill(slots);
    await field(page, 'Cache').press('Enter');
    await expect(cache(page).getByTestId('slots').locator('> *')).toHaveCount(Number(slots));
    await button(page, 'End of phase').click();
    await expect(did(page)).toContainText('The read is over');
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  }
});
