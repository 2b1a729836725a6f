// A teacher opens submissions as the students left them: in a lab of the site, and in the teacher's own lab, given in
// each possible form.
import { expect, test, type Browser, type Page } from '@playwright/test';
import { zipSync } from 'fflate';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { assignmentLink } from '../web/src/classroom/link.ts';
import type { Lab } from '../web/src/lab/types.ts';
import { violations } from './axe.ts';
import { complaintsOf } from './complaints.ts';
import { choose, give, grade, save, submit, work } from './own-lab.ts';
import { dist, serve, type Host } from './serve.ts';
import { assignmentOf, drawnSize, submissionText } from './submissions.ts';

test.describe.configure({ timeout: 180_000 });

let host: Host;
let folder: string;
/** The compiled lab on another site. */
let compiled: Buffer;
let server: Server;
let elsewhere: string;
test.beforeAll(async () => {
  host = await serve(dist('site'));
  folder = await mkdtemp(join(tmpdir(), 'pathlength-review-'));
  server = createServer((_, response) =>
    response.writeHead(200, { 'access-control-allow-origin': '*', 'content-type': 'application/json' }).end(compiled),
  );
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  elsewhere = `http://127.0.0.1:${(server.address() as AddressInfo).port}/lab.json`;
});
test.afterAll(async () => {
  await host.close();
  server.close();
  await rm(folder, { recursive: true, force: true });
});

/** Opens the work of a student in its lab, from the table of the class. */
async function review(page: Page, student: string): Promise<{ page: Page; complaints: string[] }> {
  await page.getByTestId('students').getByRole('button', { name: student }).click();
  const [opened] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByTestId('student-detail').getByRole('link', { name: 'Open in the lab' }).click(),
  ]);
  const complaints = complaintsOf(opened);
  await expect(opened.getByTestId('review-banner')).toBeVisible();
  return { page: opened, complaints };
}

/** Works on the teacher's own lab as a student: a prediction, a hint, and a wrong answer. Returns the submission. */
async function attempt(browser: Browser, address: string): Promise<Buffer> {
  const student = await (await browser.newContext()).newPage();
  await student.goto(address);
  await student.getByTestId('student-form').getByLabel('Your id').fill('s1001');
  await student.getByRole('button', { name: 'Start' }).click();
  await work(student, '125', /^Not correct/);
  await student.getByTestId('question-q-pages').getByRole('button', { name: /hint/i }).click();
  const file = await readFile(await submit(student, folder));
  await student.context().close();
  return file;
}

/** Expects the work of `attempt` in its lab, where the work cannot be changed. */
async function expectAttempt(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pages and names');
  const banner = page.getByTestId('review-banner');
  await expect(banner).toContainText('Review: s1001');
  await expect(banner).toContainText('2 of 2 answered');
  await expect(banner).toContainText('0 of 1 point');
  const predict = page.getByTestId('predict-p-larger');
  await predict.scrollIntoViewIfNeeded();
  await expect(predict.getByRole('radio', { name: 'It takes longer.' })).toBeChecked();
  await expect(predict.getByRole('radio', { name: 'Nothing.' })).toBeDisabled();
  await expect(predict.getByRole('button', { name: 'Commit' })).toHaveCount(0);
  await expect(page.getByTestId('reveal-p-larger')).toHaveAttribute('open');
  await expect(page.getByTestId('chart-larger').locator('path.line[d*="L"]').first()).toBeAttached();
  const question = page.getByTestId('question-q-pages');
  await question.scrollIntoViewIfNeeded();
  await expect(question.getByRole('textbox')).toHaveValue('125');
  await expect(question.getByRole('textbox')).toBeDisabled();
  await expect(question.getByRole('button', { name: 'Check' })).toHaveCount(0);
  await expect(question).toContainText('0 of 1 point');
  await expect(question).toContainText('Divide.');
  await expect(page.getByTestId('verdict-q-pages')).toContainText('That is the number of names in a page.');
  // Nothing can be given to a class from a review.
  await expect(page.getByTestId('assign')).toHaveCount(0);
}

