// One reader works through the whole lab without touching the mouse.
import { test, type Locator, type Page } from '@playwright/test';
import { Answers, askedIn, publishedLab, type Lab, type Predict, type Question, type Reply } from './answers.ts';
import { expect, LabPage, serveLab, type LabHost } from './lab-page.ts';

// A trace would capture the whole page after every key.
test.use({ trace: 'off' });

let host: LabHost;
let lab: Lab;
let answers: Answers;
test.beforeAll(async () => {
  lab = publishedLab('zfs-directories');
  answers = new Answers(lab);
  host = await serveLab(lab.id);
});
test.afterAll(() => host.close());

/** The log that a script in the page keeps of hidden focus. */
interface HiddenFocusLog {
  /** Elements that had the focus without showing it. */
  unseen: string[];
}

/** Records every element that takes the focus without showing it, or under the bar at the bottom. */
const watchFocus = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const unseen: string[] = [];
    Object.assign(window, { unseen } satisfies HiddenFocusLog);
    const shows = (element: Element): boolean => {
      const knob = element.querySelector(':scope > .knob');
      if (knob) return parseFloat(getComputedStyle(knob).strokeWidth) > 4;
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2;
    };
    addEventListener('focusin', ({ target }) => {
      if (!(target instanceof Element)) return;
      requestAnimationFrame(() => {
        if (target !== document.activeElement) return;
        const { top, bottom, width } = target.getBoundingClientRect();
        const rail = document.querySelector('.rail');
        const foot =
          rail && getComputedStyle(rail).position === 'fixed' && !rail.contains(target)
            ? rail.getBoundingClientRect().top
            : innerHeight;
        const name = `${target.tagName} ${target.id || target.textContent.trim().slice(0, 40)}`;
        if (!shows(target)) unseen.push(`${name}: no outline`);
        if (width === 0 || bottom <= 0 || top >= foot) unseen.push(`${name}: out of sight`);
      });
    });
  });

const unseen = (page: Page): Promise<string[]> => page.evaluate(() => (window as unknown as HiddenFocusLog).unseen);

/** A reader's keyboard. */
class Keys {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** Presses keys one by one; after each, some element must have the focus. */
  async press(...keys: string[]): Promise<void> {
    for (const key of keys) {
      await this.page.keyboard.press(key);
      const at = await this.page.evaluate(() => document.activeElement?.tagName);
      expect(at, `after ${key}`).not.toBe('BODY');
    }
  }

  has(target: Locator): Promise<boolean> {
    return target.evaluateAll((places) => places.includes(document.activeElement as HTMLElement));
  }

  /** Tabs forward or back to an element; the focus is never lost on the way. */
  async to(target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
    const where = (): Promise<'there' | 'lost' | 'elsewhere'> =>
      target.evaluateAll((places) => {
        const { activeElement, body } = document;
        if (places.includes(activeElement as HTMLElement)) return 'there';
        return activeElement === body ? 'lost' : 'elsewhere';
      });
    for (let presses = 0, at = await where(); at !== 'there'; at = await where()) {
      if (at === 'lost' && presses > 0) throw new Error(`${key} lost the focus on the way to ${target}`);
      if (presses++ > 400) throw new Error(`${key} does not lead to ${target}`);
      await this.page.keyboard.press(key);
    }
  }

  /** Opens the folded parts in an element with their own keys. */
  async unfold(part: Locator): Promise<void> {
    const closed = this.page.locator('details.fold:not([open])', { has: part }).first();
    while ((await closed.count()) > 0) {
      await this.to(closed.locator(':scope > summary'));
      await this.press('Enter');
    }
  }

  /** Replaces the text of the focused field. */
  async write(text: string): Promise<void> {
    await this.press('Control+a');
    await this.page.keyboard.type(text);
  }
}

async function reply(at: LabPage, keys: Keys, id: string, given: Reply, key: 'Tab' | 'Shift+Tab'): Promise<void> {
  if ('text' in given) {
    await keys.to(at.number(id), key);
    await keys.write(given.text);
    return;
  }
  const options = at.asked(id).locator('.option input');
  await keys.to(options, key);
  if ((await options.first().getAttribute('type')) === 'radio') {
    await keys.press('Space');
    for (let i = 0; i < 10 && !(await at.choice(id, given.ids[0] ?? '').isChecked()); i++)
      await keys.press('ArrowDown');
    return;
  }
  // From the last box back to the first, or vice versa.
  for (let left = await options.count(); left > 0; left--) {
    const [value, checked] = await keys.page.evaluate(() => {
      const box = document.activeElement as HTMLInputElement;
      return [box.value, box.checked] as const;
    });
    if (checked !== given.ids.includes(value)) await keys.press('Space');
    if (left > 1) await keys.press(key);
  }
}

