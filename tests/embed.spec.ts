// Widgets on other sites: cross-origin, under a strict policy, many at once, and with features refused.
import { expect, test, type Page } from '@playwright/test';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { blocksOf } from '../web/src/lab/blocks.ts';
import type { Lab } from '../web/src/lab/types.ts';
import { violations } from './axe.ts';
import { complaintsOf } from './complaints.ts';
import { listen, script, serveDocs, strict, toldOf, type Docs } from './embed-host.ts';
import { dist, serve } from './serve.ts';

let docs: Docs;
test.beforeAll(async () => {
  docs = await serveDocs();
});
test.afterAll(() => docs.close());
test.beforeEach(({ page }) => listen(page));

const lab = JSON.parse(readFileSync(`${dist('site')}/labs/disk-paths/lab.json`, 'utf8')) as {
  tables: { id: string; rows: unknown[]; cells: (number | null)[][] }[];
};
const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};
const reread = lab.tables.find(({ id }) => id === 'reread') ?? { rows: [], cells: [] };
const table =
  '<pathlength-lab id="table" lab="disk-paths" view="table" table="reread"><p>The page’s own table</p></pathlength-lab>';

/**
 * Removes expected messages: the browser reports policy violations on the console, and a script cannot check in advance
 * whether workers are allowed.
 */
const unexpected = (complaints: string[]): string[] =>
  complaints.filter((text) => !/^Creating a worker from 'blob:/.test(text));

async function load(page: Page, body: string, policy?: string): Promise<void> {
  await page.goto(docs.page(body, policy));
}

test('table, chart, and question work and send events in a strict page of another origin', async ({ page }) => {
  const complaints = complaintsOf(page);
  await load(
    page,
    `<h1>Docs</h1><h2>Numbers</h2>${script(docs.widgets)}${table}
    <pathlength-lab id="chart" lab="zfs-directories" view="playground" chart="size"><p>The page’s own chart</p></pathlength-lab>
    <pathlength-lab id="asked" lab="disk-paths" view="question"><p>The page’s own question</p></pathlength-lab>`,
  );
  const cells = page.locator('#table [data-cell]');
  await expect(cells).toHaveCount(reread.cells.flat().length);
  await expect(page.locator('#table')).toContainText(/Median error \d/);
  await expect(page.getByText('The page’s own table')).toBeHidden();

  const chart = page.locator('#chart');
  const slider = chart.getByRole('slider', { name: 'on the axis' });
  await slider.focus();
  // All values of the model have arrived; the same values must return later.
  await expect(chart.getByTestId('at-size')).not.toContainText('–');
  const before = await chart.getByTestId('at-size').textContent();
  await page.keyboard.press('ArrowLeft');
  await expect(chart.getByTestId('at-size')).not.toHaveText(before ?? '');
  await expect.poll(async () => (await toldOf(page, 'statechange')).length).toBeGreaterThan(0);

  const asked = page.locator('#asked');
  await asked.getByRole('radio').first().check();
  await asked.getByRole('button', { name: 'Check' }).click();
  await expect(asked.getByText(/^(Correct|Not correct)\./)).toBeVisible();
  const [answer] = await toldOf(page, 'answer');
  expect(answer?.detail).toMatchObject({
    right: await asked.getByText('Correct.', { exact: true }).isVisible(),
    tries: 1,
  });
  expect(await toldOf(page, 'score')).toHaveLength(1);

  // The state is restored in another widget, and a reset clears it.
  const state = await page.evaluate(() =>
    (document.querySelector('#chart') as HTMLElement & { getState(): string }).getState(),
  );
  expect(state).toMatch(/^1\./);
  await page.evaluate(() => (document.querySelector('#chart') as HTMLElement & { reset(): void }).reset());
  await expect(chart.getByTestId('at-size')).toHaveText(before ?? '');
  expect(unexpected(complaints)).toEqual([]);
  expect(await toldOf(page, 'error')).toEqual([]);
  expect(await violations(page)).toEqual([]);
  expect(page.workers()).toHaveLength(0);
});

test('numbers as JSON have their sources, version, and units', async ({ page }) => {
  await load(
    page,
    `${script(docs.widgets)}<pathlength-lab lab="disk-paths" view="chart" chart="fill-reread" loading="eager"></pathlength-lab>
    <pathlength-lab lab="disk-paths" view="table" table="reread" loading="eager"></pathlength-lab>`,
  );
  const [chart, table] = await Promise.all(
    [0, 1].map((at) =>
      page
        .locator('pathlength-lab')
        .nth(at)
        .evaluate(async (element) => {
          const widget = element as HTMLElement & { ready: Promise<void>; getData: (as: string) => Promise<string> };
          await widget.ready;
          return JSON.parse(await widget.getData('json')) as Record<string, unknown>;
        }),
    ),
  );
  const source = expect.stringMatching(/IBM, z\/VM Performance Report, .*“IOzone Reread Results”/);
  expect(chart).toMatchObject({
    lab: 'disk-paths',
    version,
    sources: [source],
    axes: { y: expect.stringMatching(/KB\/s/) },
  });
  expect(table).toMatchObject({ lab: 'disk-paths', version, sources: [source] });
  expect(table?.['columns']).toContain('unit');
});

test('ten widgets of a page share one engine, also under two names', async ({ page }) => {
  const complaints = complaintsOf(page);
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(request.url()));
  const tables = lab.tables.map(
    ({ id }) => `<pathlength-lab lab="disk-paths" view="table" table="${id}"></pathlength-lab>`,
  );
  const all = Array.from({ length: 10 }, (_, i) => tables[i % tables.length]).join('');
  await load(
    page,
    `${script(docs.widgets)}${script(docs.widgets, '?tag=other-lab')}${script(docs.widgets)}${all}
    <other-lab id="other" lab="disk-paths" view="table" table="reread" loading="eager"></other-lab>`,
    '',
  );
  await expect(page.locator('#other')).toContainText(/Median error \d/);
  await page.evaluate(() => {
    for (const element of document.querySelectorAll('pathlength-lab')) element.setAttribute('loading', 'eager');
  });
  await expect(page.getByText(/Median error \d|No independent cells|Published values only/)).toHaveCount(11);
  expect(page.workers()).toHaveLength(1);
  expect(fetched.filter((url) => url.includes('pathlength_web_bg'))).toHaveLength(1);
  expect(fetched.filter((url) => url.endsWith('/lab.json'))).toHaveLength(1);
  expect(complaints).toEqual([]);
});

