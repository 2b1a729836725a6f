/**
 * Guarantees that hold for every page of all labs, regardless of their content. Guarantees about single labs or parts
 * are tested in other files:
 *
 * | Guarantee                                                   | Tested by                                           |
 * | ----------------------------------------------------------- | --------------------------------------------------- |
 * | The model answers before any scroll                         | here; openings, bench, home                         |
 * | The whole bench is visible while a step is read             | here; openings (no scene is higher than its pane)   |
 * | On a phone, every step is one tap from a figure             | here; docs/decisions/phone.md                       |
 * | Nothing scrolls sideways                                    | here; lab-states                                    |
 * | Every step with a figure has a scene                        | here; player/scenes.test.ts                         |
 * | No text above a prediction gives its answer away            | here; build/predictions.test.ts                     |
 * | A reader's settings stay; scenes are not in the history     | bench; here                                         |
 * | axe finds no violations                                     | lab-states, bench, openings, home, embed            |
 * | By keyboard from the text to the scene, and a whole lab     | bench, curve-by-typing, lab-by-keyboard             |
 * | With reduced motion, the end state appears at once          | here; home                                          |
 * | Without a script and in print, figures are in the text      | bench, site                                         |
 * | The policy holds; nothing floats over a host page           | site, embed; here                                   |
 * | Sizes are within budget; nothing jumps on arrival           | `npm run size`; here                                |
 */
import { expect as plain, test, type Locator, type Page } from '@playwright/test';
import { readdirSync, readFileSync } from 'node:fs';
import type { Block, Guess, Lab } from '../web/src/lab/types.ts';
import { askedIn, publishedLab } from './answers.ts';
import { expect, LabPage } from './lab-page.ts';
import { dist, serve, type Host } from './serve.ts';

const ids = readdirSync(`${dist('site')}/labs`).flatMap((file) => /^(.*)\.html$/.exec(file)?.[1] ?? []);
const htmlOf = (page: string): string => readFileSync(`${dist('site')}/${page}`, 'utf8');
/** Returns the tag of a lab's tests: `npm test` tests one lab, because the other labs consist of the same parts. */
const tagOf = (id: string) => ({ tag: id === 'zfs-directories' || id === '' ? [] : ['@nightly'] });
/** Labs that open with a figure and so have a bench: a pane with the current figure. */
const withBench = ids.filter((id) => htmlOf(`labs/${id}.html`).includes('with-bench'));

let host: Host;
test.beforeAll(async () => {
  host = await serve(dist('site'));
});
test.afterAll(() => host.close());

const open = async (page: Page, id: string): Promise<LabPage> => {
  const at = new LabPage(page);
  await at.open(`${host.url}labs/${id}.html`);
  return at;
};

/** Opens everything that a prediction hides, without making the prediction. */
async function reveal(page: Page): Promise<void> {
  const skips = page.getByRole('button', { name: 'Show without predicting', exact: true });
  await expect(async () => {
    for (const skip of await skips.all()) await skip.evaluate((button: HTMLElement) => button.click());
    await plain(skips).toHaveCount(0, { timeout: 1000 });
  }).toPass();
}

/** Returns the scroll positions at which a reader may stop: three quarters of a window apart. */
const stops = (page: Page): Promise<number[]> =>
  page.evaluate(() => {
    const step = innerHeight * 0.75;
    return Array.from({ length: Math.ceil(document.documentElement.scrollHeight / step) }, (_, i) => i * step);
  });

/** The selector of the controls that a pointer can operate on a page with a model. */
const firstControl =
  '[role=slider], input[type=range], input[type=radio]:not(:checked), button:not([aria-expanded], [aria-pressed=true])';

/** The browser's record of a layout shift. */
interface LayoutShift extends PerformanceEntry {
  value: number;
}

/** Sums the unexpected layout shifts in the viewport since the page arrived; call it before the page is opened. */
async function shiftsOf(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const shifts: LayoutShift[] = [];
    new PerformanceObserver((list) => shifts.push(...(list.getEntries() as LayoutShift[]))).observe({
      type: 'layout-shift',
      buffered: true,
    });
    Object.assign(window, { shifts });
  });
  return () =>
    page.evaluate(() =>
      (window as unknown as { shifts: LayoutShift[] }).shifts.reduce((sum, { value }) => sum + value, 0),
    );
}

