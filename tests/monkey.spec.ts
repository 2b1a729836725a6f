/** A reader who clicks and types at random: no error occurs, no other site is contacted, and the lab still opens. */
import { test, type Page } from '@playwright/test';
import { expect, LabPage, serveLab, type LabHost } from './lab-page.ts';

/** The seed in the title of each test: `MONKEY_SEED=7 npm run test:browser -- monkey` tries another seed. */
const seed = Number(process.env['MONKEY_SEED'] ?? 1);
const DURATION_MS = 60_000;

const labs = [
  'cache-size',
  'disk-paths',
  'journaling',
  'queueing',
  'raid5-small-writes',
  'sfs-file-pool',
  'tape-compression',
  'zfs-directories',
  'zfs-migration',
];
const sizes = [
  { width: 1280, height: 800 },
  { width: 390, height: 740 },
];

const hostile = [
  '"><img src=x onerror="document.title=1">',
  '-1e308',
  'NaN',
  '0x10',
  '1,5',
  '\u202e\u0000\ud800',
  "=cmd|'/C calc'!A0",
  'W'.repeat(5000),
  '\n'.repeat(500),
  '[['.repeat(2000),
  '../../etc/passwd',
  '💾'.repeat(300),
];
const keys = [
  ...['Tab', 'Tab', 'Tab', 'Shift+Tab', 'Enter', 'Space', 'Escape', 'ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'],
  ...[
    'Home',
    'End',
    'PageDown',
    'PageUp',
    'Delete',
    'Backspace',
    'Control+z',
    'Control+Shift+z',
    'Control+a',
    '?',
    '5',
  ],
];

/** Returns a generator of random numbers from a seed (mulberry32). */
function randomFrom(start: number): () => number {
  let state = start >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Returns the centers of the visible, usable controls. */
const targets = (page: Page): Promise<[x: number, y: number][]> =>
  page.evaluate(() => {
    const used =
      'button, input, select, textarea, summary, [role="slider"], [role="gridcell"], [tabindex], svg .point, a[href^="#"]';
    return [...document.querySelectorAll(used)].flatMap((element): [number, number][] => {
      const { left, top, width, height } = element.getBoundingClientRect();
      const [x, y] = [left + width / 2, top + height / 2];
      const isInSight = width > 0 && height > 0 && x > 0 && x < innerWidth && y > 0 && y < innerHeight;
      return isInSight && element.contains(document.elementFromPoint(x, y)) ? [[x, y]] : [];
    });
  });

/** Acts on a lab's page until the time is up; returns the last actions for the report of a failure. */
async function act(
  page: Page,
  lab: string,
  size: { width: number; height: number },
  random: () => number,
): Promise<string[]> {
  const one = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T;
  const somewhere = (): [number, number] => [random() * size.width, random() * size.height];
  const done: string[] = [];
  const actions: [weight: number, name: string, act: () => Promise<unknown>][] = [
    [
      10,
      'click',
      async () => {
        const all = await targets(page);
        await page.mouse.click(...(all.length > 0 ? one(all) : somewhere()));
      },
    ],
    [4, 'key', () => page.keyboard.press(one(keys))],
    [3, 'paste', () => page.keyboard.insertText(one(hostile))],
    [4, 'wheel', () => page.mouse.wheel(0, (random() - 0.35) * 2500)],
    [
      2,
      'drag',
      async () => {
        await page.mouse.move(...somewhere());
        await page.mouse.down();
        await page.mouse.move(...somewhere(), { steps: 4 });
        await page.mouse.up();
      },
    ],
    [
      1,
      'resize',
      async () => {
        await page.setViewportSize({
          width: 320 + Math.floor(random() * 1200),
          height: 400 + Math.floor(random() * 600),
        });
        await page.setViewportSize(size);
      },
    ],
    [1, 'scheme', () => page.emulateMedia({ colorScheme: random() < 0.5 ? 'dark' : 'light' })],
    [1, 'back', () => page.evaluate(() => history.back())],
    [1, 'forward', () => page.evaluate(() => history.forward())],
    [1, 'scroll', () => page.evaluate((share) => scrollTo(0, share * document.body.scrollHeight), random())],
  ];
  const all = actions.flatMap(([weight, name, act]) => Array.from({ length: weight }, () => ({ name, act })));
  const end = Date.now() + DURATION_MS;
  while (Date.now() < end) {
    const { name, act } = one(all);
    done.push(name);
    try {
      await act();
    } catch (error) {
      // Going back or following a link can open another page at any moment.
      if (!/context was destroyed|navigat/.test(String(error))) throw error;
    }
    if (!page.url().startsWith(lab)) await page.goto(lab);
  }
  return done.slice(-20);
}

let host: LabHost;
test.afterEach(() => host.close());

for (const [at, lab] of labs.entries())
  for (const size of sizes)
    test(
      `${lab} survives a minute of anything at ${size.width} pixels, seed ${seed}`,
      { tag: '@nightly' },
      async ({ page }) => {
        host = await serveLab(lab);
        const foreign: string[] = [];
        page.on('request', (request) => {
          if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(host.url)) foreign.push(request.url());
        });
        page.on('dialog', (dialog) => void dialog.dismiss());
        page.on('crash', () => foreign.push('the page crashed'));
        const answering = new LabPage(page);
        await page.setViewportSize(size);
        // Open a page first, so that going back does not leave the site.
        await page.goto(`${host.url}index.html`);
        await answering.open(host.lab);
        const title = await page.title();
        const last = await act(page, host.lab, size, randomFrom(seed * 1000 + at * 10 + sizes.indexOf(size)));
        expect([answering.complaints, foreign], last.join(', ')).toEqual([[], []]);
        expect(await page.title()).toBe(title);
        const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect(over, 'the page is wider than its window').toBeLessThanOrEqual(0);
        // The resulting state is a link that opens.
        await answering.open(page.url());
        await expect(page.getByRole('main')).toBeVisible();
        expect(answering.complaints).toEqual([]);
      },
    );
