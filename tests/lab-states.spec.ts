// axe-core finds no violations in any state of a lab's page: in light and dark, on a phone, and in forced colors.
import { test } from '@playwright/test';
import { Answers, askedIn, publishedLab, type Lab, type Question } from './answers.ts';
import { violations } from './axe.ts';
import { expect, LabPage, serveLab, type LabHost } from './lab-page.ts';

let host: LabHost;
let lab: Lab;
let question: Question;
let right: string;
let wrong: string;
test.beforeAll(async () => {
  lab = publishedLab('zfs-directories');
  host = await serveLab(lab.id);
  // The first question that expects a number and has hints.
  const found = lab.steps
    .flatMap(askedIn)
    .find((block) => block.kind === 'question' && block.answer.kind === 'number' && block.hints?.length);
  if (found?.kind !== 'question') throw new Error('no such question');
  question = found;
  const answers = new Answers(lab);
  const [reply, mistake] = [answers.right(question), answers.mistake(question)];
  if (!('text' in reply && 'text' in mistake)) throw new Error('no numbers');
  [right, wrong] = [reply.text, mistake.text];
});
test.afterAll(() => host.close());

/** A check of a state of the page, by the state's name and the part that it concerns; all states are visited on the
 * same page. */
type Visit = (name: string, where: string) => Promise<void>;

async function answering(at: LabPage, visit: Visit): Promise<void> {
  const { id } = question;
  await at.come(id);
  await at.button(id, 'Check').click();
  await expect(at.verdict(id)).toHaveText('Enter a number first.');
  await visit('nothing answered', `[id="${id}"]`);
  await at.number(id).fill(wrong);
  await at.button(id, 'Check').click();
  await expect(at.verdict(id)).toContainText('Not correct.');
  await at.button(id, 'Show hint').click();
  await at.button(id, 'Next hint').click();
  await visit('a wrong answer, and all hints', `[id="${id}"]`);
  await at.number(id).fill(right);
  await at.button(id, 'Check').click();
  await expect(at.verdict(id)).toContainText('Correct.');
  await visit('a right answer', `[id="${id}"]`);
}

async function predicting(at: LabPage, visit: Visit): Promise<void> {
  await at.come('p-size');
  const [first, last] = [0, 1].map((i) => at.asked('p-size').locator('tbody').getByRole('spinbutton').nth(i));
  if (!first || !last) throw new Error('no fields');
  await first.fill('7');
  await last.fill('50000');
  await at.button('p-size', 'Commit').click();
  await expect(at.asked('p-size').getByRole('alert')).toHaveText(/^7 is out of range: give 1,000 to 1,000,000 /);
  await visit('a curve with a number that is out of range', '[id="p-size"]');
  await first.fill('100000');
  await at.button('p-size', 'Commit').click();
  await expect(at.comparison('p-size').getByRole('row')).toHaveCount(4);
  await expect(at.yours('p-size')).toHaveText([/\d/, /^100,000\s*$/, /^50,000\s*$/]);
  await visit('a curve committed', '[id="p-size"], [data-testid="reveal-p-size"]');
  await at.come('p-miss');
  await at.choice('p-miss', 'one').check();
  await at.button('p-miss', 'Commit').click();
  await visit('a choice committed', '[id="p-miss"], [data-testid="reveal-p-miss"]');
  await at.come('p-split');
  await at.button('p-split', 'Show without predicting').click();
  await expect(at.comparison('p-split')).toContainText('You did not predict this.');
  await visit('shown without a prediction', '[id="p-split"], [data-testid="reveal-p-split"]');
}

async function looking(at: LabPage, visit: Visit): Promise<void> {
  const { page } = at;
  const chart = at.chart('size');
  await at.come('size');
  await page.getByTestId('compare-size').click();
  await page.locator('#size-plex').getByRole('radio', { name: 'monoplex' }).last().check();
  await expect(chart.getByRole('application')).toHaveCount(2);
  await chart.getByText('Data table').click();
  await expect(chart.getByRole('button', { name: 'Save as CSV' })).toBeVisible();
  await chart.getByText('Axes', { exact: true }).click();
  await at.drop(chart, 'ours.csv', 'names,external_throughput\n2000,90000\n30000,50000\n');
  await chart.getByRole('button', { name: 'Draw', exact: true }).click();
  await expect(chart).toContainText(/median error is \d/);
  await visit('a comparison with data and own points', '[id="larger"]');
  await page.getByTestId('compare-size').click();
  const table = at.table(lab.tables[0]?.id ?? '');
  await at.come(`table-${lab.tables[0]?.id}`);
  await table.locator('[data-cell="1"]').click();
  await expect(page.getByTestId('detail').getByRole('table')).toBeVisible();
  await table.getByRole('button', { name: 'Your own data' }).click();
  await table.getByLabel('or paste its lines').fill('nothing of use\n1\n');
  await table.getByRole('button', { name: 'Read', exact: true }).click();
  await expect(table.getByRole('alert').filter({ hasText: /\w/ })).toBeVisible();
  await visit('a cell, and own data that cannot be used', '[id="tables"]');
  await page.getByTestId('reset-larger').click();
  await expect(at.reveal('p-size')).not.toHaveAttribute('open');
  await visit('a step reset', '[id="larger"]');
}

const overflow = (at: LabPage): Promise<number> =>
  at.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

for (const [name, { colorScheme, width }] of Object.entries({
  light: { colorScheme: 'light', width: 1280 },
  dark: { colorScheme: 'dark', width: 1280 },
  'light, on a phone': { colorScheme: 'light', width: 320 },
} as const))
  test(`every state passes axe, ${name}`, { tag: colorScheme === 'light' ? '@nightly' : [] }, async ({ page }) => {
    test.slow();
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const at = new LabPage(page);
    const visit: Visit = async (state, where) => {
      // Values that are still being computed are pale.
      await expect(page.locator('.unsettled')).toHaveCount(0);
      expect.soft(await violations(page, where), state).toEqual([]);
      expect.soft(await overflow(at), state).toBeLessThanOrEqual(0);
    };
    await at.open(`${host.lab}?s=1.AA.00000000`);
    await expect(page.getByRole('status').filter({ hasText: 'This link is damaged: copy it again' })).toBeVisible();
    await visit('fresh, with a damaged link', 'html');
    await answering(at, visit);
    await predicting(at, visit);
    await looking(at, visit);
    await at.openRail();
    await page.getByTestId('reset-lab').click();
    await visit('the lab reset', 'html');
    expect(at.complaints).toEqual([]);
  });

test('selected, focused, and committed parts differ in forced colors', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  const at = new LabPage(page);
  await at.open(host.lab);
  await predicting(at, () => Promise.resolve());
  // The colors of the curve and of its points differ from the background.
  const [line, knob, paper] = await at.plane('p-size').evaluate((plane) => {
    const style = (what: string): CSSStyleDeclaration => getComputedStyle(plane.querySelector(what) ?? plane);
    return [style('.predicted').stroke, style('.knob').stroke, getComputedStyle(document.body).backgroundColor];
  });
  expect(line).not.toBe(paper);
  expect(knob).not.toBe(paper);
  await page.keyboard.press('Tab');
  const outline = await page.evaluate(() => getComputedStyle(document.activeElement ?? document.body).outlineStyle);
  expect(outline).not.toBe('none');
  expect(await violations(page, '[id="larger"]')).toEqual([]);
  expect(at.complaints).toEqual([]);
});
