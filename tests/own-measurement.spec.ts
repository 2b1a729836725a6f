/** A reader's own measurements in the charts of configurations: IOzone output, and tables. */
import { test, type Locator } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { blocksOf } from '../web/src/lab/blocks.ts';
import type { Chart, Lab } from '../web/src/lab/types.ts';
import { violations } from './axe.ts';
import { expect, LabPage, serveLab, type LabHost } from './lab-page.ts';
import { dist } from './serve.ts';

const id = 'disk-paths';
const lab = JSON.parse(readFileSync(`${dist('site')}/labs/${id}/lab.json`, 'utf8')) as Lab;
const output = 'kb_per_s';
const charts = blocksOf(lab).filter(
  (block) =>
    block.kind === 'chart' &&
    block.x === undefined &&
    block.relative &&
    [block.y, ...(block.also ?? [])].includes(output),
) as Chart[];
const titlesOf = ({ series = '' }: Chart): string[] => (lab.series[series] ?? []).map(({ title }) => title);

let host: LabHost;
test.beforeAll(async () => {
  host = await serveLab(id);
});
test.afterAll(() => host.close());

/** Returns the output of IOzone's throughput mode; each phase is faster than the first write by its factor. */
const iozone = (write: number): string =>
  `\tIozone: Performance Test of File I/O
\tCommand line used: ./iozone -t 1 -i 0 -i 1 -s 800m -r 64k
\tOutput is in kBytes/sec
\tEach process writes a 819200 kByte file in 64 kByte records

\tChildren see throughput for  1 initial writers \t=   ${write.toFixed(2)} kB/sec
\tChildren see throughput for  1 rewriters \t=   ${(write * 1.1).toFixed(2)} kB/sec
\tChildren see throughput for  1 readers \t\t=   ${(write * 2).toFixed(2)} kB/sec
\tChildren see throughput for 1 re-readers \t=   ${(write * 2.1).toFixed(2)} kB/sec

iozone test complete.
`;

/** Drops several files, as a reader does by mouse. */
async function drop(at: LabPage, on: Locator, files: Record<string, string>): Promise<void> {
  const dataTransfer = await at.page.evaluateHandle((files) => {
    const transfer = new DataTransfer();
    for (const [name, text] of Object.entries(files)) transfer.items.add(new File([text], name));
    return transfer;
  }, files);
  await on.dispatchEvent('drop', { dataTransfer });
}

/** Opens a chart of the read phase that no prediction hides, and selects throughput in it. */
async function open(at: LabPage): Promise<{ figure: Locator; titles: string[]; id: string }> {
  await at.open(host.lab);
  for (const chart of charts) {
    const figure = at.chart(chart.id);
    if (chart.scenario?.['phase'] !== 'read' || !(await figure.isVisible())) continue;
    // Parts that load above the chart may push it away again.
    await expect(async () => {
      await figure.scrollIntoViewIfNeeded();
      await expect(figure.getByRole('button', { name: 'Your own data' })).toBeEnabled({ timeout: 2000 });
    }).toPass();
    await figure.getByTestId(`show-${chart.id}`).selectOption(output);
    return { figure, titles: titlesOf(chart), id: chart.id };
  }
  throw new Error('no chart of configurations can be seen');
}
const rows = (figure: Locator): Locator => figure.locator('.own-data li');
const marks = (figure: Locator): Locator => figure.locator('svg path.own');

