/** The announcements of a screen reader: every change of a live region while a reader works, in order. */
import { test, type Page } from '@playwright/test';
import { expect, LabPage, serveLab, type LabHost } from './lab-page.ts';

let host: LabHost;
test.beforeAll(async () => {
  host = await serveLab('zfs-directories');
});
test.afterAll(() => host.close());

/** Records the text of each live region on the next page whenever it changes. */
async function logOf(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const log: string[] = [];
    const last = new Map<Element, string>();
    const regions = '[role=status], [role=alert], [aria-live=polite], [aria-live=assertive]';
    const note = ({ target }: MutationRecord): void => {
      const element = target instanceof Element ? target : target.parentElement;
      const region = element?.closest(regions);
      const text = region?.textContent.replaceAll(/\s+/g, ' ').trim() ?? '';
      if (!region || text === '' || last.get(region) === text) return;
      last.set(region, text);
      log.push(text);
    };
    const observe = (): void =>
      new MutationObserver((all) => all.forEach(note)).observe(document, {
        subtree: true,
        childList: true,
        characterData: true,
      });
    observe();
    Object.assign(window, { announced: log });
  });
  return () => page.evaluate(() => (window as unknown as { announced: string[] }).announced.splice(0));
}

test('verdict, cursor, and undo are announced in order', async ({ page }) => {
  const taken = await logOf(page);
  const at = new LabPage(page);
  await at.open(host.lab);

  await at.come('q-tree');
  const question = at.asked('q-tree');
  await expect(question.getByRole('radio').last()).toBeEnabled();
  await taken();
  await question.getByRole('radio').last().check();
  await question.getByRole('button', { name: 'Check' }).click();
  // The verdict is announced first, and the reason once it has loaded.
  const verdicts: string[] = [];
  await expect
    .poll(async () => {
      verdicts.push(...(await taken()).filter((text) => text.includes('Not correct')));
      return verdicts.at(-1);
    })
    .toMatch(/^Not correct\W+\w.{20}/);
  expect(verdicts.length).toBeLessThanOrEqual(2);

  await at.come('p-size');
  await at.button('p-size', 'Show without predicting').click();
  await at.come('size');
  await page.locator('[data-island="size"]').getByRole('application').first().focus();
  await taken();
  const spoken: string[] = [];
  for (let steps = 0; steps < 3; steps++) {
    await page.keyboard.press('ArrowRight');
    await expect
      .poll(async () => {
        spoken.push(...(await taken()));
        return spoken.length;
      })
      .toBe(steps + 1);
  }
  expect(new Set(spoken).size).toBe(3);
  for (const text of spoken) expect(text).toMatch(/\d/);

  await at.come('size-plex');
  await page.locator('[data-island="size-plex"]').getByRole('radio', { name: 'monoplex' }).check();
  await taken();
  await page.keyboard.press('Control+z');
  await expect(page.getByTestId('undone')).not.toBeEmpty();
  const undone = (await page.getByTestId('undone').innerText()).replaceAll(/\s+/g, ' ').trim();
  expect((await taken()).filter((text) => text === undone)).toHaveLength(1);
  expect(at.complaints).toEqual([]);
});
