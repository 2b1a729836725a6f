// Exports of a page: files of a table or a chart, a run that the command recomputes, and code that authors paste
// elsewhere.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test, type Locator, type Page } from '@playwright/test';
import { violations } from './axe.ts';
import { buildCommand } from './command.ts';
import { expect, LabPage, serveLab, type LabHost } from './lab-page.ts';
import { dist } from './serve.ts';

const { version } = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

let host: LabHost;
let command: ReturnType<typeof buildCommand>;
test.beforeAll(async () => {
  test.setTimeout(600_000);
  command = buildCommand();
  host = await serveLab('zfs-directories');
});
test.afterAll(() => host.close());

/** Opens the first lab's chart of sizes, which a prediction hides. */
async function chartOfSizes(at: LabPage): Promise<Locator> {
  await at.come('p-size');
  await at.button('p-size', 'Show without predicting').click();
  await at.come('size');
  return at.chart('size');
}

/** Clicks a button of a figure that saves a file; returns the file. */
async function saved(page: Page, figure: Locator, button: string): Promise<{ name: string; bytes: Buffer }> {
  const ready = figure.getByRole('button', { name: button, exact: true });
  // A slow machine may still be running the model.
  await expect(ready).toBeEnabled({ timeout: 100_000 });
  const download = page.waitForEvent('download');
  await ready.click();
  const file = await download;
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

/** Compares the CSV that the page saves with the command's output for the saved run. */
async function sameCsv(page: Page, figure: Locator, lab: string): Promise<string> {
  const csv = (await saved(page, figure, 'Save as CSV')).bytes.toString();
  const run = await saved(page, figure, 'Save this run');
  expect(JSON.parse(run.bytes.toString())).toMatchObject({
    format: 'pathlength-run',
    command: `pathlength rerun ${run.name} -o ${run.name.replace('.run.json', '.csv')}`,
  });
  const compiled = join(dist('site'), 'labs', lab, 'lab.json');
  const again = command(['rerun', '-', '--lab', compiled], run.bytes.toString());
  expect(again).toBe(csv);
  return csv;
}

test('chart of two configurations equals the command’s, byte for byte', async ({ page }) => {
  const at = new LabPage(page);
  await at.open(host.lab);
  await at.come('p-split');
  await at.button('p-split', 'Show without predicting').click();
  await at.come('split-bars');
  const chart = at.chart('split-bars');
  await page.getByTestId('compare-split-bars').click();
  await page.locator('#split-plex').getByRole('radio', { name: 'monoplex' }).last().check();
  await expect(chart.getByRole('application')).toHaveCount(2);
  await chart.getByText('Data table, export, embed').click();
  const csv = await sameCsv(page, chart, 'zfs-directories');
  for (const kind of ['model', 'published']) expect(csv).toContain(`,"${kind}"\n`);
  expect(await violations(page, '[data-testid="chart-split-bars"]')).toEqual([]);
  expect(at.complaints).toEqual([]);
});

test('bars with confidence intervals and a simulated table are recomputed, too', async ({ page }) => {
  const at = new LabPage(page);
  await at.open(host.lab.replace('zfs-directories', 'sfs-file-pool'));
  await at.come('sandbox-bars');
  const chart = at.chart('sandbox-bars');
  await chart.getByText('Data table, export, embed').click();
  expect(await sameCsv(page, chart, 'sfs-file-pool')).toContain('half-width of the 95 % confidence interval');
  await at.come('p-held');
  await at.button('p-held', 'Show without predicting').click();
  await at.come('table-prf083-simulated');
  const table = at.table('prf083-simulated');
  await table.getByText('Export, embed').click();
  const csv = await sameCsv(page, table, 'sfs-file-pool');
  expect(csv).toBe(command(['reproduce', 'sfs-file-pool', '--table', 'prf083-simulated', '--format', 'csv']));
  expect(at.complaints).toEqual([]);
});

test('table and chart are saved as self-contained pictures', async ({ page }) => {
  const at = new LabPage(page);
  await at.open(host.lab);
  await chartOfSizes(at);
  await at.come('table-v2r1-ptestdl');
  for (const [figure, words] of [
    [at.chart('size'), 'published'],
    [at.table('v2r1-ptestdl'), '20,000'],
  ] as const) {
    await figure.getByText('xport, embed').click();
    const { bytes } = await saved(page, figure, 'Save as SVG');
    const png = (await saved(page, figure, 'Save as PNG')).bytes;
    const title = await figure.getByRole('heading').first().textContent();
    const alone = await page.context().newPage();
    await alone.setContent(bytes.toString());
    const drawn = alone.locator('svg').first();
    await expect(drawn.locator('> title')).toHaveText(title ?? '');
    await expect(drawn.getByText(words, { exact: true }).first()).toBeVisible();
    expect(await alone.locator('[class], [style], style, script, image, use').count()).toBe(0);
    const box = await drawn.boundingBox();
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([2 * (box?.width ?? 0), 2 * (box?.height ?? 0)]);
    await alone.close();
  }
  expect(at.complaints).toEqual([]);
});

test('dialog offers four forms, and their link leads to this state', async ({ page }) => {
  const at = new LabPage(page);
  // A host with a permanent address for this version.
  await page.route('**/versions.json', (route) =>
    route.fulfill({ json: { latest: version, versions: [{ version, path: `v/${version}/` }] } }),
  );
  await at.open(host.lab);
  const chart = await chartOfSizes(at);
  await page.locator('#size-plex').getByRole('radio', { name: 'monoplex' }).last().check();
  await chart.getByText('Data table, export, embed').click();
  const embed = chart.getByRole('button', { name: 'Embed' });
  await expect(embed).toBeEnabled({ timeout: 100_000 });
  await embed.click();
  const dialog = page.getByRole('dialog', { name: 'Embed this view' });
  const form = (name: string) => dialog.getByLabel(name, { exact: true });
  await expect(form('Element')).toHaveValue(
    new RegExp(
      `<script type="module" src="${host.url}v/${version}/embed.js">.*<pathlength-lab lab="zfs-directories" view="chart"`,
      's',
    ),
  );
  await expect(form('Frame')).toHaveValue(/sandbox="allow-scripts"/);
  await expect(form('Table')).toHaveValue(/<caption>.*<td>model<\/td>/s);
  const link = /\]\((http[^)]*)\)$/.exec(await form('Markdown').inputValue())?.[1] ?? '';
  expect(await violations(page, 'dialog')).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(embed).toBeFocused();
  await at.open(link);
  await expect(page.locator('#size-plex').getByRole('radio', { name: 'monoplex' }).last()).toBeChecked();
  expect(at.complaints).toEqual([]);
});