for (const id of ['', ...withBench]) {
  const name = id ? `lab ${id}` : 'home page';
  const address = id && `labs/${id}.html`;
  const picture = (page: Page): Locator => page.locator(id ? '.opening .scene' : '[data-testid="race"]');
  /** Returns the model's results: its text without the text of the controls. */
  const said = (page: Page): Promise<string> =>
    picture(page).evaluate((scene) => {
      const copy = scene.cloneNode(true) as Element;
      for (const control of copy.querySelectorAll('.control, label, output, button')) control.remove();
      return copy.textContent.replaceAll(/\s+/g, ' ');
    });
  /** Waits until the model has answered and the animation has ended. */
  const settled = async (page: Page): Promise<string> => {
    let before = '';
    await expect(async () => {
      const now = await said(page);
      const isStill = now === before && /\d/.test(now);
      before = now;
      expect(isStill).toBe(true);
    }).toPass({ intervals: [300] });
    return before;
  };

  test(`${name} arrives without a jump and answers within ten keys`, async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    const shifts = await shiftsOf(page);
    await page.goto(host.url + address);
    const before = await settled(page);
    expect(await shifts()).toBeLessThan(0.02);
    const isThere = () =>
      picture(page)
        .locator(':is(input:not([type=number]), button:not([aria-expanded], [aria-pressed=true])):focus')
        .count();
    let keys = 0;
    for (; keys < 10 && !(await isThere()); keys++) await page.keyboard.press('Tab');
    expect(await isThere()).toBe(1);
    const type = await page.evaluate(() => (document.activeElement as HTMLInputElement | null)?.type);
    await page.keyboard.press(type === 'range' ? 'Home' : type === 'radio' ? 'ArrowDown' : 'Enter');
    await expect.poll(() => said(page)).not.toBe(before);
    expect(await page.evaluate(() => scrollY)).toBe(0);
  });

  test(`${name} on a phone arrives without a jump and answers a tap`, async ({ browser }) => {
    const page = await browser.newPage({
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
      serviceWorkers: 'block',
    });
    const shifts = await shiftsOf(page);
    await page.goto(host.url + address);
    const before = await settled(page);
    expect(await shifts()).toBeLessThan(0.02);
    const control = picture(page)
      .locator(firstControl)
      .and(page.locator(':not(:disabled)'))
      .locator('visible=true')
      .first();
    // To select a radio button, click its label.
    const touched = (await control.getAttribute('type')) === 'radio' ? control.locator('..') : control;
    const box = await touched.boundingBox();
    expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThan(844);
    await page.touchscreen.tap((box?.x ?? 0) + 12, (box?.y ?? 0) + (box?.height ?? 0) / 2);
    await expect.poll(() => said(page)).not.toBe(before);
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await page.close();
  });
}

for (const id of withBench)
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 1280, height: 800 },
  ])
    test(
      `bench of ${id} is fully visible at ${viewport.width}×${viewport.height}`,
      tagOf(viewport.width === 1280 ? id : 'wide'),
      async ({ page }) => {
        await page.setViewportSize(viewport);
        await page.emulateMedia({ reducedMotion: 'reduce' });
        const at = await open(page, id);
        // Elements that follow predictions also have scenes.
        await page.evaluate(() => {
          for (const reveal of document.querySelectorAll<HTMLDetailsElement>('details.reveal')) reveal.open = true;
        });
        const visits = await page.evaluate(() => history.length);
        const hidden: string[] = [];
        let seen = 0;
        const places = await stops(page);
        for (const top of places) {
          await page.evaluate((top) => scrollTo({ top, behavior: 'instant' }), top);
          const found = await page.evaluate(async () => {
            // The scene changes in the next frame.
            for (let i = 0; i < 3; i++) await new Promise(requestAnimationFrame);
            const scene = document.querySelector('.scene-place[data-shown] > .scene');
            const { left, top, right, bottom } = (scene ?? document.body).getBoundingClientRect();
            // Open tables and elements after the steps take the full width. Figures inside a scene do not count.
            const takesWidth = (part: Element): boolean => {
              const box = part.getBoundingClientRect();
              return box.bottom > 60 && box.top < innerHeight && box.right > left && !part.closest('.scene-place');
            };
            const wide = document.querySelectorAll(
              '.back, .colophon, .step [data-island^="table-"], .step .wide, .step > .reveal > .wide',
            );
            if ([...wide].some(takesWidth)) return undefined;
            if (!scene) return 'none';
            if (top < 0 || bottom > innerHeight || right > innerWidth) return 'out of the window';
            const bench = (x: number, y: number) => document.elementFromPoint(x, y)?.closest('.scene, .ground, .strip');
            const corners = [
              [left + 4, top + 30],
              [right - 20, top + 30],
              [left + 4, bottom - 4],
              [right - 20, bottom - 4],
            ] as const;
            return corners.every(([x, y]) => bench(x, y)) ? '' : 'covered';
          });
          if (found) hidden.push(`${found} at ${top}`);
          if (found !== undefined) seen++;
        }
        expect(hidden).toEqual([]);
        // A short lab has few positions without an open table.
        expect(seen).toBeGreaterThan(places.length > 20 ? 5 : 1);
        // Scene changes do not affect the history or the link's state.
        expect(await page.evaluate(() => history.length)).toBe(visits);
        expect(at.linked()).not.toHaveProperty('settings');
        expect(at.complaints).toEqual([]);
      },
    );

