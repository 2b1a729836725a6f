// Readers describe their workload to the advisor and see the I/O paths ranked for it.
import { test, type Locator, type Page } from '@playwright/test';
import { violations } from './axe.ts';
import { expect, LabPage, serveLab, type LabHost } from './lab-page.ts';

let host: LabHost;
test.beforeAll(async () => {
  host = await serveLab('disk-paths');
});
test.afterAll(() => host.close());

const codes = 'D210 D211 D220 D221 D240 D241 EDED EMD0 EMD1 FDED FMD0 FMD1 LNS0'.split(' ');
const announcement = (page: Page): Locator => page.getByTestId('advisor-status');
const way = (page: Page, code: string): Locator => page.getByTestId(`way-${code}`);
const field = (page: Page, name: string): Locator => page.getByTestId('advisor').getByRole('spinbutton', { name });

/** Returns the paths in the displayed order. */
const order = (page: Page): Promise<string[]> =>
  page
    .locator('.advisor ol > li')
    .evaluateAll((items) => items.map((item) => item.getAttribute('data-testid')?.replace('way-', '') ?? ''));

/** Returns one of the numbers shown next to a path. */
const number = async (page: Page, code: string, name: string): Promise<number> => {
  const text = await way(page, code).locator('.numbers span', { hasText: name }).locator('b').textContent();
  return parseFloat(text ?? '');
};

async function open(page: Page): Promise<LabPage> {
  const at = new LabPage(page);
  await at.open(host.lab);
  await at.come('model-path-advisor');
  await expect(page.getByTestId('advisor').getByTestId('as-of')).toHaveText(/^As of 2005 or 2006: IBM, z\/VM/);
  await expect(announcement(page)).toContainText('is the best path for this workload');
  return at;
}

test('all thirteen paths are ranked by score, each with its own reason', async ({ page }) => {
  const at = await open(page);
  expect((await order(page)).sort()).toEqual(codes);
  const scores = await Promise.all((await order(page)).map((code) => number(page, code, 'score')));
  expect(scores).toEqual([...scores].sort((a, b) => b - a));
  const reasons = await page.locator('.advisor .reason').allTextContents();
  expect(new Set(reasons).size).toBe(13);
  await expect(page.getByTestId('advisor')).toContainText('The source does not explain two effects');
  for (const code of codes) await expect(way(page, code)).toContainText('from the published cells');
  expect((await order(page))[1]).toBe('EMD0');
  expect(await number(page, 'EMD0', 'throughput')).toBeCloseTo(1.04, 2);
  expect(await number(page, 'D240', 'throughput')).toBeCloseTo(0.8, 2);
  expect(at.complaints).toEqual([]);
});

test('weights reorder the paths by keyboard alone', async ({ page }) => {
  const at = await open(page);
  const type = async (name: string, text: string): Promise<void> => {
    await field(page, name).focus();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(text);
  };
  await type('rereads', '95');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.type('100');
  await type('weight of throughput', '1');
  await type('weight of CPU time', '0');
  // By throughput alone, paths with a cache are by far the fastest. If processor time counts as well, another of
  // these paths ranks first.
  await expect(announcement(page)).toContainText('FMD1 is the best path for this workload');
  await expect(way(page, 'EMD1').locator('.reason')).toContainText('95 % of all data come from the minidisk cache');
  expect(await number(page, 'EMD1', 'throughput')).toBeGreaterThan(await number(page, 'LNS0', 'throughput'));
  await type('rereads', '0');
  await expect(announcement(page)).toContainText('LNS0 is the best path for this workload');
  await type('weight of throughput', '0');
  await type('weight of CPU time', '1');
  await expect.poll(async () => (await order(page)).at(-1)).toBe('FMD1');
  expect(at.complaints).toEqual([]);
});

test('impossible paths are excluded with the reason', async ({ page }) => {
  await open(page);
  await page.getByTestId('advisor').getByLabel('No FCP channel').check();
  await expect(announcement(page)).toContainText('4 are excluded');
  await expect(way(page, 'LNS0')).toContainText('Excluded: The guest needs its own FCP device on an FCP channel.');
  expect((await order(page)).slice(-4).sort()).toEqual(['FDED', 'FMD0', 'FMD1', 'LNS0']);
  await page.getByTestId('advisor').getByLabel('Block size of the file system').selectOption({ label: '1,024 bytes' });
  await expect(announcement(page)).toContainText('11 are excluded');
  await expect(way(page, 'EMD0')).toContainText('too large for a file system with 1024-byte blocks');
  await page.getByTestId('advisor').getByLabel('No ECKD disks').check();
  await expect(announcement(page)).toHaveText('Your constraints exclude all thirteen paths. Remove a constraint.');
});

test('cache brings no gain when the file is larger', async ({ page }) => {
  await open(page);
  await field(page, 'rereads').fill('100');
  await page.getByTestId('advisor').getByLabel('has a limited size').check();
  await field(page, 'size of the minidisk cache').fill('2000');
  await expect(way(page, 'EMD1').locator('.reason')).toContainText('70 % of all data come from the minidisk cache');
  await expect(way(page, 'EMD1').locator('.numbers')).toContainText('model');
  await expect(way(page, 'EMD0').locator('.numbers')).toContainText('from the published cells');
  await field(page, 'size of the minidisk cache').fill('100');
  await expect(way(page, 'EMD1').locator('.reason')).toContainText('hardly anything comes from it');
});

test('ranking stays when a field is wrong, and the error names the fix', async ({ page }) => {
  const at = await open(page);
  const before = await order(page);
  const reads = field(page, 'KB read');
  const problems = page.getByTestId('advisor-problems');
  for (const text of ['', '-5', '170']) {
    await reads.fill(text);
    await expect(problems).toContainText('The share of KB read must be a number from 0 to 100 %.');
    await expect(reads).toHaveAttribute('aria-invalid', 'true');
    expect(await order(page)).toEqual(before);
  }
  await reads.fill('0');
  await expect(problems).toBeEmpty();
  await expect(way(page, 'EMD1').locator('.reason')).toContainText('nothing is read');
  await field(page, 'weight of throughput').fill('0');
  await field(page, 'weight of CPU time').fill('0');
  await expect(problems).toContainText('a weight above 0');
  expect(at.complaints).toEqual([]);
});

for (const [name, viewport, colorScheme] of [
  ['a wide light page', { width: 1280, height: 900 }, 'light'],
  ['a dark phone', { width: 390, height: 800 }, 'dark'],
] as const)
  test(`advisor passes axe and fits ${name}`, { tag: colorScheme === 'light' ? '@nightly' : [] }, async ({ page }) => {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
    await open(page);
    await page.getByTestId('advisor').getByLabel('has a limited size').check();
    await page.getByTestId('advisor').getByLabel('Must be a minidisk').check();
    await field(page, 'KB read').fill('');
    await expect(page.getByTestId('advisor-problems')).not.toBeEmpty();
    expect(await violations(page, '.advisor')).toEqual([]);
    await field(page, 'KB read').fill('50');
    await expect(announcement(page)).toContainText('3 are excluded');
    await expect(page.locator('.advisor ol.stale')).toHaveCount(0);
    expect(await violations(page, '.advisor')).toEqual([]);
    const right = await page
      .locator('.advisor *')
      .evaluateAll((all) => Math.max(...all.map((one) => one.getBoundingClientRect().right)));
    expect(right).toBeLessThanOrEqual(viewport.width);
  });