async function predict(at: LabPage, keys: Keys, { id, guess }: Predict): Promise<void> {
  const { page } = at;
  if (guess.kind === 'curve') {
    // On a wide page, the curve is drawn on the bench; a link leads there.
    const link = page.locator(`[data-scene="draw:${id}"] .to-bench a`);
    if (await link.isVisible()) {
      await keys.to(link);
      await keys.press('Enter');
    }
    const points = at.plane(id).getByRole('slider');
    await keys.to(points);
    const given = guess.given === undefined ? 0 : 1;
    for (const point of (await points.all()).slice(0, guess.points.length - given)) {
      await expect(point).toBeFocused();
      const before = await point.getAttribute('aria-valuenow');
      await keys.press('PageDown', 'ArrowDown');
      await expect(point).not.toHaveAttribute('aria-valuenow', before ?? '');
      await keys.press('Tab');
    }
  } else if (guess.kind === 'number') await reply(at, keys, id, { text: '120' }, 'Tab');
  else await reply(at, keys, id, { ids: [guess.choices[0]?.id ?? ''] }, 'Tab');
  await keys.to(at.button(id, 'Commit'));
  await keys.press('Enter');
  // The button is gone; the focus moves to the page's feedback.
  await expect(at.asked(id).getByRole('status')).toBeFocused();
  await expect(at.reveal(id)).toHaveAttribute('open', '');
  // Evidence may be between a prediction and its comparison, which loads when it is near.
  await expect(async () => {
    await page.keyboard.press('PageDown');
    await expect(at.comparison(id)).toContainText('You said', { timeout: 1000 });
  }).toPass();
}

async function answer(at: LabPage, keys: Keys, question: Question): Promise<void> {
  const { id, answer } = question;
  const check = async (): Promise<void> => {
    if (answer.kind !== 'number') await keys.to(at.button(id, 'Check'));
    await keys.press('Enter');
  };
  const mistake = answers.mistake(question);
  await reply(at, keys, id, mistake, 'Tab');
  await check();
  await expect(at.verdict(id)).toContainText('Not correct.');
  await expect(at.verdict(id)).toContainText(mistake.told);
  await reply(at, keys, id, answers.right(question), 'Shift+Tab');
  await check();
  await expect(at.verdict(id)).toContainText('Correct.');
  await expect(at.verdict(id)).toBeFocused();
}

/** Operates a control by keyboard, with undo and redo, and checks the chart that it changes. */
async function explore(at: LabPage, keys: Keys): Promise<void> {
  const { page } = at;
  const workload = page.locator('#size-workload').getByRole('radio');
  await keys.unfold(page.locator('#size-workload'));
  await keys.to(workload);
  await keys.press('ArrowUp');
  await expect(workload.first()).toBeChecked();
  await keys.press('ArrowDown');
  const slider = page.locator('#size-names').getByRole('slider');
  await keys.to(slider);
  const before = await slider.getAttribute('aria-valuetext');
  await keys.press('ArrowRight');
  await expect(slider).not.toHaveAttribute('aria-valuetext', before ?? '');
  await keys.press('Control+z');
  await expect(slider).toHaveAttribute('aria-valuetext', before ?? '');
  await keys.press('Control+Shift+z');
  await expect(slider).not.toHaveAttribute('aria-valuetext', before ?? '');
  const chart = at.chart('size');
  await keys.unfold(chart);
  await keys.to(chart.getByRole('application'));
  await expect(chart.getByText('Running the model')).toHaveCount(0);
  await keys.press('ArrowRight', 'End');
  await expect(chart.locator('.readout')).toContainText('operations/s');
  await keys.press('Escape');
  await expect(chart.locator('.readout')).toContainText('use the arrow keys');
}

