// A teacher drops a class's download from a learning platform and gets a gradebook.
import { expect, test, type Page } from '@playwright/test';
import { zipSync } from 'fflate';
import { readdirSync, readFileSync } from 'node:fs';
import { assignmentLink } from '../web/src/classroom/link.ts';
import type { Lab } from '../web/src/lab/types.ts';
import { violations } from './axe.ts';
import { allRight, assignmentOf, classOfTen, submissionText } from './submissions.ts';
import { dist, serve, type Host } from './serve.ts';

let host: Host;
let lab: Lab;
let complaints: string[] = [];
let foreign: string[] = [];

test.beforeAll(() => {
  lab = JSON.parse(readFileSync(`${dist('site')}/labs/zfs-directories/lab.json`, 'utf8')) as Lab;
});
test.beforeEach(async ({ page }) => {
  complaints = [];
  foreign = [];
  host = await serve(dist('site'));
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('dialog', (dialog) => void dialog.accept());
  page.on('request', (request) => {
    const { url, method } = { url: request.url(), method: request.method() };
    if (method !== 'GET' || (!/^(data|blob):/.test(url) && !url.startsWith(host.url))) foreign.push(url);
  });
  await page.goto(`${host.url}teach.html`);
});
test.afterEach(async () => {
  await host.close();
  expect([complaints, foreign]).toEqual([[], []]);
});

const bytes = (text: string | Uint8Array): Uint8Array =>
  typeof text === 'string' ? new TextEncoder().encode(text) : text;
const zip = (files: Record<string, string | Uint8Array>): Buffer =>
  Buffer.from(zipSync(Object.fromEntries(Object.entries(files).map(([path, text]) => [path, bytes(text)]))));
const row = (page: Page, name: string) =>
  page
    .getByTestId('students')
    .getByRole('row')
    .filter({ has: page.locator('th', { hasText: name }) });

/** Selects files in the file chooser. */
async function choose(page: Page, files: Record<string, Buffer | string>): Promise<void> {
  await page
    .getByTestId('submissions')
    .setInputFiles(
      Object.entries(files).map(([name, content]) => ({ name, mimeType: '', buffer: Buffer.from(content) })),
    );
}

/** Returns the class as one download, with an inner archive and the other files that such downloads contain. */
function download(): { link: string; archive: Buffer } {
  const { assignment, files } = classOfTen(lab);
  const packed = Object.fromEntries(
    Object.entries(files).map(([path, text]) =>
      path.includes('/inner/')
        ? [path.replace('/inner/z.json', '/z.zip'), zip({ 'deep/er/z.json': text, '__MACOSX/._z.json': 'x' })]
        : [path, text],
    ),
  );
  const archive = zip({ ...packed, 'Pia Paper_11_assignsubmission_file_/essay.pdf': '%PDF-1.7 …' });
  return { link: assignmentLink(`${host.url}labs/${lab.id}.html`, assignment), archive };
}

async function gradeTen(page: Page, roster = ''): Promise<void> {
  const { link, archive } = download();
  await choose(page, { 'Week 3.zip': archive });
  await page.getByLabel('2. Your assignment’s link').fill(`Submit by Monday: ${link}.`);
  if (roster) await page.getByLabel('3. Roster').fill(roster);
  await page.getByRole('button', { name: 'Grade', exact: true }).click();
  await expect(page.getByTestId('results')).toBeVisible();
}

