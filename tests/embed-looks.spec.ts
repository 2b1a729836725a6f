// Widgets in pages that are dark, have large text, or have their own colors: the widgets adapt without any code in the
// page.
import { expect, test, type Page } from '@playwright/test';
import { script, serveDocs, type Docs } from './embed-host.ts';

let docs: Docs;
test.beforeAll(async () => {
  docs = await serveDocs();
});
test.afterAll(() => docs.close());

const widget = (attributes = ''): string =>
  `<pathlength-lab lab="disk-paths" view="table" table="reread" loading="eager" ${attributes}></pathlength-lab>`;
const load = async (page: Page, body: string): Promise<void> => {
  await page.goto(docs.page(`${script(docs.widgets)}${body}`));
  await expect(page.locator('.frame').first()).toContainText(/Median error \d/);
};
const [light, dark] = ['rgb(252, 251, 248)', 'rgb(22, 21, 19)'];

test.describe('theme', () => {
  // The theme switches of documentation generators: an attribute, and a rule for it.
  const generators: [name: string, rules: string, on: string, off: string][] = [
    [
      'Material for MkDocs',
      '[data-md-color-scheme=slate]{color-scheme:dark}',
      'document.body.setAttribute("data-md-color-scheme","slate")',
      'document.body.setAttribute("data-md-color-scheme","default")',
    ],
    [
      'Docusaurus',
      'html{color-scheme:var(--scheme,light)}html[data-theme=dark]{--scheme:dark}',
      'document.documentElement.dataset.theme="dark"',
      'document.documentElement.dataset.theme="light"',
    ],
    [
      'Furo',
      ':root{color-scheme:light dark}body{background:#fff;transition:background-color .1s}body[data-theme=dark]{background:#131416}',
      'document.body.dataset.theme="dark"',
      'document.body.dataset.theme="light"',
    ],
    [
      'a switch between the reader’s choice and another',
      'html{color-scheme:light dark}body[data-theme=dark]{color-scheme:dark}body[data-theme=light]{color-scheme:light}',
      'document.body.dataset.theme="dark"',
      'document.body.dataset.theme="light"',
    ],
  ];
  for (const [name, rules, on, off] of generators)
    for (const colorScheme of ['light', 'dark'] as const)
      test(`follows the page’s switch, ${name}, reader’s choice ${colorScheme}`, async ({ page }) => {
        await page.emulateMedia({ colorScheme });
        await load(page, `<style>${rules}</style>${widget()}${widget('theme="light"')}${widget('theme="dark"')}`);
        const frames = page.locator('.frame');
        for (const [act, paper] of [
          [on, dark],
          [off, light],
          [on, dark],
        ] as const) {
          await page.evaluate(act);
          await expect(frames.nth(0)).toHaveCSS('background-color', paper);
          await expect(frames.nth(1)).toHaveCSS('background-color', light);
          await expect(frames.nth(2)).toHaveCSS('background-color', dark);
        }
      });

  test('is light when the page sets nothing, and the reader’s choice when the page allows both', async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await load(page, `${widget()}<div style="color-scheme:light dark">${widget()}</div>`);
    await expect(page.locator('.frame').nth(0)).toHaveCSS('background-color', light);
    await expect(page.locator('.frame').nth(1)).toHaveCSS('background-color', dark);
    await page.emulateMedia({ colorScheme: 'light' });
    await expect(page.locator('.frame').nth(1)).toHaveCSS('background-color', light);
  });
});

for (const root of ['62.5%', '100%', '200%'])
  test(`text has the size of the surrounding text when the root has ${root}`, async ({ page }) => {
    await load(
      page,
      `<style>html{font-size:${root}}div{font-size:18px}</style><div id="around">${widget()}</div>
      <div style="--pathlength-size:12px">${widget()}</div>`,
    );
    const texts = page.locator('.frame .sheet');
    await expect(texts.nth(0)).toHaveCSS('font-size', '18px');
    await expect(texts.nth(1)).toHaveCSS('font-size', '12px');
    await page.evaluate(() => ((document.querySelector('#around') as HTMLElement).style.fontSize = '21px'));
    await expect(texts.nth(0)).toHaveCSS('font-size', '21px');
  });