test('submission to an own lab opens in the lab, by link, by address, and by file', async ({ browser, page }) => {
  page.on('dialog', (dialog) => void dialog.accept());
  const dialog = await give(page, host.url);
  const link = await dialog.getByTestId('assignment-link').first().inputValue();
  const html = await readFile(await save(page, folder, 'Save my-lab.html', 'my-lab.html'));
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('link', { name: 'Download this lab’s file' }).click(),
  ]);
  compiled = await readFile(await file.path());
  const [, code = ''] = /a=(1\.[\w-]+\.[0-9a-f]{8})/.exec(link) ?? [];
  const hosted = `${host.url}lab.html?src=${encodeURIComponent(elsewhere)}&a=${code}`;

  for (const [given, own] of [
    [link, undefined],
    [hosted, undefined],
    ['', html],
  ] as const) {
    const path = join(folder, 'given.html');
    if (own) await writeFile(path, own);
    const submission = await attempt(browser, own ? pathToFileURL(path).href : given);
    await page.goto(`${host.url}teach.html`);
    await choose(page, 'submissions', { 's1001.lab.json': submission });
    await page.getByLabel('2. Your assignment’s link').fill(given);
    if (own) {
      await choose(page, 'own-lab', { 'my-lab.html': own });
      await expect(page.getByTestId('own-lab-title')).toContainText('Pages and names');
    }
    await grade(page);
    await expect(page.getByTestId('grade-status')).toHaveText('Graded: 1 file, 0 to review.');
    const opened = await review(page, 's1001');
    await expectAttempt(opened.page);
    expect(opened.page.url()).toMatch(/\/lab\.html\?review=[\w-]+$/);
    expect(opened.complaints).toEqual([]);
    await opened.page.close();
  }
});

test('submission to a lab of the site opens in the lab, and cannot be changed', async ({ page }) => {
  page.on('dialog', (dialog) => void dialog.accept());
  const lab = JSON.parse(readFileSync(`${dist('site')}/labs/zfs-directories/lab.json`, 'utf8')) as Lab;
  const assignment = assignmentOf(lab, { questions: ['p-miss', 'p-split', 'q-tree', 'q-rule'] });
  const text = submissionText(assignment, {
    id: 's1003',
    name: 'Guy Guess',
    before: [
      { t: 300, k: 'skip', block: 'p-size' },
      { t: 500, k: 'set', setting: 'names', value: 2000 },
    ],
    tries: [
      ['q-tree', 'linear', false],
      ['q-rule', '7', false],
    ],
  });
  await page.goto(`${host.url}teach.html`);
  const archive = zipSync({ 'deep/g.json': new TextEncoder().encode(text) });
  await choose(page, 'submissions', { 'Week 3.zip': archive });
  await page.getByLabel('2. Your assignment’s link').fill(assignmentLink(`${host.url}labs/${lab.id}.html`, assignment));
  await grade(page);
  const opened = await review(page, 'Guy Guess');
  const banner = opened.page.getByTestId('review-banner');
  await expect(banner).toContainText('Review: Guy Guess (s1003) · Week 3');
  await expect(banner).toContainText('3 of 4 answered');
  expect(await violations(opened.page)).toEqual([]);

  // The setting, the prediction, and the numbers of the question are those of the student.
  const miss = opened.page.getByTestId('predict-p-miss');
  await miss.scrollIntoViewIfNeeded();
  await expect(miss.getByRole('radio', { name: /^One: the hash/ })).toBeChecked();
  await expect(miss.getByRole('radio').last()).toBeDisabled();
  const rule = opened.page.getByTestId('question-q-rule');
  await rule.scrollIntoViewIfNeeded();
  await expect(rule.locator('[data-draw="size"]')).toHaveText(drawnSize(assignment, 's1003').toLocaleString('en'));
  await expect(rule.getByRole('textbox')).toHaveValue('7');
  await expect(rule.getByRole('textbox')).toBeDisabled();
  // A prediction that was not made stays closed, with its reveal.
  const split = opened.page.getByTestId('predict-p-split');
  await split.scrollIntoViewIfNeeded();
  await expect(split).toContainText('no answer');
  await expect(split.getByRole('radio').first()).toBeDisabled();
  await expect(split.getByRole('button', { name: 'Commit' })).toBeDisabled();
  await expect(opened.page.getByTestId('reveal-p-split')).not.toHaveAttribute('open');
  const names = opened.page.locator('#size-names');
  await names.evaluate((control) => {
    for (let fold = control.closest('details'); fold; fold = fold.parentElement?.closest('details') ?? null)
      fold.open = true;
    control.scrollIntoView();
  });
  await expect(names.getByRole('slider')).toHaveAttribute('aria-valuetext', /^2,000/);

  // A reload asks the page for teachers again; without that page, the review waits and states the reason.
  await opened.page.reload();
  await expect(banner).toContainText('3 of 4 answered');
  expect(opened.complaints).toEqual([]);
  await page.close();
  await opened.page.reload();
  await expect(opened.page.getByText('Waiting for the grading page: keep it open in this browser.')).toBeVisible();
});
