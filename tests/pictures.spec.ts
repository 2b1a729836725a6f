// Content of labs that hosts can show without running code, and the picture that a widget shows until its interactive
// part has loaded.
import { expect, test, type Locator } from '@playwright/test';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { complaintsOf } from './complaints.ts';
import { script, serveDocs, type Docs } from './embed-host.ts';
import { dist } from './serve.ts';

interface Lab {
  tables: { id: string; cells: unknown[][] }[];
}
const site = dist('site');
const labs = readdirSync(join(site, 'labs')).filter((name) => existsSync(join(site, 'labs', name, 'lab.json')));
const read = (...path: string[]): string => readFileSync(join(site, ...path), 'utf8');
const idsIn = (part: unknown, wanted: 'chart' | 'model'): string[] => {
  if (typeof part !== 'object' || part === null) return [];
  const { kind, id } = part as { kind?: unknown; id?: unknown };
  return [...(kind === wanted ? [String(id)] : []), ...Object.values(part).flatMap((one) => idsIn(one, wanted))];
};

let docs: Docs;
test.beforeAll(async () => {
  docs = await serveDocs();
});
test.afterAll(() => docs.close());

test('every part has a page with its numbers, and its pictures', () => {
  let count = 0;
  for (const id of labs) {
    const lab = JSON.parse(read('labs', id, 'lab.json')) as Lab;
    const charts = idsIn(lab, 'chart').map((chart) => `chart-${chart}`);
    const models = idsIn(lab, 'model').map((model) => `model-${model.replace(/^model-/, '')}`);
    const tables = lab.tables.map((table) => `table-${table.id}`);
    const files = readdirSync(join(site, 'embed', id));
    const named = (ending: string): string[] =>
      files.flatMap((name) => (name.endsWith(ending) ? name.slice(0, -ending.length) : []));
    const all = [...charts, ...tables, ...models].sort();
    count += all.length;
    expect(named('.html').sort()).toEqual(all);
    for (const part of named('.html')) expect(read('embed', id, `${part}.html`)).toMatch(/<caption>[^]*<td>[^<]*\d/);
    expect(named('.png').sort()).toEqual(all);
    expect(named('-dark.svg').sort()).toEqual(all);
    expect(existsSync(join(site, 'embed', id, `${charts[0]}.json`))).toBe(false);
  }
  expect(count).toBeGreaterThan(120);
});

test('picture of a model shows the numbers of a chart of the lab', () => {
  const svg = read('embed', 'disk-paths', 'model-cache-requests.svg');
  expect(svg).toContain('<title>The minidisk cache, request by request</title>');
  expect(svg).toMatch(/>An interactive model in the step “[^”]+”: run it in the lab\.</);
  expect(svg).toContain('>Chart of the same step: Hit ratio of the reread by file size, 1,024 MB cache<');
  expect(svg).toMatch(/<desc>[^<]*Model: 1 at 100 MB, 0 at 2,048 MB\.<\/desc>/);
});

test('picture of a table describes a published number of the lab, as printed', () => {
  let described = 0;
  for (const id of labs) {
    const lab = JSON.parse(read('labs', id, 'lab.json')) as Lab;
    for (const { id: table, cells } of lab.tables) {
      const path = join('embed', id, `table-${table}.svg`);
      const [, number] = /<desc>.* \(published ([^<]+), model [^<]+\)\.<\/desc>/.exec(read(path)) ?? [];
      // The pictures of the other tables compare no values.
      if (number === undefined) continue;
      expect(cells.flat()).toContain(Number(number.replaceAll(',', '')));
      described++;
    }
  }
  expect(described).toBeGreaterThan(20);
});

test('pictures are neither kept offline nor packaged, except the one in the description', () => {
  expect(read('offline.json')).not.toMatch(/embed\/|picture\.png/);
  const files = readdirSync(dist('package'), { recursive: true }).map(String);
  expect(files.filter((name) => /(chart|table|model)-.*\.(svg|png|html|json)$/.test(name))).toEqual([]);
  expect(files).toContain('docs/pictures/directory-size.svg');
  expect(readFileSync(join(dist('package'), 'README.md'), 'utf8')).toContain('](docs/pictures/directory-size.svg)');
});

test('pictures in the descriptions of the project are those that the build draws', () => {
  for (const ending of ['.svg', '-dark.svg'])
    expect(readFileSync(new URL(`../docs/pictures/directory-size${ending}`, import.meta.url), 'utf8')).toBe(
      read('embed', 'zfs-directories', `chart-size${ending}`),
    );
});

const poster =
  '<pathlength-lab lab="zfs-directories" view="chart" chart="size" reveal="manual" poster><p>Own content</p></pathlength-lab><p id="below">Below</p>';