for (const content of ['view="playground" chart="way-request"', 'view="table" table="reread"', 'view="model"'])
  test(`widget with ${content} fits a host of 320 pixels`, async ({ page }) => {
    await page.goto(
      docs.page(
        `${script(docs.widgets)}<div id="around" style="width:320px"><pathlength-lab lab="disk-paths" ${content} loading="eager"></pathlength-lab></div>`,
        '',
      ),
    );
    const sheet = page.locator('.frame .sheet');
    await expect(sheet.locator('path.line[d*="L"], table .number, button.first').first()).toBeVisible();
    await expect
      .poll(() =>
        page.locator('#around').evaluate((around) => {
          const frame = around.querySelector('pathlength-lab')?.shadowRoot?.querySelector('.frame');
          // Elements in a scrolling region may be wider.
          const inside = [...(frame?.querySelectorAll('svg, button, select, input, p, h3') ?? [])].filter(
            (element) => element.closest('.scroll') === null,
          );
          const right = Math.max(...inside.map((element) => element.getBoundingClientRect().right));
          return [around.scrollWidth, frame?.scrollWidth, right <= around.getBoundingClientRect().right];
        }),
      )
      .toEqual([320, 320, true]);
  });

/** Returns the contrast of each widget color with its background, by name. */
const contrasts = (page: Page): Promise<Record<string, number>> =>
  page.locator('.frame').evaluate((frame) => {
    const context = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
    const luminance = (color: string): number => {
      if (!context) return NaN;
      context.fillStyle = color;
      context.fillRect(0, 0, 1, 1);
      const [r = 0, g = 0, b = 0] = [...context.getImageData(0, 0, 1, 1).data].map((part) => {
        const share = part / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const probe = document.createElement('span');
    frame.append(probe);
    const of = (name: string): number => {
      probe.style.color = `var(--${name})`;
      return luminance(getComputedStyle(probe).color);
    };
    const contrast = (name: string, ground: string): number => {
      const [one, other] = [of(name), of(ground)].toSorted((a, b) => b - a) as [number, number];
      return (one + 0.05) / (other + 0.05);
    };
    const names = ['ink', 'soft', 'accent', 'warn', ...[0, 1, 2, 3, 4, 5].map((at) => `series-${at}`)];
    const found = names.flatMap((name) =>
      ['paper', 'sunk'].map((on) => [`${name} on ${on}`, contrast(name, on)] as const),
    );
    found.push(['ink on mark', contrast('ink', 'mark')]);
    probe.remove();
    return Object.fromEntries(found);
  });

const unreadable = async (page: Page): Promise<[string, number][]> =>
  Object.entries(await contrasts(page)).filter(([, contrast]) => !(contrast >= 4.5));

for (const [paper, ink] of [
  ['#ffffff', '#000000'],
  ['#eeeeee', '#111111'],
  ['#fdf6e3', '#073642'],
  ['#002b36', '#eee8d5'],
  ['#000000', '#cccccc'],
  ['#1e3a5f', '#ffffff'],
] as const)
  for (const colorScheme of ['light', 'dark'] as const)
    test(`colors stay readable on ${paper} with ${ink}, reader’s choice ${colorScheme}`, async ({ page }) => {
      await page.emulateMedia({ colorScheme });
      const style = `--pathlength-paper:${paper};--pathlength-ink:${ink}`;
      await load(page, `<div id="around" style="color-scheme:light dark;${style}">${widget()}</div>`);
      expect(await unreadable(page)).toEqual([]);
    });

test('colors stay readable when the page changes them', async ({ page }) => {
  await load(
    page,
    `<style>body{--pathlength-paper:#fff;--pathlength-ink:#000}body.night{--pathlength-paper:#111;--pathlength-ink:#eee}</style>${widget()}`,
  );
  expect(await unreadable(page)).toEqual([]);
  await page.evaluate(() => (document.body.className = 'night'));
  await expect(page.locator('.frame')).toHaveAttribute('data-theme', 'dark');
  expect(await unreadable(page)).toEqual([]);
});

test('site’s colors stay exact when the page sets none', async ({ page }) => {
  await load(page, widget());
  await expect(page.locator('.frame')).not.toHaveAttribute('data-colors');
  expect(await unreadable(page)).toEqual([]);
});