/** Makes the widgets of another release, with a different version and a different button label. */
function otherRelease(folder: string): string {
  cpSync(dist('embed'), folder, { recursive: true });
  const edit = (file: string, from: RegExp, to: string): void => {
    const text = readFileSync(join(folder, file), 'utf8');
    expect(text).toMatch(from);
    writeFileSync(join(folder, file), text.replaceAll(new RegExp(from, 'g'), to));
  };
  edit('embed.js', new RegExp(version.replaceAll('.', '\\.')), '0.0.9');
  for (const file of readdirSync(join(folder, 'assets')))
    if (/^live-.*\.js$/.test(file)) edit(`assets/${file}`, />Reset</, '>Begin again<');
  return folder;
}

test('two versions coexist, each with its own files', async ({ page }, info) => {
  const other = await serve(otherRelease(info.outputPath('other')), '/0.0.9/');
  const complaints = complaintsOf(page);
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(request.url()));
  const widget = (tag: string): string =>
    `<${tag} lab="disk-paths" view="table" table="reread" loading="eager"></${tag}>`;
  // The last script finds its name already defined, which causes no error.
  await load(
    page,
    `${script(other.url)}${script(docs.widgets, '?tag=newer-lab')}${script(docs.widgets)}${widget('pathlength-lab')}${widget('newer-lab')}`,
    '',
  );
  for (const [tag, said, button, base] of [
    ['pathlength-lab', '0.0.9', 'Begin again', other.url],
    ['newer-lab', version, 'Reset', docs.widgets],
  ] as const) {
    const shown = page.locator(tag);
    await expect(shown).toContainText(/Median error \d/);
    await expect(shown.getByRole('button', { name: button, exact: true })).toBeVisible();
    expect(await shown.evaluate((element: HTMLElement & { version?: string }) => element.version)).toBe(said);
    expect(fetched.filter((url) => url.startsWith(base) && url.endsWith('.wasm'))).toHaveLength(1);
    expect(fetched.filter((url) => url.startsWith(base) && url.endsWith('.css'))).toHaveLength(1);
  }
  expect(complaints).toEqual([]);
  await other.close();
});

