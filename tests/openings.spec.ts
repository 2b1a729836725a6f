/** Labs open with their model running: it answers before any scrolling, by pointer and by keyboard. */
import { expect as plain, test, type Locator, type Page } from '@playwright/test';
import { violations } from './axe.ts';
import { expect, LabPage, serveLab } from './lab-page.ts';

interface Opening {
  lab: string;
  /** The id of the model. */
  id: string;
  /** Waits until the animation has ended. */
  played: (view: Locator) => Promise<void>;
  /** The control, the element with its value, and the keys that move it. */
  control: (view: Locator) => Locator;
  value: (view: Locator) => Locator;
  keys: readonly string[];
  /** The element to click; by default, the control itself. */
  touched?: (view: Locator) => Locator;
}

const openings: readonly Opening[] = [
  {
    lab: 'zfs-directories',
    id: 'race',
    played: (view) => expect(view.locator('.done').last()).toHaveText(/^\d+$/),
    control: (view) => view.getByRole('slider'),
    value: (view) => view.locator('.sentence'),
    keys: ['Home'],
  },
  {
    lab: 'zfs-migration',
    id: 'opening-conversion',
    played: (view) => expect(view.getByTestId('conversion-status')).toContainText('2,000 names took'),
    control: (view) => view.getByRole('slider', { name: /^Cut power/ }),
    value: (view) => view.getByTestId('conversion-status'),
    keys: ['Home'],
    touched: (view) => view.locator('.block.new').first(),
  },
  {
    lab: 'disk-paths',
    id: 'model-minidisk-cache',
    played: (view) => expect(view.getByTestId('did')).toContainText('The read is over'),
    control: (view) => view.getByRole('button', { name: 'Run a phase' }),
    value: (view) => view.getByTestId('phases'),
    keys: ['Enter'],
  },
  {
    lab: 'sfs-file-pool',
    id: 'model-file-pool',
    played: (view) => expect(view.getByTestId('clock')).toHaveText('2 min 00.0 s'),
    control: (view) => view.getByRole('button', { name: 'Run two minutes' }),
    value: (view) => view.getByTestId('clock'),
    keys: ['Enter'],
  },
  {
    lab: 'tape-compression',
    id: 'opening-codecs',
    played: (view) => expect(view.getByRole('status').first()).toContainText('compresses it best'),
    control: (view) => view.getByRole('radio').first(),
    value: (view) => view.getByTestId('shrink'),
    keys: ['ArrowDown'],
    touched: (view) => view.getByText('JSON', { exact: true }),
  },
  {
    lab: 'journaling',
    id: 'opening-plug',
    played: (view) => expect(view.getByTestId('files').getByRole('listitem').first()).toBeVisible(),
    control: (view) => view.getByRole('slider', { name: 'Cut power after write' }),
    value: (view) => view.locator('.sums'),
    keys: ['Home'],
    touched: (view) => view.getByTestId('strip'),
  },
  {
    lab: 'queueing',
    id: 'opening-queues',
    played: (view) => expect(view.getByTestId('now')).toContainText('After 10 s'),
    control: (view) => view.getByRole('slider', { name: 'Users' }),
    value: (view) => view.getByTestId('now'),
    keys: ['Home'],
  },
];

const windows = [
  { width: 1440, height: 900 },
  { width: 1280, height: 800 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
];

/** Opens a lab in a window and waits until its animation has ended. */
async function open(page: Page, opening: Opening): Promise<{ at: LabPage; view: Locator; close: () => Promise<void> }> {
  const host = await serveLab(opening.lab);
  const at = new LabPage(page);
  await at.open(host.lab);
  const view = page.locator(`[id="${opening.id}"]`);
  await opening.played(view);
  return { at, view, close: () => host.close() };
}

for (const opening of openings) {
  for (const viewport of windows)
    test(`${opening.lab} answers without scrolling at ${viewport.width}×${viewport.height}`, async ({ page }) => {
      await page.setViewportSize(viewport);
      await page.emulateMedia({ reducedMotion: 'reduce' });
      const { at, view, close } = await open(page, opening);
      const control = opening.control(view);
      await plain(control).toBeInViewport();
      await plain(opening.value(view)).toBeInViewport({ ratio: 0.5 });
      const before = (await opening.value(view).textContent()) ?? '';
      await control.focus();
      for (const key of opening.keys) await page.keyboard.press(key);
      await expect(opening.value(view)).not.toHaveText(before);
      expect(await page.evaluate(() => scrollY)).toBe(0);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
      expect(at.complaints).toEqual([]);
      await close();
    });

  test(`${opening.lab} plays, and answers a pointer`, async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    const { at, view, close } = await open(page, opening);
    const touched = opening.touched?.(view) ?? opening.control(view);
    const before = (await opening.value(view).textContent()) ?? '';
    // On the left, where a strip begins.
    await touched.click({ position: { x: 4, y: 8 } });
    await expect(opening.value(view)).not.toHaveText(before);
    expect(await page.evaluate(() => scrollY)).toBe(0);
    expect(at.complaints).toEqual([]);
    expect(await violations(page)).toEqual([]);
    await close();
  });

  test(`no scene of ${opening.lab} is higher than its pane`, async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    const { at, close } = await open(page, opening);
    await at.wakeAll();
    // Elements that follow predictions also have scenes.
    await expect(async () => {
      const skips = page.getByRole('button', { name: 'Show without predicting', exact: true });
      for (const skip of await skips.all()) await skip.evaluate((button: HTMLElement) => button.click());
      await plain(skips).toHaveCount(0, { timeout: 1000 });
    }).toPass();
    // A scene for drawing a prediction is empty once the prediction is made.
    const scenes = page.locator('.scene-place:not(.drawn)');
    const high: string[] = [];
    for (const place of await scenes.all()) {
      await place.locator('.to-bench a').evaluate((link: HTMLElement) => link.click());
      const scene = place.locator('> .scene');
      await expect(scene).toBeVisible();
      await expect(async () => {
        const over = await scene.evaluate(
          ({ scrollHeight, clientHeight, scrollWidth, clientWidth }) =>
            scrollHeight > clientHeight + 1 || scrollWidth > clientWidth + 1,
        );
        expect(over).toBe(false);
      })
        .toPass({ timeout: 5000 })
        .catch(async () => high.push((await place.getAttribute('data-scene')) ?? ''));
    }
    expect(high).toEqual([]);
    expect(at.complaints).toEqual([]);
    await close();
  });
}
