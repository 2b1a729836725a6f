/** The lab on journaling file systems as readers see it. */
import { expect, test, type Locator, type Page } from '@playwright/test';
import { violations } from './axe.ts';
import { complaintsOf } from './complaints.ts';
import { LabPage, serveLab, type LabHost } from './lab-page.ts';

let host: LabHost;
let complaints: readonly string[] = [];

test.afterEach(async () => {
  await host.close();
  expect(complaints).toEqual([]);
});

async function plug(page: Page): Promise<Locator> {
  host = await serveLab('journaling');
  complaints = complaintsOf(page);
  await page.goto(host.lab);
  await page.locator('[data-island="page:rail"][data-awake]').waitFor({ state: 'attached' });
  const skip = new LabPage(page).button('p-safe', 'Show without predicting');
  await skip.scrollIntoViewIfNeeded();
  await skip.click();
  await page.locator('#model-journal-power-cut').scrollIntoViewIfNeeded();
  const view = page.locator('#model-journal-power-cut').getByTestId('plug');
  await expect(view).toBeVisible({ timeout: 30_000 });
  return view;
}

test('search finds the damage of a disabled safeguard after a power failure', async ({ page }) => {
  const view = await plug(page);
  const outcome = view.getByTestId('outcome');
  // The result appears when the writes have been played.
  await expect(outcome).toContainText('Then the power fails.');
  await expect(view.getByTestId('files')).toContainText('The power is on.');
  await expect(outcome).toContainText('No damage after recovery.');
  await expect(view.getByTestId('files').getByRole('listitem').first()).toContainText(/^File \d+ /);

  // By keyboard alone: to the last write, after which nothing is lost.
  const cut = view.getByRole('slider', { name: 'Cut power after write' });
  await cut.focus();
  await page.keyboard.press('End');
  await expect(view.getByText(/^Power cut after write (\d+) of \1:/)).toBeVisible();
  await view.getByText('More: lost and torn writes').click();
  const failure = view.getByTestId('power-failure');
  await failure.getByLabel('Power failure').selectOption('nothing');
  await expect(outcome).toContainText('No damage after recovery.');

  // By pointer: the crash point moves to the clicked position of the strip.
  await view.getByTestId('strip').click({ position: { x: 4, y: 10 } });
  await expect(view.getByText(/^Power cut after write 1 of/)).toBeVisible();

  // A checksum detects a flipped bit in the log; without one, it goes undetected.
  await page.keyboard.press('End');
  await failure.getByLabel('Power failure').selectOption('rot');
  await expect(outcome).toContainText('No checksum covers it, so the recovery did not detect it.');
  await failure.getByRole('checkbox', { name: 'The log has checksums' }).check();
  await expect(outcome).toContainText('detected a damaged log block by a checksum');
  await failure.getByRole('checkbox', { name: 'The log has checksums' }).uncheck();
  await failure.getByLabel('Disk').selectOption('lost-flush');
  await failure.getByLabel('Power failure').selectOption('all');
  await expect(outcome).toContainText('Lost: ');
  await failure.getByLabel('Disk').selectOption('cached');
  await expect(outcome).toContainText('No damage after recovery.');

  const worst = view.getByRole('button', { name: 'Find worst cut' });
  const measure = view.getByTestId('plug-worst');
  await expect(
    view.getByText(/^The search ranks cuts by damage to the structure, then by lost synced data/),
  ).toBeVisible();
  await worst.click();
  await expect(measure).toHaveText(/^The worst of [\d,]+ outcomes?\.$/);
  await expect(outcome).toContainText('No damage after recovery.');
  await expect(outcome).toContainText('Lost: ');

  await view.getByRole('checkbox', { name: 'No revoke records' }).check();
  await expect(view.getByLabel('Workload')).toHaveValue('used-again');
  await expect(view.getByText(/^The worst of/)).toHaveCount(0);
  await worst.click();
  await expect(outcome).toContainText(/Damage after recovery: .*foreign or stale/);
  await expect(view.getByTestId('files').getByRole('listitem').first()).toContainText(/foreign page/);
  await view.getByText('Table of writes').click();
  await expect(view.getByRole('row').filter({ hasText: 'is complete' }).first()).toBeAttached();
  expect(await violations(page)).toEqual([]);

  // Without a log, its rules do not apply, and the check covers the whole file system.
  await view.getByLabel('File system').selectOption('ext2');
  await expect(view.getByRole('checkbox', { name: 'No revoke records' })).toBeDisabled();
  await expect(outcome).toContainText('The full check read');
});