test('page fetches only the loader until a widget is near, and keeps its content without a script', async ({
  page,
  browser,
}) => {
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(request.url()));
  const address = docs.page(`${script(docs.widgets)}<div style="height:6000px"></div>${table}`);
  await page.goto(address, { waitUntil: 'networkidle' });
  expect(fetched).toEqual([address, `${docs.widgets}embed.js`]);
  await expect(page.getByText('The page’s own table')).toBeVisible();
  await page.locator('#table').scrollIntoViewIfNeeded();
  await expect(page.locator('#table').getByRole('gridcell').first()).toBeVisible();

  const still = await browser.newContext({ javaScriptEnabled: false });
  const quiet = await still.newPage();
  await quiet.goto(address);
  await expect(quiet.getByText('The page’s own table')).toBeVisible();
  await quiet.goto(`${docs.widgets}embed/disk-paths.html?view=table`);
  await expect(quiet.getByRole('link', { name: 'Open the lab' })).toBeVisible();
  await still.close();
});

test('published values stay readable with a reason when WebAssembly is refused', async ({ page }) => {
  await load(page, `${script(docs.widgets)}${table}`, strict(docs.widgets).replace(" 'wasm-unsafe-eval'", ''));
  const widget = page.locator('#table');
  await expect(widget.getByRole('alert').filter({ hasText: 'does not allow WebAssembly' })).toBeVisible();
  const link = widget.getByRole('link', { name: 'Run the model on' });
  await expect(link).toHaveAttribute('href', `${docs.widgets}labs/disk-paths.html`);
  await expect(widget.locator('[data-cell]')).toHaveCount(reread.cells.flat().length);
  await expect.poll(async () => (await toldOf(page, 'error'))[0]?.detail['code']).toBe('wasm-refused');
});

test('live pictures work, in their style, where workers may run; elsewhere a link leads to them', async ({ page }) => {
  const complaints = complaintsOf(page);
  const step = `<h1>Docs</h1>${script(docs.widgets)}<pathlength-lab lab="zfs-directories" view="step" step="inside" loading="eager"></pathlength-lab>`;
  const widget = page.locator('pathlength-lab');
  const show = widget.getByRole('button', { name: 'Show without predicting' }).first();
  await load(page, step, `${strict(docs.widgets)} blob:`);
  await show.click();
  await expect(widget.getByTestId('status')).toContainText('Both directories start with');
  await widget.getByLabel('One name', { exact: true }).fill('a name of mine');
  await widget.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(widget.getByTestId('status')).toContainText('Added “a name of mine”');
  await expect(widget.locator('.sides').first()).toHaveCSS('display', 'grid');
  // Text has the host page's size and, like titles, the lab's typeface.
  const face = await widget.locator('h2').evaluate((title) => getComputedStyle(title).fontFamily);
  await expect(widget.locator('.sheet p').first()).toHaveCSS('font-family', face);
  await expect(widget.locator('.sheet p').first()).toHaveCSS('font-size', '16px');
  expect(await violations(page)).toEqual([]);
  await widget.evaluate((element) => element.remove());
  await expect.poll(() => page.workers().length).toBe(0);
  expect(complaints).toEqual([]);

  await load(page, step);
  await show.click();
  await expect(widget).toContainText('does not allow. Open the model');
  await expect(widget.getByRole('link', { name: 'Open the model on the lab’s own page' })).toHaveAttribute(
    'href',
    `${docs.widgets}labs/zfs-directories.html#model-directory`,
  );
  expect(unexpected(complaints)).toEqual([]);
});

test('widget stays English and left to right on any page', async ({ page }) => {
  await load(
    page,
    `<div lang="ar" dir="rtl">${script(docs.widgets)}${table}
    <pathlength-lab id="later" lab="disk-paths" reveal="manual"></pathlength-lab></div>`,
  );
  const frame = page.locator('#table .frame');
  await expect(frame).toContainText(/Median error \d/);
  for (const own of [frame, page.locator('#later [role="status"]')]) {
    await expect(own).toHaveCSS('direction', 'ltr');
    expect(await own.evaluate((element) => [element.matches(':lang(en)'), element.matches(':dir(ltr)')])).toEqual([
      true,
      true,
    ]);
  }
  // The page keeps its own language.
  await expect(page.locator('#table')).toHaveCSS('direction', 'rtl');
  expect(unexpected(complaintsOf(page))).toEqual([]);
});

/** Returns HTML in Markdown as Python-Markdown 3.11.3 writes it: an unknown element, line by line in paragraphs. */
function pythonMarkdown(html: string): string {
  if (html.startsWith('<div>\n')) return html;
  const [start = '', content = '', end = ''] = html.trim().split('\n');
  return `<p>${start}\n<br />\n${content.trim()}</p>\n<p>${end}</p>`;
}