test('IOzone files become configurations: named, scaled to one of them, compared, and removed', async ({ page }) => {
  const at = new LabPage(page);
  const { figure, titles, id } = await open(at);
  const [first = '', second = ''] = titles;
  const requests: string[] = [];
  await drop(at, figure, { [`${first.toLowerCase()}.txt`]: iozone(20000), 'run7.log': iozone(30000) });
  await expect(figure.getByRole('status').first()).toContainText(`Added: ${first.toLowerCase()}; run7.`);
  page.on('request', (request) => requests.push(request.url()));

  // A file whose name does not identify a configuration has a separate row until the reader names one.
  await expect(rows(figure)).toHaveCount(2);
  await expect(rows(figure).nth(0)).toContainText('40,000 KB/s, here 1.00×');
  await expect(rows(figure).nth(1)).toContainText('60,000 KB/s, here 1.50×');
  await expect(figure.locator('svg text', { hasText: /^run7$/ })).toBeVisible();
  await expect(figure.locator('.own-data')).not.toContainText('median error');
  await figure.getByRole('combobox', { name: 'run7 is' }).selectOption(second);
  await expect(figure.locator('svg text', { hasText: /^run7$/ })).toHaveCount(0);
  await expect(figure.locator('.own-data')).toContainText(/median error for 1 configuration\s+is \d/);
  await expect(marks(figure)).toHaveCount(2 + 1);

  // In ratios to the other file, that file agrees with the model by definition and does not test the model.
  const before = await rows(figure).nth(0).textContent();
  await figure.getByLabel('Divide by').selectOption({ label: `${second} (run7)` });
  await expect(rows(figure).nth(0)).not.toHaveText(before ?? '');
  await expect(rows(figure).nth(1)).not.toContainText('error');
  await expect(figure.locator('.own-data')).toContainText('by definition');

  // IOzone measures no processor time: the page reports this and offers the quantities that the files contain.
  const show = figure.getByTestId(`show-${id}`);
  await show.selectOption({ index: 0 });
  await expect(figure.locator('.own-data')).toContainText(/These files do not contain .*, which the chart\s+shows/);
  await expect(marks(figure)).toHaveCount(0);
  await figure
    .locator('.own-data')
    .getByRole('button', { name: /^Show / })
    .click();
  await expect(show).toHaveValue(output);
  await expect(marks(figure)).toHaveCount(2 + 1);

  await rows(figure).nth(0).getByRole('button', { name: 'Remove' }).press('Enter');
  await expect(rows(figure)).toHaveCount(1);
  await expect(figure.getByRole('button', { name: 'Close' })).toBeFocused();
  expect(requests.filter((url) => !url.startsWith(host.url))).toEqual([]);
  expect(at.complaints).toEqual([]);
});

test('files with all four phases give the mix shown by “Your load”, with their numbers', async ({ page }) => {
  const at = new LabPage(page);
  await at.open(host.lab);
  await at.come('load-chart');
  const figure = at.chart('load-chart');
  await expect(figure.getByRole('button', { name: 'Your own data' })).toBeEnabled();
  await drop(at, figure, { 'eded.txt': iozone(20000), 'mine.log': iozone(30000) });
  await expect(rows(figure)).toHaveCount(2);
  // The lab begins with 70 % reads; half of the reads are rereads, and half of the writes are initial. Computed by
  // hand for one KB: (0.15 / 1 + 0.15 / 1.1 + 0.35 / 2 + 0.35 / 2.1) / 20,000 s.
  const settings = lab.start;
  expect([settings['read_share'], settings['reread_share'], settings['initial_share']]).toEqual([70, 50, 50]);
  await expect(rows(figure).nth(0)).toContainText('31,846 KB/s, here 1.00×');
  await expect(rows(figure).nth(1)).toContainText('47,768 KB/s, here 1.50×');
  await expect(figure.locator('.own-data')).toContainText(
    '15.0\u202f% write, 15.0\u202f% rewrite, 35.0\u202f% read, 35.0\u202f% reread',
  );
  // The number of a separate row is in the column of the model's values.
  await expect(figure.locator('svg text', { hasText: /^mine$/ })).toBeVisible();
  await expect(figure.locator('svg text', { hasText: /^1\.50×$/ })).toBeVisible();
  await expect(figure.locator('svg text', { hasText: /^model, your data$/ })).toBeVisible();
  await expect(figure.locator('.own-data')).not.toContainText('not measured');
});

test('single configuration gives no ratio, and the page says what to do', async ({ page }) => {
  const at = new LabPage(page);
  const { figure, titles } = await open(at);
  await drop(at, figure, { 'mine.txt': iozone(20000) });
  const own = figure.locator('.own-data');
  await expect(own).toContainText('A ratio needs two configurations. Add another one, or select which');
  await figure.getByRole('combobox', { name: 'mine is' }).selectOption(titles[1] ?? '');
  await expect(own).toContainText('or divide by this one: it then appears at the model’s value for');
  // The chart has no mark yet, so the legend must not show one.
  await expect(marks(figure)).toHaveCount(0);
  await figure.getByLabel('Divide by').selectOption({ label: `${titles[1]} (mine)` });
  await expect(own).toContainText('by definition: it does not test the model');
  await expect(marks(figure)).toHaveCount(2);
});