for (const id of withBench)
  test(`every step of ${id} is one tap from a figure on a phone`, tagOf(id), async ({ browser }) => {
    const page = await browser.newPage({
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
      serviceWorkers: 'block',
    });
    const at = await open(page, id);
    const [to, back] = ['Show figure', 'Back to text'].map((name) => page.getByRole('button', { name }));
    for (const step of publishedLab(id).steps) {
      await page.locator(`[id="${step.id}"]`).evaluate((heading) => heading.scrollIntoView({ behavior: 'instant' }));
      await to?.tap();
      await expect(back ?? at.rail).toBeVisible();
      await plain(page.locator('.scene:focus')).toBeInViewport();
      await back?.tap();
      await expect(to ?? at.rail).toBeVisible();
      await plain(page.locator(`[id="${step.id}"]`)).toBeInViewport();
    }
    expect(at.complaints).toEqual([]);
    await page.close();
  });

for (const id of ['', ...ids]) {
  const address = id ? `labs/${id}.html` : 'index.html';
  test(`${address} does not scroll sideways`, tagOf(id && 'all of it'), async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const at = new LabPage(page);
    if (!id) await page.goto(host.url + address);
    else {
      await at.open(host.url + address);
      await at.wakeAll();
      await reveal(page);
    }
    for (const width of [320, 390, 768, 1024, 1440, 1920]) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    }
    expect(at.complaints).toEqual([]);
  });
}