for (const file of ['README.md', 'web/src/embed/README.md'])
  test(`element of ${file} stays separate in a page by Python-Markdown`, async ({ page }) => {
    const readme = readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');
    const [, element = ''] = /embed\.js"><\/script>\n+(<[^]*?)```/.exec(readme) ?? [];
    const [, fallback = ''] = /<p>(.*)<\/p>/.exec(element) ?? [];
    await load(page, `${script(docs.widgets)}<h1>Docs</h1>\n${pythonMarkdown(element)}\n<p>Text after it.</p>`);
    await expect(page.locator('pathlength-lab')).toContainText(/Median error \d/);
    await expect(page.getByText('Text after it.')).toBeVisible();
    await expect(page.getByText(fallback)).toBeHidden();
  });

test('widget works when the host serves WebAssembly under another type', async ({ page }) => {
  const complaints = complaintsOf(page);
  await page.route('**/*.wasm', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), 'content-type': 'application/octet-stream' } });
  });
  await load(page, `${script(docs.widgets)}${table}`);
  await expect(page.locator('#table')).toContainText(/Median error \d/);
  expect(unexpected(complaints)).toEqual([]);
});

for (const lab of readdirSync(`${dist('site')}/labs`).flatMap((name) =>
  name.endsWith('.html') ? name.slice(0, -5) : [],
)) {
  const { introduction, steps } = JSON.parse(readFileSync(`${dist('site')}/labs/${lab}/lab.json`, 'utf8')) as Lab;
  const models = blocksOf({ introduction, steps }).filter((block) => block.kind === 'model');
  if (models.length === 0) continue;
  test(
    `each interactive model of ${lab} is shown alone`,
    { tag: lab.startsWith('zfs') ? [] : '@nightly' },
    async ({ page }) => {
      const complaints = complaintsOf(page);
      const all = models.map(
        ({ id }) =>
          `<pathlength-lab id="${id}" lab="${lab}" view="model" model="${id}" loading="eager"></pathlength-lab>`,
      );
      // Most models run in separate workers.
      const policy = strict(docs.widgets).replace('worker-src', 'worker-src blob:');
      await load(page, `<h1>Docs</h1><h2>Models</h2>${script(docs.widgets)}${all.join('')}`, policy);
      for (const { id, title } of models) {
        const widget = page.locator(`pathlength-lab#${id}`);
        await expect(widget.getByRole('heading', { name: title, exact: true }).first()).toBeVisible();
        const controls = widget.locator('.step').locator('button, input, select, textarea').filter({ visible: true });
        await expect(controls.first()).toBeVisible({ timeout: 60_000 });
        // The widget contains nothing else from the lab.
        await expect(widget.getByTestId(/^(table|chart|question|predict)-/)).toHaveCount(0);
        expect(await violations(page, `#${id}`)).toEqual([]);
      }
      expect(complaints).toEqual([]);
    },
  );
}

test('author’s compiled lab is embedded by its address, with its model', async ({ page }) => {
  const complaints = complaintsOf(page);
  const file = readFileSync(`${dist('site')}/labs/raid5-small-writes/lab.json`, 'utf8');
  const own = { ...(JSON.parse(file) as object), id: 'my-array', title: 'My own array' };
  await page.route('**/own/lab.json', (route) => route.fulfill({ json: own }));
  await load(
    page,
    `${script(docs.widgets)}<pathlength-lab id="own" src="${docs.widgets}own/lab.json" view="playground"
      chart="busy-chart" loading="eager"><p>The page’s own chart</p></pathlength-lab>`,
    '',
  );
  const widget = page.locator('#own').getByRole('group', { name: 'My own array' });
  const spoken = widget.getByText(/150 writes\/s: [\d.]+\s%/);
  /** Returns the utilization of the first array at the highest rate, as the chart's cursor reads it. */
  const busy = async (): Promise<number> => {
    await widget.getByRole('application').press('End');
    const texts = await spoken.allTextContents();
    return Number(/: ([\d.]+)\s%/.exec(texts[0] ?? '')?.[1]);
  };
  await expect.poll(busy).toBeGreaterThan(0);
  const before = await busy();
  // A cache saves disk reads, so the disks are less busy.
  await widget.getByRole('slider', { name: 'Cached blocks' }).press('End');
  await expect.poll(busy).toBeLessThan(before);
  await expect(page.getByText('The page’s own chart')).toBeHidden();
  expect(unexpected(complaints)).toEqual([]);
});

