/** Help for readers: links that lead back, undo that names what it undid, answers on request, and remaining work. */
import { expect as plain, test } from '@playwright/test';
import { violations } from './axe.ts';
import { publishedLab, type Question } from './answers.ts';
import { blocksOf } from '../web/src/lab/blocks.ts';
import { expect, LabPage, serveLab, type LabHost } from './lab-page.ts';
import { reply } from './reader.ts';

let host: LabHost;
test.beforeAll(async () => {
  host = await serveLab('zfs-directories');
});
test.afterAll(() => host.close());

const questions = (): Question[] =>
  blocksOf(publishedLab('zfs-directories')).filter((block) => block.kind === 'question');

/** Opens everything that a prediction hides. */
async function skip(at: LabPage, prediction: string): Promise<void> {
  await at.come(prediction);
  await at.button(prediction, 'Show without predicting').click();
  await expect(at.reveal(prediction)).toHaveAttribute('open', '');
}

test('copied link has its state after the #, and opens where it was copied', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const at = new LabPage(page);
  await at.open(host.lab);
  await at.come('q-pages');
  await at.number('q-pages').fill('7');
  await at.asked('q-pages').evaluate((place) => place.scrollIntoView());
  await at.openRail();
  await page.getByTestId('copy-link').click();
  const link = new URL(await at.link());
  expect([link.search, link.hash]).toEqual(['', expect.stringMatching(/^#at=q-pages&s=1\./)]);
  await page.goto('about:blank');
  await at.open(link.href);
  await plain(at.asked('q-pages')).toBeInViewport();
  await at.come('q-pages');
  await expect(at.number('q-pages')).toHaveValue('7');
  // A link within the page keeps the state; an old link, with the state in the query, is read.
  await page.evaluate(() => (location.hash = 'busy'));
  await expect(page).toHaveURL(/#at=busy&s=1\./);
  const state = /s=([^&]*)/.exec(link.hash)?.[1];
  await at.open(`${host.lab}?s=${state}#q-pages`);
  await at.come('q-pages');
  await expect(at.number('q-pages')).toHaveValue('7');
  expect(at.complaints).toEqual([]);
});

test('link pasted into the open page is followed', async ({ page }) => {
  const at = new LabPage(page);
  await at.open(host.lab);
  await at.come('q-pages');
  await at.number('q-pages').fill('7');
  await expect(page).toHaveURL(/#s=1\./);
  const link = page.url();
  await at.number('q-pages').fill('8');
  await expect(page).not.toHaveURL(link);
  await page.goto(link);
  await at.come('q-pages');
  await expect(at.number('q-pages')).toHaveValue('7');
});

test('reload on a phone returns to the line that was read', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const at = new LabPage(page);
  await at.open(host.lab);
  await at.come('q-fair');
  const question = at.asked('q-fair');
  const top = (): Promise<number> => question.evaluate((element) => element.getBoundingClientRect().top);
  await question.evaluate((element) =>
    scrollBy({ top: element.getBoundingClientRect().top + 60, behavior: 'instant' }),
  );
  await expect.poll(top).toBeCloseTo(-60, -1);
  // All sections are laid out once the reader does something; this must not move the text.
  await page.keyboard.press('Shift');
  await page.waitForFunction(() => document.querySelectorAll('.sheet section[style*="visible"]').length > 10);
  const before = await top();
  expect(before).toBeCloseTo(-60, -1);
  await page.reload();
  await expect.poll(async () => Math.abs((await top()) - before)).toBeLessThan(5);
  await expect(page.locator('[data-island="page:rail"]')).toHaveAttribute('data-awake');
  await expect.poll(async () => Math.abs((await top()) - before)).toBeLessThan(5);
  // A new visit begins at the top.
  await page.goto('about:blank');
  await at.open(host.lab);
  expect(await page.evaluate(() => scrollY)).toBe(0);
});

test('answer that is changed while the engine is busy is checked when it is free', async ({ page }) => {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.context().route('**/*.wasm', async (route) => {
    await held;
    await route.continue();
  });
  const at = new LabPage(page);
  await at.open(host.lab);
  await at.come('q-pages');
  await at.number('q-pages').fill('7');
  await at.button('q-pages', 'Check').click();
  await expect(at.verdict('q-pages')).toContainText('Checking');
  await at.number('q-pages').fill('8');
  await at.button('q-pages', 'Check').click();
  await at.button('q-pages', 'Check').click();
  release();
  await expect(at.verdict('q-pages')).toContainText('Not correct');
  const answers = (): unknown => (at.linked() as { answers?: unknown }).answers;
  await expect.poll(() => JSON.stringify(answers())).toContain('8');
  expect(at.complaints).toEqual([]);
});

test('undo names what it undid and goes there', async ({ page }) => {
  const at = new LabPage(page);
  await at.open(host.lab);
  await skip(at, 'p-split');
  await at.come('split-plex');
  await page.locator('#split-plex').getByRole('radio', { name: 'monoplex' }).check();
  await page.evaluate(() => scrollTo(0, 0));
  await page.keyboard.press('Control+z');
  await expect(page.getByTestId('undone')).toHaveText('Undone. System: sysplex client.');
  await plain(page.locator('[data-testid="control-plex"]:visible').first()).toBeInViewport();
});

test('comparison begins with one difference and stays in its chart', async ({ page }) => {
  const at = new LabPage(page);
  await at.open(host.lab);
  await skip(at, 'p-split');
  await skip(at, 'p-wait');
  await at.come('split-bars');
  await page.getByTestId('compare-split-bars').click();
  const chart = at.chart('split-bars');
  await expect(chart.locator('#split-bars-b-side')).toContainText('Workload: ptestDU');
  await plain(page.locator('#split-workload').getByRole('group')).toHaveCount(2);
  await at.come('busy-bars');
  await plain(at.chart('busy-bars').locator('h4')).toHaveCount(0);
  await expect.poll(() => at.linked()).toMatchObject({ compared: 'split-bars' });
  expect(at.complaints).toEqual([]);
});

test('answer is shown after three wrong tries, and the bar lists what is left', async ({ page }) => {
  const question = questions().find(({ answer }) => answer.kind === 'choice' && !answer.many);
  if (question?.answer.kind !== 'choice') throw new Error('the lab has no such question');
  const { id } = question;
  const wrong = question.answer.choices.flatMap((choice) => (choice.right ? [] : choice.id));
  const right = question.answer.choices.find((choice) => choice.right);
  const at = new LabPage(page);
  await at.open(host.lab);
  if ((await at.asked(id).isVisible()) === false)
    await page.evaluate(() =>
      document.querySelectorAll<HTMLButtonElement>('.predict button.quiet').forEach((b) => b.click()),
    );
  await at.come(id);
  for (let n = 0; n < 3; n += 1) {
    await plain(at.button(id, 'Show answer')).toHaveCount(0);
    await reply(at, id, { ids: [wrong[n % wrong.length] ?? ''] });
    await at.button(id, 'Check').click();
    await expect(at.asked(id)).toContainText(n === 0 ? '1 try' : `${n + 1} tries`);
  }
  await at.button(id, 'Show answer').click();
  await expect(at.verdict(id)).toContainText('This is the answer.');
  await plain(at.choice(id, right?.id ?? '')).toBeChecked();
  await plain(at.choice(id, right?.id ?? '')).toBeDisabled();
  await at.openRail();
  await expect(at.rail.locator('.so-far')).toHaveText(/^\d of 9 done; \d+ predictions and \d+ questions left$/);
  await at.come('page:end');
  await expect(page.getByTestId('recap')).toContainText(/You answered 0 of \d+ questions correctly/);
  await plain(page.getByRole('link', { name: /^Next lab: / })).toBeVisible();
  expect(await violations(page, '.after-all')).toEqual([]);
  expect(at.complaints).toEqual([]);
});

test('half-right set gets a clue', async ({ page }) => {
  const question = questions().find(({ answer }) => answer.kind === 'choice' && answer.many);
  if (question?.answer.kind !== 'choice') throw new Error('the lab has no such question');
  const { id } = question;
  const rightOnes = question.answer.choices.flatMap((choice) => (choice.right ? choice.id : []));
  const at = new LabPage(page);
  await at.open(host.lab);
  await at.come(id);
  await reply(at, id, { ids: rightOnes.slice(0, 1) });
  await at.button(id, 'Check').click();
  await expect(at.verdict(id)).toContainText('Partly right: one choice is right');
});

test('bar names no step at the top of the page, also after a jump from the last one', async ({ page }) => {
  const at = new LabPage(page);
  await at.open(host.lab);
  const { steps } = publishedLab('zfs-directories');
  await page.keyboard.press('End');
  await expect(at.rail).toContainText(` of ${steps.length}: `);
  // Parts that load meanwhile can interrupt the browser's scroll.
  await expect(async () => {
    await page.keyboard.press('Home');
    await expect.poll(() => page.evaluate(() => scrollY), { timeout: 2000 }).toBe(0);
  }).toPass();
  await expect(at.rail.getByRole('button').first()).toContainText(`${steps.length} steps`);
});

test('link to a cell is shown for copying if the browser refuses to copy it', async ({ page }) => {
  await page.addInitScript(() => {
    const writeText = () => Promise.reject(new DOMException('refused', 'NotAllowedError'));
    Object.defineProperty(navigator, 'clipboard', { value: { writeText } });
  });
  const at = new LabPage(page);
  await at.open(host.lab);
  await at.come('table-v2r1-ptestdl');
  await at.cell('v2r1-ptestdl', 1).click();
  const detail = page.getByTestId('detail');
  await detail.getByRole('button', { name: 'Copy link' }).click();
  await expect(detail.getByRole('status')).toHaveText('Copy the link from this field:');
  const link = await detail.getByRole('textbox', { name: 'Link' }).inputValue();
  await page.goto('about:blank');
  await at.open(link);
  await expect(page.getByTestId('detail').getByRole('heading', { level: 4 })).toBeVisible();
  expect(at.complaints).toEqual([]);
});
