// One reader works through the whole lab on disk paths by mouse; other tests move its other controls.
import { test } from '@playwright/test';
import { Answers, askedIn, publishedLab, type Lab } from './answers.ts';
import { expect, LabPage, serveLab, type LabHost } from './lab-page.ts';
import { answer, predict, share } from './reader.ts';

let host: LabHost;
let lab: Lab;
let answers: Answers;
test.beforeAll(async () => {
  lab = publishedLab('disk-paths');
  answers = new Answers(lab);
  host = await serveLab(lab.id);
});
test.afterAll(() => host.close());

test('whole lab works by mouse, and its link restores it', async ({ page, context, browser }) => {
  // Nine steps of questions, and many charts that run the cache model.
  test.setTimeout(420_000);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const at = new LabPage(page);
  await at.open(host.lab);
  await expect(at.rail).toContainText(`0 of ${lab.steps.length} done`);

  for (const [done, step] of lab.steps.entries()) {
    for (const block of askedIn(step))
      if (block.kind === 'predict') await predict(at, block);
      else await answer(at, answers, block, answers.right(block));
    await expect(at.rail).toContainText(`${done + 1} of ${lab.steps.length} done`);
  }

  await share(at, browser);
  expect(at.complaints).toEqual([]);
});

/** Opens everything that a prediction hides, without making the prediction. */
async function show(at: LabPage, prediction: string): Promise<void> {
  await at.come(prediction);
  await at.button(prediction, 'Show without predicting').click();
  await expect(at.reveal(prediction)).toHaveAttribute('open', '');
}

test('switches of unexplained effects bring the model to the printed values', async ({ page }) => {
  const at = new LabPage(page);
  await at.open(host.lab);
  await show(at, 'p-stall');
  await at.come('unexplained-chart');
  const farthest = async (): Promise<number> => {
    const takeaway = await page.locator('#unexplained-chart-takeaway').textContent();
    return Number(/largest error is for \w+: [+−]([\d.]+)/.exec(takeaway ?? '')?.[1]);
  };
  // No source published results without these effects.
  await expect(page.locator('#unexplained-chart-takeaway')).toContainText('In the model');
  for (const control of ['unexplained-stall', 'unexplained-ded']) {
    await at.come(control);
    await page.locator(`#${control}`).getByRole('checkbox').check();
  }
  await expect.poll(farthest).toBeLessThan(15);
  expect(at.complaints).toEqual([]);
});

test('smaller blocks slow only the paths that have records', async ({ page }) => {
  const at = new LabPage(page);
  await at.open(host.lab);
  await show(at, 'p-block');
  await at.come('way-request');
  const eckd = at.atPlace('way-request', 'ECKD minidisk');
  const fcp = at.atPlace('way-request', 'Linux-owned FCP');
  await expect(eckd).toHaveText(/^40,000/);
  const before = await fcp.textContent();
  await at.come('way-block');
  await page.locator('#way-block').getByText('1,024').click();
  await expect(eckd).toHaveText(/^15,\d{3}/);
  await expect(fcp).toHaveText(before ?? '');
  expect(at.complaints).toEqual([]);
});
