// A teacher's own lab, from the page for authors to a class and back to the page for teachers.
import { expect, test, type Browser, type Page } from '@playwright/test';
import { strFromU8, unzipSync } from 'fflate';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { violations } from './axe.ts';
import { complaintsOf } from './complaints.ts';
import { dist, serve, type Host } from './serve.ts';

test.describe.configure({ timeout: 180_000 });

let host: Host;
let folder: string;
test.beforeAll(async () => {
  host = await serve(dist('site'));
  folder = await mkdtemp(join(tmpdir(), 'pathlength-give-'));
});
test.afterAll(async () => {
  await host.close();
  await rm(folder, { recursive: true, force: true });
});

/** Begins a lab with a title, and opens the dialog that gives it to a class. */
async function give(page: Page, title = 'Pages and names') {
  await page.goto(`${host.url}author.html`);
  await page.getByRole('button', { name: 'A new lab' }).click();
  const editor = page.getByRole('textbox', { name: 'lab.md' });
  await editor.fill((await editor.inputValue()).replace('A lab of your own', title));
  await page.getByTestId('give').click();
  const dialog = page.getByRole('dialog', { name: 'Give this lab to your class' });
  await expect(dialog.getByTestId('save-page')).toBeVisible();
  return dialog;
}

/** Saves a file by a button of the dialog; returns its path. */
async function save(page: Page, button: string | RegExp, name: string): Promise<string> {
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: button }).click()]);
  expect(file.suggestedFilename()).toBe(name);
  const path = join(folder, `${Math.random().toString(36).slice(2)}-${name}`);
  await file.saveAs(path);
  return path;
}

/** Opens the file as a student without a network, and begins. */
async function open(browser: Browser, path: string, id: string) {
  const context = await browser.newContext({ offline: true });
  const page = await context.newPage();
  const complaints = complaintsOf(page);
  const asked: string[] = [];
  page.on('request', (request) => {
    if (!/^(data|blob|file):/.test(request.url())) asked.push(request.url());
  });
  await page.goto(pathToFileURL(path).href);
  await page.getByTestId('student-form').getByLabel('Your id').fill(id);
  await page.getByRole('button', { name: 'Start' }).click();
  await expect(page.getByTestId('assignment-banner')).toContainText(id);
  return { page, complaints, asked };
}

/** Predicts, and answers the question with a number. */
async function work(page: Page, pages: string, verdict: RegExp): Promise<void> {
  const predict = page.getByTestId('predict-p-larger');
  await predict.scrollIntoViewIfNeeded();
  await predict.getByRole('radio', { name: 'It takes longer.' }).check();
  await predict.getByRole('button', { name: /commit/i }).click();
  await expect(page.getByTestId('reveal-p-larger')).toHaveAttribute('open');
  const question = page.getByTestId('question-q-pages');
  await question.scrollIntoViewIfNeeded();
  await question.getByRole('textbox').fill(pages);
  await question.getByRole('button', { name: 'Check' }).click();
  await expect(page.getByTestId('verdict-q-pages')).toContainText(verdict);
}

async function handIn(page: Page): Promise<string> {
  await page.getByTestId('hand-in').click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: /^Download .*\.lab\.json$/ }).click(),
  ]);
  await expect(page.getByTestId('receipt')).toBeVisible();
  const path = join(folder, file.suggestedFilename());
  await file.saveAs(path);
  return path;
}

