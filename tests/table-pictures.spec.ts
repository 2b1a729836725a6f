/** Tables and their cells as charts: the terms of a cell's time, values side by side, and all errors on one scale. */
import { test } from '@playwright/test';
import { violations } from './axe.ts';
import { publishedLab } from './answers.ts';
import { expect, LabPage, serveLab, type LabHost } from './lab-page.ts';

let host: LabHost;
test.beforeAll(async () => {
  host = await serveLab('zfs-directories');
});
test.afterAll(() => host.close());

const tableId = 'v2r1-ptestdl';

test('breakdown stacks the terms of a cell next to the time that the printed value implies', async ({ page }) => {
  const at = new LabPage(page);
  await at.open(host.lab);
  await at.come(`breakdown-${tableId}`);
  const picture = page.getByTestId(`breakdown-breakdown-${tableId}`);
  await expect(picture.locator('svg text').filter({ hasText: /µs$/ })).toHaveCount(2);
  // The bars have several terms, and the error of each of the two values is drawn.
  const [bars, missed] = await picture.evaluate((figure) => {
    const ends = (what: string) =>
      [...figure.querySelectorAll(`svg ${what}`)].map((one) => one.getBoundingClientRect());
    return [ends('.bar').map(({ width }) => width), ends('.missed').map(({ width }) => width)];
  });
  expect(bars?.length).toBeGreaterThan(2);
  expect(missed).toHaveLength(2);
  await expect(picture.locator('svg text').filter({ hasText: 'published' }).first()).toContainText('%');
  expect(await violations(page, `[data-testid="breakdown-breakdown-${tableId}"]`)).toEqual([]);
  expect(at.complaints).toEqual([]);
});

for (const width of [1280, 390])
  test(`table becomes a chart and a table again, also by a link, at ${width} pixels`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    const at = new LabPage(page);
    await at.open(host.lab);
    await at.come(`table-${tableId}`);
    const table = at.table(tableId);
    const error = at.cell(tableId, 0).locator('.error');
    await expect(error).toHaveText(/[+−±][\d.]+/u);
    const [value = ''] = /[+−±][\d.]+/u.exec((await error.textContent()) ?? '') ?? [];
    await table.getByRole('button', { name: 'Chart', exact: true }).click();
    const rows = table.locator('.picture svg text');
    await expect(rows.filter({ hasText: value }).first()).toBeVisible();
    await expect.poll(() => at.linked()).toMatchObject({ looks: { [`table-${tableId}`]: 'picture' } });
    // Names have enough space, and nothing is wider than the page.
    const cut = await table.locator('.picture svg').evaluateAll((all) =>
      all.flatMap((svg) => {
        const { left, right } = svg.getBoundingClientRect();
        return [...svg.querySelectorAll('text')].filter((text) => {
          const box = text.getBoundingClientRect();
          return box.left < left - 1 || box.right > right + 1;
        }).length;
      }),
    );
    expect(cut.every((count) => count === 0)).toBe(true);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    await page.reload();
    await at.come(`table-${tableId}`);
    await expect(table.locator('.picture').first()).toBeVisible();
    expect(await violations(page, `[data-testid="table-${tableId}"]`)).toEqual([]);
    await table.getByRole('button', { name: 'Table', exact: true }).click();
    await expect(at.cell(tableId, 0)).toBeVisible();
    expect(at.complaints).toEqual([]);
  });

test('every error has a mark, and a panel leads to its table', async ({ page }) => {
  const at = new LabPage(page);
  await at.open(host.lab);
  await at.come('page:headline');
  const panels = page.getByTestId('error-panels');
  const { recorded } = publishedLab('zfs-directories');
  await expect(panels.locator('.point')).toHaveCount(recorded?.independent_cells ?? NaN, { timeout: 60_000 });
  await panels
    .getByRole('link', { name: /ptestDU on a z9/ })
    .first()
    .click();
  await expect(at.table('v2r1-ptestdu')).toBeInViewport();
  expect(await violations(page, '[data-testid="error-panels"]')).toEqual([]);
  expect(at.complaints).toEqual([]);
});
