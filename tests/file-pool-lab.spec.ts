// One reader answers all questions of the lab on a file pool server; another changes its settings.
import { test } from '@playwright/test';
import { Answers, askedIn, publishedLab, type Lab } from './answers.ts';
import { expect, LabPage, serveLab, type LabHost } from './lab-page.ts';
import { answer, predict } from './reader.ts';

let host: LabHost;
let lab: Lab;
test.beforeAll(async () => {
  lab = publishedLab('sfs-file-pool');
  host = await serveLab(lab.id);
});
test.afterAll(() => host.close());

test('whole lab works by mouse', async ({ page }) => {
  // Nine steps of questions, and simulations between them.
  test.setTimeout(300_000);
  const answers = new Answers(lab);
  const at = new LabPage(page);
  await at.open(host.lab);
  for (const [done, step] of lab.steps.entries()) {
    for (const block of askedIn(step))
      if (block.kind === 'predict') await predict(at, block);
      else await answer(at, answers, block, answers.right(block));
    await expect(at.rail).toContainText(`${done + 1} of ${lab.steps.length} done`);
  }
  expect(at.complaints).toEqual([]);
});

test('users wait less in the sandbox when they are spread over more file pools', async ({ page }) => {
  const at = new LabPage(page);
  await at.open(host.lab);
  await at.come('sandbox-bars');
  const bars = at.chart('sandbox-bars');
  /** Computes the response time with the lab's settings from the formula, in seconds. */
  const seconds = async (): Promise<number> => {
    const cells = bars
      .getByRole('row')
      .filter({ has: page.getByRole('cell', { name: 'Yours', exact: true }) })
      .getByRole('cell');
    return Number(await cells.nth(1).textContent());
  };
  await bars.getByText('Data table').click();
  await expect.poll(seconds).toBeGreaterThan(2);
  const more = page.locator('details.more-controls', { has: page.locator('#control-pools') });
  if ((await more.count()) > 0) await more.locator('summary').click();
  await at.come('control-pools');
  const pools = page.locator('#control-pools').getByRole('slider');
  await pools.focus();
  await pools.press('End');
  await at.come('sandbox-bars');
  await expect.poll(seconds).toBeLessThan(0.5);
  expect(at.complaints).toEqual([]);
});