test('every kind of submission is graded and named, and the copied one is not accused', async ({ page }) => {
  await gradeTen(page, 'id,name\ns1001,Ada Honest\ns1999,Mia Missing\n');
  const flags = (name: string) => row(page, name).locator('td.flags');
  const cells = (name: string) => row(page, name).getByRole('cell');

  await expect(cells('Ada Honest').nth(0)).toHaveText('100 %');
  await expect(flags('Ada Honest')).toContainText('nothing is unusual about this file');
  await expect(row(page, 'Ada Honest')).not.toHaveClass(/review/);
  await expect(cells('Bob Wrong').nth(0)).toHaveText('0 %');
  await expect(flags('Bob Wrong')).toHaveText('no flags');
  // Guessing shows in the answers: all are right in the end, but two of them were wrong on the first try. The number of
  // tries depends on the drawn numbers.
  await expect(cells('Guy Guess')).toContainText(['100 %', '3 / 3', '3 of 3', '1', /^\s*[5-9]\s*$/]);
  await expect(flags('Cal Copy')).toContainText('changed after it was sealed');
  await expect(flags('Cal Copy')).toContainText('the same log as');
  await expect(row(page, 'Cal Copy')).toHaveClass(/review/);
  await expect(cells('Tam Tamper').nth(0)).toHaveText('0 %');
  await expect(flags('Tam Tamper')).toContainText('the points in the file differ');
  await expect(row(page, 'Lea Late')).toContainText('late');
  await expect(cells('Lea Late').nth(0)).toHaveText('100 %');
  await expect(row(page, 'Dan Damaged')).toContainText('unreadable');
  await expect(flags('Olly Other')).toContainText('made for assignment');
  await expect(cells('Olly Other').nth(1)).toHaveText('1 / 3');
  await expect(cells('Ren Renamed').nth(0)).toHaveText('100 %');
  await expect(cells('Zoe Zip').nth(0)).toHaveText('100 %');
  await expect(row(page, 'Zoe Zip')).toContainText('Week 3.zip/Zoe Zip_10_assignsubmission_file_/z.zip/deep/er/z.json');

  const left = page.getByTestId('not-graded');
  await expect(left).toContainText('Dan Damaged_7');
  await expect(left).toContainText('a PDF, not a submission');
  await expect(left).toContainText('an operating system file');
  await expect(page.getByTestId('missing')).toContainText('Mia Missing');
  await expect(page.getByTestId('missing')).not.toContainText('Ada');
  await expect(page.getByTestId('grade-status')).toHaveText('Graded: 10 files, 4 to review.');

  const tree = page.getByTestId('questions').getByRole('row').filter({ hasText: 'q-tree' });
  await expect(tree).toContainText('It is 25 times as large');
  await expect(tree).toContainText('× 2');
});

test('student’s work has the student’s own numbers and all answers', async ({ page }) => {
  await gradeTen(page);
  const opener = page.getByRole('button', { name: /Guy Guess/ });
  await opener.focus();
  await page.keyboard.press('Enter');
  const detail = page.getByTestId('student-detail');
  await expect(detail.getByRole('row').filter({ hasText: 'not correct' })).toHaveCount(4);
  await expect(detail.getByRole('row').filter({ hasText: /(?<!not )correct$/ })).toHaveCount(3);
  const { assignment } = classOfTen(lab);
  const size = (Number(allRight(assignment, 's1003')[1]?.[1]) / 125) * 8;
  await expect(detail.locator('[data-draw="size"]').first()).toHaveText(size.toLocaleString('en'));
  expect(await violations(page)).toEqual([]);
  await detail.getByRole('button', { name: 'Close' }).click();
  await expect(opener).toBeFocused();
});