for (const id of withBench) {
  test(`every step of ${id} with a figure has a scene`, () => {
    const lab: Lab = publishedLab(id);
    const html = htmlOf(`labs/${id}.html`);
    const isFigure = ({ kind }: Block): boolean => kind === 'chart' || kind === 'breakdown';
    const figures = (blocks: readonly Block[]): string[] =>
      blocks.flatMap((block) =>
        block.kind === 'reveal' ? figures(block.blocks) : isFigure(block) && 'id' in block ? [String(block.id)] : [],
      );
    const missing = lab.steps
      .flatMap(({ blocks }) => figures(blocks))
      .filter((figure) => !html.includes(`data-scene="${figure}"`));
    expect(missing).toEqual([]);
  });

  test(`${id} gives no prediction’s answer away above it`, tagOf(id), async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const at = await open(page, id);
    await at.wakeAll();
    await expect(page.locator('.unsettled')).toHaveCount(0);
    // Answers that are published cells are tested in build/predictions.test.ts; here, such a number could appear in
    // another cell.
    const isModels = (guess: Guess): boolean =>
      guess.kind === 'curve' || (guess.kind === 'number' && !guess.answer.includes('published('));
    const asked = publishedLab(id)
      .steps.flatMap(askedIn)
      .filter((item) => item.kind === 'predict' && isModels(item.guess));
    for (const { id: prediction } of asked) {
      const given = (await at.asked(prediction).textContent()) ?? '';
      const above = await page.evaluate((prediction) => {
        const end = document.getElementById(prediction);
        const main = document.querySelector('main');
        if (!end || !main) return '';
        const told: string[] = [];
        const walker = document.createTreeWalker(main, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, (node) =>
          node instanceof Element && node.matches('details.reveal:not([open]), .hints')
            ? NodeFilter.FILTER_REJECT
            : NodeFilter.FILTER_ACCEPT,
        );
        while (walker.nextNode()) {
          const node = walker.currentNode;
          if (
            node !== end &&
            !end.contains(node) &&
            node.compareDocumentPosition(end) & Node.DOCUMENT_POSITION_PRECEDING
          )
            break;
          if (node instanceof Text) told.push(node.data);
          else if (node instanceof Element)
            for (const name of ['aria-label', 'aria-valuetext', 'aria-description', 'title', 'alt'])
              told.push(node.getAttribute(name) ?? '');
        }
        return told.join(' ');
      }, prediction);
      await at.come(prediction);
      await at.button(prediction, 'Show without predicting').click();
      const answers = at.comparison(prediction).getByRole('cell').filter({ hasText: /\d/ });
      await expect(at.comparison(prediction).getByRole('row', { name: 'The model' })).toContainText(/\d/);
      const numbers = (await answers.allTextContents()).map((text) => /[\d,.]*\d/.exec(text)?.[0] ?? '');
      // Shorter numbers occur in any text by chance.
      const telling = numbers.filter((number) => number.replaceAll(/\D|^0+/g, '').length >= 3);
      const numbersIn = (text: string): Set<string> => new Set(text.match(/[\d,.]*\d/g));
      const [told, allowed] = [numbersIn(above), numbersIn(given)];
      expect(
        telling.filter((number) => told.has(number) && !allowed.has(number)),
        prediction,
      ).toEqual([]);
    }
    expect(at.complaints).toEqual([]);
  });
}

test('chart shows its end state at once with reduced motion', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const at = await open(page, 'zfs-directories');
  await at.come('p-size');
  await at.button('p-size', 'Show without predicting').click();
  await at.come('size');
  const chart = at.chart('size');
  const pictures = async (between: number): Promise<boolean> => {
    const first = await page.screenshot();
    await page.waitForTimeout(between);
    return (await page.screenshot()).equals(first);
  };
  for (const change of [
    () => chart.getByRole('slider').press('PageDown'),
    () => chart.getByRole('button', { name: 'Errors' }).press('Enter'),
  ]) {
    // All values have arrived, and so have their intervals.
    await expect.poll(() => pictures(1000)).toBe(true);
    await change();
    await expect(page.locator('.unsettled')).toHaveCount(0);
    await page.waitForTimeout(50);
    expect(await pictures(2000)).toBe(true);
  }
});

test('brush, zoom, and nearest-point search are fetched when a chart is touched', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(request.url()));
  const hands = (): string[] => scripts.filter((url) => /\/hands-/.test(url));
  const at = await open(page, 'zfs-directories');
  await at.come('p-size');
  await at.button('p-size', 'Show without predicting').click();
  await at.come('size');
  await expect(at.chart('size').locator('svg .tick').first()).toBeVisible();
  expect(hands()).toEqual([]);
  await at.chart('size').getByRole('application').hover();
  await expect.poll(() => hands().length).toBe(1);
});

test('no page has inline styles', () => {
  for (const address of ['index.html', ...ids.flatMap((id) => [`labs/${id}.html`, `embed/${id}.html`])])
    expect(htmlOf(address), address).not.toMatch(/<[^>]* style=/);
});

test('embedded lab puts nothing over the page in a narrow column', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto(`${host.url}embed/zfs-directories.html?view=lab`);
  await expect(page.getByTestId('race').getByRole('slider')).toBeEnabled();
  // Without a bench, there is no link to it.
  await plain(page.locator('.to-bench:not(.by-hand)').first()).toBeHidden();
  const floating = await page.evaluate(() => {
    const within = (root: ParentNode): Element[] =>
      [...root.querySelectorAll('*')].flatMap((one) => [one, ...(one.shadowRoot ? within(one.shadowRoot) : [])]);
    return within(document)
      .filter((one) => getComputedStyle(one).position === 'fixed' && one.getClientRects().length > 0)
      .map((one) => one.className.toString());
  });
  expect(floating).toEqual([]);
});
