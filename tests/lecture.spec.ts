/**
 * Predictions in a lecture: students show short codes, and the teacher's page draws the predictions in them. Nothing
 * else is exchanged.
 */
import { test, type Browser, type Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { allBlocks } from '../web/src/lab/blocks.ts';
import type { Lab, Predict } from '../web/src/lab/types.ts';
import { predictionCode } from '../web/src/player/prediction-code.ts';
import { violations } from './axe.ts';
import { complaintsOf } from './complaints.ts';
import { expect, LabPage, serveLab, type LabHost } from './lab-page.ts';
import { dist } from './serve.ts';

let host: LabHost;
let lab: Lab;
test.beforeAll(async () => {
  host = await serveLab('raid5-small-writes');
  lab = JSON.parse(readFileSync(`${dist('site')}/labs/raid5-small-writes/lab.json`, 'utf8')) as Lab;
});
test.afterAll(() => host.close());

const promptIn = ({ steps }: Lab, id: string): Predict => {
  const block = steps.flatMap(({ blocks }) => allBlocks(blocks)).find((one) => 'id' in one && one.id === id);
  if (block?.kind !== 'predict') throw new Error(`the lab has no prediction ${id}`);
  return block;
};

/** Commits a choice as a student; returns the code. */
async function student(browser: Browser, choice: string): Promise<string> {
  const page = await (await browser.newContext({ serviceWorkers: 'block' })).newPage();
  const at = new LabPage(page);
  await at.open(host.lab);
  await at.come('p-parity');
  const predict = page.getByTestId('predict-p-parity');
  await predict.getByRole('radio', { name: choice }).check();
  await predict.getByRole('button', { name: 'Commit' }).click();
  await predict.getByText('Code for your class').click();
  await expect(predict.getByRole('img', { name: 'QR code for your prediction' })).toBeVisible();
  const code = await page.getByTestId('code-p-parity').textContent();
  // The code is the same when the student opens it again. The address follows a commit after a delay.
  await expect(page).toHaveURL(/[#&]s=1\./);
  await page.reload();
  await at.come('p-parity');
  await predict.getByText('Code for your class').click();
  await expect(page.getByTestId('code-p-parity')).toHaveText(code ?? '-');
  expect(at.complaints).toEqual([]);
  await page.context().close();
  return code ?? '';
}

async function collect(page: Page): Promise<void> {
  await page.goto(`${host.url}teach.html`);
  await page.getByRole('button', { name: 'Collect predictions' }).click();
  await page.getByLabel('Lab', { exact: true }).selectOption('raid5-small-writes');
  await page.getByLabel('Prediction', { exact: true }).selectOption('p-parity');
}

test('codes of a class are drawn once each, and other codes are named', async ({ browser, page }) => {
  const complaints = complaintsOf(page);
  const codes = [
    await student(browser, 'The old data.'),
    await student(browser, 'The old parity.'),
    await student(browser, 'The old parity.'),
  ];
  expect(new Set(codes).size).toBe(3);
  const sent: string[] = [];
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`));
  await collect(page);
  const parity = promptIn(lab, 'p-parity');
  const other = predictionCode({ id: 'queueing' }, parity, { kind: 'choice', id: 'data' }, Uint8Array.of(1, 2, 3));
  const damaged = codes[0]?.replace(/^./, (symbol) => (symbol === '0' ? '1' : '0')) ?? '';
  await page
    .getByLabel('Codes')
    .fill(`Ann: ${codes[0]}\n${codes[1]?.toLowerCase()}, ${codes[2]} ${codes[1]}\n${other}\n${damaged}`);
  const status = page.getByTestId('codes-status');
  await expect(status).toHaveText(`3 predictions, 1 code for other predictions, unreadable: Ann:, ${damaged}.`);
  // The predictions stay hidden until the teacher shows them.
  const figure = page.getByTestId('class-p-parity');
  await expect(figure).toHaveCount(0);
  await page.getByRole('button', { name: 'Show the predictions' }).click();
  await expect(figure).toContainText('2 of 3 chose the right answer; 1 chose “The old data”.');
  expect(await violations(page, '[data-testid="lecture"]')).toEqual([]);

  await figure.getByRole('button', { name: /^Large/ }).click();
  const large = page.getByTestId('large');
  await expect(large).toContainText('2 of 3 chose the right answer');
  await page.keyboard.press('Escape');
  await expect(large).toHaveCount(0);
  // One more code arrives while the figure is shown.
  const late = predictionCode(lab, parity, { kind: 'choice', id: 'alike' }, Uint8Array.of(1, 2, 3));
  await page.getByLabel('Codes').fill([...codes, late].join('\n'));
  await expect(figure).toContainText('2 of 4 chose the right answer');
  for (const code of codes) expect(sent.join('\n')).not.toContain(code);
  expect(complaints).toEqual([]);
});

test('curves and numbers from codes are next to the model', async ({ page }) => {
  await page.goto(`${host.url}teach.html`);
  await page.getByRole('button', { name: 'Collect predictions' }).click();
  await page.getByLabel('Lab', { exact: true }).selectOption('zfs-directories');
  const prompt = page.getByLabel('Prediction', { exact: true });
  await expect(prompt).toBeEnabled();
  const zfs = JSON.parse(readFileSync(`${dist('site')}/labs/zfs-directories/lab.json`, 'utf8')) as Lab;
  const size = promptIn(zfs, 'p-size');
  if (size.guess.kind !== 'curve') throw new Error('the prediction has another kind');
  const { points, range } = size.guess;
  const codes = [0, 1].map((n) =>
    predictionCode(zfs, size, { kind: 'curve', values: points.map(() => range[n] ?? NaN) }, Uint8Array.of(0, 0, n)),
  );
  await prompt.selectOption('p-size');
  await page.getByLabel('Codes').fill(codes.join(' '));
  await page.getByRole('button', { name: 'Show the predictions' }).click();
  const figure = page.getByTestId('class-p-size');
  await expect(figure).toContainText('0 of 2 curves are within 10 % of the model');
  await figure.getByText('Data table').click();
  const rows = figure.getByRole('row');
  await expect(rows.filter({ hasText: 'Student 1' })).toContainText(range[1].toLocaleString('en-GB'));

  const square = promptIn(zfs, 'p-square');
  const number = (value: number): string =>
    predictionCode(zfs, square, { kind: 'number', value, text: '' }, Uint8Array.of(0, 0, value));
  await prompt.selectOption('p-square');
  await page.getByLabel('Codes').fill([number(1), number(200)].join(' '));
  await page.getByRole('button', { name: 'Show the predictions' }).click();
  await expect(page.getByTestId('class-p-square')).toContainText(/^.*0 of 2 are within .* of the model’s value/s);
});

test('refused camera shows a sentence that says what to do', async ({ page }) => {
  await collect(page);
  await page.getByRole('button', { name: 'Scan codes' }).click();
  await expect(page.getByTestId('lecture').getByRole('alert')).toContainText('paste the codes');
});