test('several assignments without a link are counted, and none is scored', async ({ page }) => {
  const [one, other] = [assignmentOf(lab), assignmentOf(lab, { questions: ['q-tree'] })];
  await choose(page, {
    'a.json': submissionText(one, { id: 'a', tries: [] }),
    'b.json': submissionText(one, { id: 'b', tries: [] }),
    'c.json': submissionText(other, { id: 'c', tries: [], predicted: false }),
  });
  await page.getByRole('button', { name: 'Grade', exact: true }).click();
  await expect(page.getByTestId('grade-problem')).toContainText(/^The files belong to 2 assignments \(2 × \w{8}, 1 × /);
  await expect(page.getByTestId('results')).toBeHidden();
  await page.getByLabel('2. Your assignment’s link').fill('https://example.org/?a=1.AAAA.00000000');
  await page.getByRole('button', { name: 'Grade', exact: true }).click();
  await expect(page.getByTestId('grade-problem')).toContainText('link cannot be used');
});

test('saved gradebooks are complete and the page passes axe', async ({ page }) => {
  expect(await violations(page)).toEqual([]);
  await gradeTen(page, 'id,name\ns1001,Ada Honest\ns1002,Bob Wrong\n');
  expect(await violations(page)).toEqual([]);
  const saved: Record<string, string> = {};
  for (const format of ['csv', 'json', 'canvas', 'moodle']) {
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByTestId(`save-${format}`).click()]);
    saved[format] = readFileSync(await file.path(), 'utf8');
  }
  expect(saved['csv']?.split('\n').length).toBe(10 + 2);
  expect((JSON.parse(saved['json'] ?? '') as { submissions: unknown[] }).submissions).toHaveLength(10);
  // The files for learning platforms contain only people on the roster.
  expect(saved['canvas']?.split('\n').length).toBe(2 + 2 + 1);
  expect(saved['moodle']).toBe(
    '"ID number","Email address","Name","Week 3"\n"s1001",,"Ada Honest",3\n"s1002",,"Bob Wrong",0\n',
  );
});

test('grading of a large class can be canceled and takes no answer from the page', async ({ page }) => {
  const assignment = assignmentOf(lab);
  const files = Object.fromEntries(
    Array.from({ length: 300 }, (_, at) => {
      const id = `s${1000 + at}`;
      return [`${id}.json`, submissionText(assignment, { id, tries: allRight(assignment, id) })];
    }),
  );
  await choose(page, { 'class.zip': zip(files) });
  await page.getByRole('button', { name: 'Grade', exact: true }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByTestId('grade-status')).toHaveText('Canceled: no file was graded.');
  // The number of rows that each change of the page adds.
  await page.evaluate(() => {
    const added: number[] = ((window as unknown as { added: number[] }).added = []);
    const rowsIn = (node: Node): number => (node instanceof Element ? node.querySelectorAll('tbody tr').length : 0);
    new MutationObserver((changes) => {
      const nodes = changes.flatMap(({ addedNodes }) => [...addedNodes]);
      const rows = nodes.map((node) => (node instanceof Element && node.matches('tbody tr') ? 1 : rowsIn(node)));
      added.push(rows.reduce((sum, n) => sum + n, 0));
    }).observe(document.body, { childList: true, subtree: true });
  });
  await page.getByRole('button', { name: 'Grade', exact: true }).click();
  await expect(page.getByTestId('grade-status')).toHaveText('Graded: 300 files, 0 to review.');
  await expect(page.getByTestId('own-assignment')).toBeVisible();
  await expect(page.getByTestId('students').locator('tbody tr')).toHaveCount(300);
  const added = await page.evaluate(() => (window as unknown as { added: number[] }).added);
  // The rows of 25 students and, in the first change, those of the four questions.
  expect(Math.max(...added)).toBe(25 + 4);
});

test('guide of each lab has its notes, its answers, and the mistakes to expect', async ({ page }) => {
  const guides = page.getByRole('region', { name: 'Teaching materials' }).getByRole('link', { name: /^Guide: / });
  await expect(guides).toHaveCount(readdirSync(`${dist('site')}/guides`).length);
  await page.getByRole('link', { name: `Guide: ${lab.title}` }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${lab.title}: teacher’s guide`);
  await expect(page.getByRole('region', { name: 'Notes' })).toContainText('Timing');
  const tree = page.getByRole('article').filter({ hasText: 'q-tree' });
  await expect(tree.getByRole('listitem').filter({ hasText: 'Correct:' })).toContainText('It stays the same');
  await expect(tree).toContainText('Expected misconceptions');
  expect(await violations(page)).toEqual([]);
});