/** Starts recording the positions of an element; returns a function that returns all of them without duplicates. */
async function recordPlaces(element: Locator): Promise<() => Promise<number[]>> {
  const recorded = await element.evaluateHandle((found) => {
    const places = new Set<number>();
    const look = (): void => {
      places.add(found.getBoundingClientRect().top);
      requestAnimationFrame(look);
    };
    look();
    return places;
  });
  return () => recorded.evaluate((places) => [...places]);
}

test('poster is replaced by the live chart, and nothing below it moves', async ({ page }) => {
  const complaints = complaintsOf(page);
  await page.setViewportSize({ width: 1100, height: 1100 });
  await page.goto(docs.page(`${script(docs.widgets)}${poster}`, ''));
  const widget = page.locator('pathlength-lab');
  const picture = widget.locator('[part=poster]');
  await expect(picture).toBeVisible();
  await expect(picture).toHaveJSProperty('naturalWidth', 968);
  await expect(page.getByText('Own content')).toBeHidden();
  const places = await recordPlaces(page.locator('#below'));

  await widget.getByRole('button', { name: 'Run interactive version' }).click();
  await expect(widget.locator('path.line').first()).toHaveAttribute('d', /L/);
  await expect(widget.getByRole('button', { name: 'Reset' })).toBeVisible();
  await expect(picture).toHaveCount(0);
  // Parts that load after the curve: the choice of views, and the intervals.
  await expect(widget.getByRole('button', { name: 'Errors' })).toBeVisible();
  await expect(widget.getByText('95 % prediction interval')).toBeVisible();
  expect(await places()).toHaveLength(1);
  expect(complaints).toEqual([]);
});

test('poster that cannot be loaded leaves the content of the page', async ({ page }) => {
  await page.goto(docs.page(`${script(docs.widgets)}${poster.replace('poster', 'poster="missing.svg"')}`));
  await expect(page.getByRole('button', { name: 'Run interactive version' })).toBeVisible();
  await expect(page.getByText('Own content')).toBeVisible();
});

test('poster of an interactive model has the name of its view', async ({ page }) => {
  const model =
    '<pathlength-lab lab="disk-paths" view="model" model="minidisk-cache" reveal="manual" poster></pathlength-lab>';
  await page.goto(docs.page(`${script(docs.widgets)}${model}`));
  const picture = page.locator('[part=poster]');
  await expect(picture).toHaveAttribute('src', /embed\/disk-paths\/model-minidisk-cache\.svg$/);
  await expect(picture).toHaveJSProperty('naturalWidth', 968);
});

test('poster is dark where the page is', async ({ page }) => {
  await page.goto(docs.page(`<style>html { color-scheme: dark }</style>${script(docs.widgets)}${poster}`, ''));
  await expect(page.locator('[part=poster]')).toHaveAttribute('src', /chart-size-dark\.svg$/);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });
  test('element shows its own content, and a part’s page its picture and numbers', async ({ page }) => {
    await page.goto(docs.page(`${script(docs.widgets)}${poster}`));
    await expect(page.getByText('Own content')).toBeVisible();
    await page.goto(`${docs.widgets}embed/zfs-directories/chart-size.html`);
    await expect(page.getByRole('img')).toHaveAttribute('alt', /106,241 operations\/s \(V2R1, v5\)/);
    await expect(page.getByRole('cell', { name: '106,241' })).toBeVisible();
  });
});

test('element of the dialog contains the table, or the picture of a chart', async ({ page, browser }) => {
  const elementOf = async (part: string, details: string): Promise<string> => {
    await page.goto(`${docs.widgets}embed/disk-paths/${part}.html`);
    await page.getByText(details).click();
    const embed = page.getByRole('button', { name: 'Embed' });
    await expect(embed).toBeEnabled({ timeout: 100_000 });
    await embed.click();
    return page.getByRole('dialog').getByLabel('Element', { exact: true }).inputValue();
  };
  const texts = [
    await elementOf('table-eded', 'Export, embed'),
    await elementOf('chart-load-chart', 'Data table, export, embed'),
  ];
  expect(texts[0]).toMatch(/style="min-height: \d{3,4}px">\n {2}<table>/);
  expect(texts[1]).toMatch(/<img src="[^"]*embed\/disk-paths\/chart-load-chart\.svg" alt="[^"]*\d[^"]*">/);

  // The content that a reader without JavaScript sees on a page with this code.
  const plain = await browser.newContext({ javaScriptEnabled: false });
  const reader = await plain.newPage();
  await reader.goto(docs.page(texts.join('\n'), ''));
  await expect(reader.getByRole('table').getByRole('cell', { name: /1\.28, model 1\.42/ })).toBeVisible();
  const image = reader.locator('img');
  expect(await image.evaluate((found: HTMLImageElement) => found.naturalWidth)).toBe(968);
  await plain.close();
});