test('element never throws and shows a reason when its attributes are wrong', async ({ page }) => {
  const complaints = complaintsOf(page);
  const wrong: [attributes: string, told: string | RegExp][] = [
    ['lab="disk-paths" view="table" table="nope"', /there is no table "nope" in this lab\. Use one of: initial-write/],
    ['lab="disk-paths" view="step" step="&lt;img src=x onerror=hacked=1>"', /there is no step/],
    ['lab="../disk-paths"', /name one, as in lab=/],
    ['', /name one, as in lab=/],
    ['lab="no-such-lab"', /the server returned no lab for/],
    ['src="javascript:hacked=1"', /src is not a valid address/],
    [`src="${docs.widgets}custom-elements.json"`, /is invalid: compile the lab again/],
    ['lab="disk-paths" view="picture"', /there is no view "picture" in this lab\. Use one of: lab, step, table, chart/],
    ['lab="disk-paths" view="question" state="1.AA.00000000" theme="mauve"', /state of this widget is damaged/],
    ['lab="disk-paths" view="chart" controls="nope"', /No control sets "nope"/],
  ];
  const all = wrong.map(
    ([text], i) => `<pathlength-lab id="w${i}" loading="eager" ${text}><p>own ${i}</p></pathlength-lab>`,
  );
  await load(page, script(docs.widgets) + all.join(''), '');
  for (const [i, [, told]] of wrong.entries()) await expect(page.locator(`#w${i}`).getByText(told)).toBeVisible();
  for (const i of [0, 1, 2, 3, 4, 5, 6, 7]) await expect(page.getByText(`own ${i}`, { exact: true })).toBeVisible();

  expect((await toldOf(page, 'error')).filter(({ id }) => id === 'w7')).toMatchObject([
    { detail: { code: 'not-found', phase: 'show' } },
  ]);

  // Values set by a script are checked, too, and mistakes can be corrected.
  await page.evaluate(async () => {
    const element = document.querySelector('#w0') as HTMLElement & Record<string, (value?: unknown) => unknown>;
    const never = {
      toString: () => {
        throw new Error('no text');
      },
    };
    for (const value of [null, 7, {}, never, '<b>', '1.'.padEnd(90_000, 'A')]) {
      element['setState']?.(value);
      (element as unknown as Record<string, unknown>)['chart'] = value;
      await Promise.resolve(element['getData']?.(value)).catch(() => undefined);
    }
    element.removeAttribute('state');
    element.setAttribute('table', 'reread');
  });
  await expect(page.locator('#w0').getByRole('gridcell').first()).toBeVisible();
  expect(complaints.filter((text) => !text.includes('404'))).toEqual([]);
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
});

test('widgets that are added and removed 200 times leave nothing behind', async ({ page }) => {
  test.slow();
  await load(page, `${script(docs.widgets)}<div id="room"></div>`, '');
  await page.waitForFunction(() => customElements.get('pathlength-lab') !== undefined);
  const client = await page.context().newCDPSession(page);
  await client.send('Performance.enable');
  const round = (times: number, attributes: string): Promise<void> =>
    page.evaluate(
      async ([times, attributes]) => {
        const room = document.querySelector('#room') as HTMLElement;
        for (let time = 0; time < times; time++) {
          // Widgets come and go faster than with any reader: some are removed before they have loaded.
          room.innerHTML = `<pathlength-lab loading="eager" ${attributes}></pathlength-lab>`.repeat(2);
          const [first] = room.children as unknown as { run: () => Promise<void> }[];
          await first?.run();
          room.replaceChildren();
        }
      },
      [times, attributes] as const,
    );
  const left = async (): Promise<{ nodes: number; heap: number }> => {
    for (let again = 0; again < 3; again++) await client.send('HeapProfiler.collectGarbage');
    const { metrics } = await client.send('Performance.getMetrics');
    const of = (name: string): number => metrics.find((one) => one.name === name)?.value ?? NaN;
    return { nodes: of('Nodes'), heap: of('JSHeapUsedSize') };
  };
  const [table, question] = ['lab="disk-paths" view="table"', 'lab="disk-paths" view="question"'];
  await round(5, table);
  await round(5, question);
  const before = await left();
  await round(10, table);
  await round(90, question);
  const after = await left();
  await expect.poll(() => page.workers().length).toBe(0);
  expect(after.nodes - before.nodes).toBeLessThan(300);
  expect(after.heap - before.heap).toBeLessThan(1_500_000);
});