test('own lab is saved as one file, in which a student predicts, answers and hands in', async ({ browser, page }) => {
  const complaints = complaintsOf(page);
  const dialog = await give(page, 'Pages & names <b>');
  await dialog.getByLabel('Title').fill('Week 3');
  await dialog.getByLabel('Passing score').fill('50');
  await expect(dialog.getByRole('checkbox', { name: /How many pages do 20,000 names need/ })).toBeChecked();
  await expect(dialog.getByTestId('assignment-link')).toHaveCount(0);
  await expect(dialog.getByTestId('check-command')).toHaveText(
    /^pathlength check FOLDER --lab my-lab\.lab\.json --assignment "1\.[\w-]+\.[0-9a-f]{8}"$/,
  );
  expect(await violations(page, '.classroom')).toEqual([]);
  const path = await save(page, 'Save my-lab.html', 'my-lab.html');
  await expect(dialog.getByText('Saved as my-lab.html.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByTestId('give')).toBeFocused();

  const html = await readFile(path, 'utf8');
  // The text is readable without scripts, and the teacher's notes and the sources are not in it.
  expect(html).toContain('Say here what the lab is about');
  expect(html).toContain('<h1>Pages &amp; names &lt;b&gt;</h1>');
  expect(html).not.toContain('Only the teacher’s guide has this');
  const { page: student, complaints: theirs, asked } = await open(browser, path, 's1001');
  await expect(student.getByTestId('assignment-banner')).toContainText('Week 3');
  await work(student, '160', /^Correct/);
  await expect(student.getByTestId('chart-larger').locator('path.line[d*="L"]').first()).toBeAttached();
  await expect(student.getByTestId('assignment-banner')).toContainText('2 of 2 answered');
  const submission = JSON.parse(await readFile(await handIn(student), 'utf8')) as {
    assignment: { lab: string; title: string; pass: number };
    claimed: { points: number };
  };
  expect([submission.assignment.lab, submission.assignment.title, submission.assignment.pass]).toEqual([
    'my-lab',
    'Week 3',
    0.5,
  ]);
  expect(submission.claimed.points).toBe(1);
  expect([complaints, theirs, asked]).toEqual([[], [], []]);
  // Work is still there after the file is opened again.
  await student.reload();
  await student.getByTestId('student-form').getByLabel('Your id').fill('s1001');
  await student.getByRole('button', { name: 'Start' }).click();
  await student.getByRole('button', { name: /^Resume/ }).click();
  await expect(student.getByTestId('assignment-banner')).toContainText('2 of 2 answered');
});

test('own lab without counted items is saved for practice', async ({ browser, page }) => {
  const dialog = await give(page);
  for (const box of await dialog.getByRole('group', { name: 'Counted items' }).getByRole('checkbox').all())
    await box.uncheck();
  await expect(dialog.getByRole('alert').first()).toContainText('No item is counted');
  await expect(dialog.getByRole('button', { name: 'Save package' })).toHaveCount(0);
  const path = await save(page, 'Save my-lab.html', 'my-lab.html');
  const student = await (await browser.newContext({ offline: true })).newPage();
  const complaints = complaintsOf(student);
  await student.goto(pathToFileURL(path).href);
  await student.getByTestId('question-q-pages').scrollIntoViewIfNeeded();
  await student.getByTestId('question-q-pages').getByRole('textbox').fill('125');
  await student.getByTestId('question-q-pages').getByRole('button', { name: 'Check' }).click();
  await expect(student.getByTestId('verdict-q-pages')).toContainText('That is the number of names in a page.');
  await expect(student.getByTestId('assignment-banner')).toHaveCount(0);
  expect(complaints).toEqual([]);
});

test('own lab is packed for learning platforms', async ({ page }) => {
  const dialog = await give(page);
  for (const [standard, manifest] of [
    ['SCORM 1.2', 'imsmanifest.xml'],
    ['SCORM 2004, 4th edition', 'imsmanifest.xml'],
    ['cmi5', 'cmi5.xml'],
  ] as const) {
    await dialog.getByLabel('Standard').selectOption(standard);
    const id = standard === 'SCORM 1.2' ? 'scorm-1.2' : standard === 'cmi5' ? 'cmi5' : 'scorm-2004';
    const files = unzipSync(await readFile(await save(page, 'Save package', `my-lab-${id}.zip`)));
    expect(Object.keys(files).sort()).toEqual([manifest, 'index.html'].sort());
    expect(strFromU8(files[manifest] ?? new Uint8Array())).toContain('Pages and names');
    const path = join(folder, `${id}.html`);
    await writeFile(path, files['index.html'] ?? '');
    expect(strFromU8(files['index.html'] ?? new Uint8Array())).toContain('data-lab="my-lab"');
  }
});

test('lab with errors is refused, and the keyboard opens and closes the dialog', async ({ page }) => {
  const dialog = await give(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByTestId('give')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('heading', { name: 'Give this lab to your class' })).toBeVisible();
  await page.keyboard.press('Escape');
  const editor = page.getByRole('textbox', { name: 'lab.md' });
  await editor.fill((await editor.inputValue()).replace('::table{ref=lookups}', '::table{ref=lokups}'));
  await page.getByTestId('give').click();
  await expect(page.getByRole('alert').first()).toHaveText(
    'The lab has errors: correct them before you give it to a class.',
  );
  await expect(dialog).toHaveCount(0);
});