test('table adds several at once; hostile text stays text; errors lose nothing', async ({ page }) => {
  const at = new LabPage(page);
  const { figure, titles, id } = await open(at);
  const hostile = '<img src=x onerror=alert(1)>';
  await figure.getByRole('button', { name: 'Your own data' }).click();
  const lines = figure.getByLabel('or paste its lines');
  await lines.fill(`configuration;kb_per_s;colour\n${titles[0]};20\n${titles[1]};22\n${hostile};40\n`);
  await figure.getByRole('button', { name: 'Read' }).click();
  await expect(figure.getByRole('status').first()).toContainText('Not used: colour.');
  await expect(rows(figure)).toHaveCount(3);
  await expect(figure.locator('svg text', { hasText: '<img src=x' })).toBeVisible();

  await lines.fill('just words');
  await figure.getByRole('button', { name: 'Read' }).click();
  await expect(figure.getByRole('alert').first()).toContainText('Or use IOzone output');
  await drop(at, figure, {
    'large.txt': 'Children see '.repeat(500_000),
    'ops.txt': iozone(1).replaceAll('kB/', 'ops/'),
  });
  await expect(figure.getByRole('alert').first()).toContainText('large.txt is larger than 5 MB');
  await expect(figure.getByRole('alert').first()).toContainText(/ops\.txt: Line 6 counts operations .* without -O/);
  const whole = iozone(25000);
  await drop(at, figure, { 'cut.txt': whole.slice(0, whole.indexOf('re-readers') + 4) });
  await expect(figure.getByRole('status').first()).toContainText(
    'cut: The output ends in the middle of line 9: the re-reader throughput is missing.',
  );
  await expect(rows(figure)).toHaveCount(4);
  await expect(lines).toHaveValue('just words');

  // Added measurements stay when their section is closed and reopened, and are in the data table.
  await figure.getByRole('button', { name: 'Close' }).click();
  await expect(figure.getByRole('button', { name: 'Your own data' })).toBeFocused();
  await expect(figure.locator('.own-data')).toHaveCount(0);
  await figure.getByRole('button', { name: 'Your own data' }).press('Enter');
  await expect(rows(figure)).toHaveCount(4);
  await figure.getByText('Data table').click();
  await expect(figure.getByRole('row', { name: new RegExp(`onerror.*your own data`) })).toBeVisible();
  expect(await violations(page, `[data-testid="chart-${id}"]`)).toEqual([]);
  expect(at.complaints).toEqual([]);
});

test('measurements fit a phone, in dark mode too', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: 'dark' });
  const at = new LabPage(page);
  const { figure, titles, id } = await open(at);
  await drop(at, figure, { [`${titles[0]}-a-rather-long-name-of-a-run.txt`]: iozone(20000), 'another.txt': iozone(1) });
  await expect(rows(figure)).toHaveCount(2);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  const over = await figure.locator('.own-data').evaluate((own) => {
    const { right } = own.getBoundingClientRect();
    const parts = [...own.querySelectorAll('p, li, label, select, input, textarea, button')];
    return parts.filter((part) => part.getBoundingClientRect().right > right).map(({ outerHTML }) => outerHTML);
  });
  expect(over).toEqual([]);
  expect(await violations(page, `[data-testid="chart-${id}"]`)).toEqual([]);
});

test('cursor names the reader’s own values by keyboard', async ({ page }) => {
  const at = new LabPage(page);
  const { figure, titles } = await open(at);
  await drop(at, figure, { [`${titles[0]}.txt`]: iozone(20000), 'nvme.txt': iozone(60000) });
  await expect(rows(figure)).toHaveCount(2);
  await figure.getByRole('application').focus();
  await page.keyboard.press('ArrowDown');
  await expect(figure).toContainText(/model 1\.00×.*yours 1\.00×/);
  await page.keyboard.press('End');
  await expect(figure).toContainText('nvme, yours 3.00×');
});