test('load runs on all file systems, pauses, continues, and shows bytes by component', async ({ page }) => {
  host = await serveLab('journaling');
  complaints = complaintsOf(page);
  await page.goto(host.lab);
  await page.locator('[data-island="page:rail"][data-awake]').waitFor({ state: 'attached' });
  const skip = new LabPage(page).button('p-bytes', 'Show without predicting');
  await skip.scrollIntoViewIfNeeded();
  await skip.click();
  await page.locator('#model-journal-runs').scrollIntoViewIfNeeded();
  const view = page.getByTestId('runs');
  await view.getByRole('button', { name: 'Run on all' }).click();
  // Results appear long before the end and do not change during a pause.
  const clock = view.getByTestId('runs-clock');
  await expect(clock).toContainText('of 7 finished');
  await view.getByRole('button', { name: 'Pause' }).click();
  await expect(view.getByRole('button', { name: 'Cancel' })).toBeVisible();
  await view.getByRole('radio', { name: 'bytes written, by purpose' }).check();
  await expect(view.locator('#runs-takeaway')).toContainText('So far, in MB');
  await view.getByRole('button', { name: 'Resume' }).click();
  await expect(clock).toContainText('All do the same work: ');
  await expect(view.getByRole('button', { name: 'Run on all' })).toBeVisible();
  // Only data=journal writes pages to the log.
  await expect(view.locator('#runs-takeaway')).toContainText('(ext3, journal)');
  await view.getByRole('application').focus();
  await page.keyboard.press('ArrowRight');
  await expect(view.getByText(/^ext2: |^ext3, |^ReiserFS: |^JFS: |^XFS: /).first()).toBeVisible();
  await view.getByRole('radio', { name: 'throughput over time' }).check();
  await view.getByRole('application').focus();
  await page.keyboard.press('End');
  await expect(view.getByText(/^ext2: \S+ MB\/s from \S+ to \S+ s$/).first()).toBeVisible();
  expect(await violations(page)).toEqual([]);
});

test('chooser names the file systems that fit and what rules out the others', async ({ page }) => {
  host = await serveLab('journaling');
  complaints = complaintsOf(page);
  await page.goto(host.lab);
  await page.locator('[data-island="page:rail"][data-awake]').waitFor({ state: 'attached' });
  await new LabPage(page).come('model-which-file-system');
  const view = page.getByTestId('which-file-system');
  const chosen = view.getByTestId('chosen');
  await expect(view.getByTestId('as-of')).toHaveText(/^As of 2004: .*ReiserFS was removed from Linux in version 6\.13/);
  await expect(chosen.getByRole('strong')).toContainText('ext3 ordered');
  await expect(chosen.getByRole('strong')).not.toContainText('XFS');

  // Every file system that replays a log can grow while mounted, but only one of them can also shrink.
  await view.getByRole('group', { name: 'Growing required' }).getByLabel('yes, in use').check();
  await expect(chosen.getByRole('strong')).toHaveText('ReiserFS');
  const ext2 = view.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'ext2', exact: true }) });
  await expect(ext2.first()).toContainText('the limit is 60 s');

  await view.getByLabel('Size').fill('1');
  await view.getByLabel('Log').fill('1024');
  await expect(view).toContainText('make the log smaller');
  expect(await violations(page)).toEqual([]);
});