test('whole lab is embedded by the dialog next to its link', async ({ page }) => {
  const at = new LabPage(page);
  await at.open(host.lab);
  await at.openRail();
  await at.rail.getByRole('button', { name: 'Embed lab' }).click();
  const dialog = page.getByRole('dialog', { name: 'Embed this view' });
  await expect(dialog.getByLabel('Element', { exact: true })).toHaveValue(
    /<pathlength-lab lab="zfs-directories" view="lab">/,
  );
  await expect(dialog.getByLabel('Markdown', { exact: true })).toHaveValue(
    `[zFS directories, page by page](${host.lab})`,
  );
  // Everything is available even if no version has been released; the site's own address is used then.
  const texts = await dialog
    .locator('textarea')
    .evaluateAll((all) => all.map((area) => (area as HTMLTextAreaElement).value));
  const file = await dialog.getByRole('link', { name: 'the lab as one file' }).getAttribute('href');
  const addresses = [...texts.join('\n').matchAll(/(?:src|href)="([^"]+)"/g)].map(([, found = '']) => found);
  expect(addresses.filter((address) => address.startsWith(`${host.url}embed`))).toHaveLength(2);
  for (const address of [...addresses, file ?? '']) expect((await page.request.get(address)).ok(), address).toBe(true);
  expect(await violations(page, 'dialog')).toEqual([]);

  // The dialog can also embed one of the lab's interactive models.
  await dialog.getByLabel('Content').selectOption({ label: 'While the old system finishes one operation' });
  await expect(dialog.getByLabel('Element', { exact: true })).toHaveValue(
    /<pathlength-lab lab="zfs-directories" view="model" model="race">\n {2}<a href="[^"]*#race">/,
  );
  const frame = /src="([^"]+)"/.exec(await dialog.getByLabel('Frame', { exact: true }).inputValue())?.[1] ?? '';
  const framed = await page.context().newPage();
  await framed.goto(frame.replaceAll('&amp;', '&'));
  await expect(framed.locator('.sentence')).toContainText(/\d/);
  await framed.close();
  await page.keyboard.press('Escape');
  await expect(at.rail.getByRole('button', { name: 'Embed lab' })).toBeFocused();
  expect(at.complaints).toEqual([]);
});