/** Opens a cell with Enter and closes it with Escape or with its button, which returns the focus to the cell. */
async function openCell(at: LabPage, keys: Keys, table: string): Promise<void> {
  const cell = at.cell(table, 1);
  const detail = at.page.getByTestId('detail');
  await keys.unfold(at.table(table));
  // The cells of a table that was folded can have the focus once the table is hydrated.
  await expect(at.cell(table, 0)).toHaveAttribute('tabindex', '0');
  await keys.to(at.cell(table, 0));
  await keys.press('ArrowRight', 'Enter');
  await expect(detail).toContainText('Where the CPU time per operation goes');
  await expect(cell).toBeFocused();
  await keys.press('Escape');
  await expect(detail).toHaveCount(0);
  await keys.press('Enter');
  await keys.to(detail.getByRole('button', { name: 'Close' }));
  await keys.press('Enter');
  await expect(detail).toHaveCount(0);
  await expect(cell).toBeFocused();
}

test('whole lab works by keyboard alone', async ({ page }) => {
  test.slow();
  await watchFocus(page);
  const at = new LabPage(page);
  const keys = new Keys(page);
  await at.open(host.lab);

  await keys.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to main content' })).toBeFocused();
  // As with any link within a page, the next Tab continues after its target.
  await page.keyboard.press('Enter');
  await keys.press('Tab');
  expect(await keys.has(page.locator('main :is(a, button, input)'))).toBe(true);
  const first = lab.steps[0];
  await keys.to(at.rail.getByRole('button').first());
  await keys.press('Enter');
  await keys.to(at.rail.getByRole('link', { name: first?.title ?? '' }));
  await page.keyboard.press('Enter');
  await keys.press('Tab');
  expect(await keys.has(page.locator(`[id="${first?.id}"] *`))).toBe(true);

  for (const [done, step] of lab.steps.entries()) {
    for (const block of askedIn(step)) {
      // Parts that come before a question are visited first.
      if (block.id === 'q-beyond') await explore(at, keys);
      if (block.id === 'q-worst') await openCell(at, keys, lab.tables[0]?.id ?? '');
      if (block.kind === 'predict') await predict(at, keys, block);
      else await answer(at, keys, block);
    }
    await expect(at.rail).toContainText(`${done + 1} of ${lab.steps.length} done`);
  }

  const last = lab.steps.at(-1)?.id ?? '';
  const reset = page.getByTestId(`reset-${last}`);
  await keys.to(reset);
  await keys.press('Enter');
  await expect(at.rail).toContainText(`${lab.steps.length - 1} of ${lab.steps.length} done`);
  await keys.press('Tab', 'Enter');
  await expect(at.rail).toContainText(`${lab.steps.length} of ${lab.steps.length} done`);
  await expect(reset).toBeFocused();

  // The address keeps the work; a reload restores it, at the step that the rail led to.
  await expect(page).toHaveURL(/[#&]s=/);
  await page.waitForTimeout(600);
  await page.reload();
  await expect(at.rail).toContainText(`${lab.steps.length} of ${lab.steps.length} done`);
  await keys.to(at.rail.getByRole('button').first(), 'Shift+Tab');
  await keys.press('Enter');
  await keys.to(page.getByTestId('reset-lab'));
  await keys.press('Enter');
  await expect(at.rail).toContainText(`0 of ${lab.steps.length} done`);
  await keys.to(page.getByTestId('undo'), 'Shift+Tab');
  await keys.press('Enter');
  await expect(at.rail).toContainText(`${lab.steps.length} of ${lab.steps.length} done`);
  await expect(page.getByTestId('redo')).toBeFocused();

  expect(await unseen(page)).toEqual([]);
  expect(at.complaints).toEqual([]);
});

test('Tab leads through the whole page and out of it, and the focus is never covered', async ({ page }) => {
  test.slow();
  // The window is narrow enough to show the bar at the bottom.
  await page.setViewportSize({ width: 800, height: 700 });
  await watchFocus(page);
  const at = new LabPage(page);
  await at.open(host.lab);
  const keys = new Keys(page);
  const last = page.locator('a:visible').last();
  let before = '';
  for (let presses = 0; !(await keys.has(last)); presses++) {
    expect(presses).toBeLessThan(900);
    if (await keys.has(page.locator('details.fold:not([open]) > summary'))) await keys.press('Enter');
    await page.keyboard.press('Tab');
    const now = await page.evaluate(() => {
      const { activeElement: at } = document;
      const box = at?.getBoundingClientRect();
      return `${at?.tagName} ${at?.id} ${at?.textContent?.slice(0, 30)} ${(box?.left ?? 0) + scrollX} ${(box?.top ?? 0) + scrollY}`;
    });
    expect(now, `after ${before}`).not.toMatch(/^BODY/);
    expect(now).not.toBe(before);
    before = now;
  }
  expect(await unseen(page)).toEqual([]);
  expect(at.complaints).toEqual([]);
});
