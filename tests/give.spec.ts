// A teacher's own lab, from the page for authors to a class and back to the page for teachers.
import { expect, test, type Browser } from '@playwright/test';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { canonicalJson, folderFiles, newLab } from '../web/build/lab.ts';
import { lessonTools } from '../web/build/lesson-tools.ts';
import { compile, filesInMemory } from '../web/src/lab/compile/index.ts';
import { encode } from '../web/src/state/code.ts';
import { violations } from './axe.ts';
import { at } from './base-lab.ts';
import { buildProgram } from './command.ts';
import { complaintsOf } from './complaints.ts';
import { choose, give, grade, submit, save, work } from './own-lab.ts';
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

/** Opens the file as a student without a network and begins. */
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

test('own lab is saved as one file, in which a student predicts, answers, and submits', async ({ browser, page }) => {
  const complaints = complaintsOf(page);
  const dialog = await give(page, host.url, 'Pages & names <b>');
  await dialog.getByLabel('Title').fill('Week 3');
  await dialog.getByLabel('Passing score').fill('50');
  await expect(dialog.getByRole('checkbox', { name: /How many pages do 20,000 names need/ })).toBeChecked();
  await expect(dialog.getByTestId('check-command')).toHaveText(
    /^pathlength check FOLDER --lab my-lab\.lab\.json --assignment "1\.[\w-]+\.[0-9a-f]{8}"$/,
  );
  expect(await violations(page, '.classroom')).toEqual([]);
  const path = await save(page, folder, 'Save my-lab.html', 'my-lab.html');
  await expect(dialog.getByText('Saved as my-lab.html.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByTestId('give')).toBeFocused();

  const html = await readFile(path, 'utf8');
  // The text is readable without scripts, and the teacher's notes and the sources are not in it.
  expect(html).toContain('Say here what the lab is about');
  expect(html).toContain('<h1>Pages &amp; names &lt;b&gt;</h1>');
  expect(html).not.toContain('Only the teacher’s guide shows this');
  const { page: student, complaints: theirs, asked } = await open(browser, path, 's1001');
  await expect(student.getByTestId('assignment-banner')).toContainText('Week 3');
  await work(student, '160', /^Correct/);
  await expect(student.getByTestId('chart-larger').locator('path.line[d*="L"]').first()).toBeAttached();
  await expect(student.getByTestId('assignment-banner')).toContainText('2 of 2 answered');
  const submission = JSON.parse(await readFile(await submit(student, folder), 'utf8')) as {
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
  // The student's work is still there after the file is opened again.
  await student.reload();
  await student.getByTestId('student-form').getByLabel('Your id').fill('s1001');
  await student.getByRole('button', { name: 'Start' }).click();
  await student.getByRole('button', { name: /^Resume/ }).click();
  await expect(student.getByTestId('assignment-banner')).toContainText('2 of 2 answered');
});

test('own lab without counted items is saved for practice', async ({ browser, page }) => {
  const dialog = await give(page, host.url);
  for (const box of await dialog.getByRole('group', { name: 'Counted items' }).getByRole('checkbox').all())
    await box.uncheck();
  await expect(dialog.getByRole('alert').first()).toContainText('No item is counted');
  await expect(dialog.getByRole('button', { name: 'Save package' })).toHaveCount(0);
  await expect(dialog.getByTestId('assignment-link')).toHaveValue(/\/lab\.html#lab=1\./);
  await expect(dialog.getByText('The link opens the lab for practice.')).toBeVisible();
  const path = await save(page, folder, 'Save my-lab.html', 'my-lab.html');
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

test('own lab that declares its model is saved with its pictures', async ({ browser, page }) => {
  await page.goto(`${host.url}author.html`);
  await page.getByRole('button', { name: 'The lab raid5-small-writes' }).click();
  await expect(page.getByTestId('save')).toHaveText('Save lab.md');
  const picture = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>';
  await page
    .getByTestId('open')
    .setInputFiles({ name: 'square.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(picture) });
  await expect(page.getByTestId('save')).toHaveText('Save square.svg');
  await page.getByRole('button', { name: 'lab.md' }).first().click();
  const editor = page.getByRole('textbox', { name: 'lab.md' });
  const image = '::image[A square]{src=images/square.svg alt="A black square"}';
  await editor.fill((await editor.inputValue()).replace(/(?<=\n---\n)/, `\n${image}\n`));
  await page.getByTestId('give').click();
  const path = await save(page, folder, 'Save raid5-small-writes.html', 'raid5-small-writes.html');
  const student = await open(browser, path, 's1001');
  const shown = student.page.getByAltText('A black square');
  await shown.scrollIntoViewIfNeeded();
  expect(await shown.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBe(9);
  expect([student.complaints, student.asked]).toEqual([[], []]);
});

test('own lab is packed for learning platforms', async ({ page }) => {
  const dialog = await give(page, host.url);
  for (const [standard, manifest] of [
    ['SCORM 1.2', 'imsmanifest.xml'],
    ['SCORM 2004, 4th edition', 'imsmanifest.xml'],
    ['cmi5', 'cmi5.xml'],
  ] as const) {
    await dialog.getByLabel('Standard').selectOption(standard);
    const id = standard === 'SCORM 1.2' ? 'scorm-1.2' : standard === 'cmi5' ? 'cmi5' : 'scorm-2004';
    const files = unzipSync(await readFile(await save(page, folder, 'Save package', `my-lab-${id}.zip`)));
    expect(Object.keys(files).sort()).toEqual([manifest, 'index.html'].sort());
    expect(strFromU8(files[manifest] ?? new Uint8Array())).toContain('Pages and names');
    const path = join(folder, `${id}.html`);
    await writeFile(path, files['index.html'] ?? '');
    expect(strFromU8(files['index.html'] ?? new Uint8Array())).toContain('data-lab="my-lab"');
  }
});

test('lab with errors is refused, and the keyboard opens and closes the dialog', async ({ page }) => {
  const dialog = await give(page, host.url);
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

test('submissions of an own lab are graded against its file, as the command grades them', async ({ browser, page }) => {
  const complaints = complaintsOf(page);
  const dialog = await give(page, host.url);
  await dialog.getByLabel('Title').fill('Week 3');
  const html = await readFile(await save(page, folder, 'Save my-lab.html', 'my-lab.html'));
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('link', { name: 'Download this lab’s file' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('my-lab.lab.json');
  const compiled = await readFile(await download.path());
  // The command that compiles labs writes the same bytes.
  const files = await newLab(at('web/build/template-lab'), at('labs'));
  const text = (files['lab.md'] ?? '').replace('A lab of your own', 'Pages and names');
  const { lab } = compile(
    {
      ...filesInMemory('my-lab', { ...files, 'lab.md': text }),
      beside: (id) => folderFiles(at('labs/my-lab')).beside?.(id),
    },
    await lessonTools('zfs-directories'),
  );
  expect(compiled.toString() === canonicalJson(lab)).toBe(true);

  const path = join(folder, 'to-students.html');
  await writeFile(path, html);
  const submissions: Record<string, Uint8Array> = {};
  for (const [id, pages, verdict] of [
    ['s1001', '160', /^Correct/],
    ['s1002', '125', /^Not correct/],
  ] as const) {
    const student = await open(browser, path, id);
    await work(student.page, pages, verdict);
    const file = await submit(student.page, folder);
    submissions[basename(file)] = await readFile(file);
    expect([student.complaints, student.asked]).toEqual([[], []]);
    await student.page.context().close();
  }

  await page.goto(`${host.url}teach.html`);
  await choose(page, 'submissions', submissions);
  await choose(page, 'own-lab', { 'my-lab.html': html });
  await expect(page.getByTestId('own-lab-title')).toContainText('Pages and names, with its assignment');
  expect(await violations(page)).toEqual([]);
  await grade(page);
  await expect(page.getByTestId('grade-status')).toHaveText('Graded: 2 files, 0 to review.');
  await expect(page.getByTestId('facts')).toContainText('50 % mean score');
  await expect(page.getByTestId('grade-remark')).toHaveCount(0);
  await page.getByRole('button', { name: 's1002' }).click();
  const detail = page.getByTestId('student-detail');
  await expect(detail).toContainText('How many pages do 20,000 names need?');
  await expect(detail.getByRole('row').filter({ hasText: 'not correct' })).toContainText('125');
  const [book] = await Promise.all([page.waitForEvent('download'), page.getByTestId('save-csv').click()]);
  const gradebook = await readFile(await book.path(), 'utf8');
  expect(gradebook.split('\n').map((line) => line.replaceAll('"', '').split(',').slice(0, 5).join())).toEqual([
    'id,name,score,points,max',
    's1001,,1.0000,1,1',
    's1002,,0.0000,0,1',
    '',
  ]);

  const command = join(folder, 'command');
  await mkdir(command);
  await writeFile(join(command, 'my-lab.lab.json'), compiled);
  for (const [name, content] of Object.entries(submissions)) await writeFile(join(command, name), content);
  const { assignment } = JSON.parse(Buffer.from(Object.values(submissions)[0] ?? []).toString()) as {
    assignment: object;
  };
  const args = ['check', ...Object.keys(submissions), '--lab', 'my-lab.lab.json', '--format', 'csv'];
  const link = `https://example.org/?a=${encode(assignment)}`;
  const { stdout } = spawnSync(buildProgram(), [...args, '--assignment', link], { cwd: command, encoding: 'utf8' });
  expect(stdout).toBe(gradebook);
  expect(complaints).toEqual([]);
});

test('own lab given as a package, a compiled file, or its archive grades by code', async ({ browser, page }) => {
  const dialog = await give(page, host.url);
  const code = (await dialog.getByTestId('check-command').textContent())?.split('"')[1] ?? '';
  await dialog.getByLabel('Standard').selectOption('SCORM 1.2');
  const scorm = await readFile(await save(page, folder, 'Save package', 'my-lab-scorm-1.2.zip'));
  const html = await save(page, folder, 'Save my-lab.html', 'my-lab.html');
  const [json] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('link', { name: 'Download this lab’s file' }).click(),
  ]);
  const compiled = await readFile(await json.path());
  await dialog.getByRole('button', { name: 'Close' }).click();
  const [zip] = await Promise.all([page.waitForEvent('download'), page.getByTestId('save-all').click()]);
  const sources = await readFile(await zip.path());

  const student = await open(browser, html, 's1001');
  await work(student.page, '160', /^Correct/);
  const submitted = await readFile(await submit(student.page, folder));
  for (const [name, content, link] of [
    ['my-lab-scorm-1.2.zip', scorm, ''],
    ['my-lab.lab.json', compiled, code],
    ['my-lab.zip', sources, code],
    ['my-lab.zip', sources, ''],
  ] as const) {
    await page.goto(`${host.url}teach.html`);
    await choose(page, 'submissions', { 's1001.lab.json': submitted });
    await page.getByLabel('2. Your assignment’s link').fill(link);
    await choose(page, 'own-lab', { [name]: content });
    await expect(page.getByTestId('own-lab-title')).toContainText('Pages and names');
    await grade(page);
    await expect(page.getByTestId('grade-status')).toHaveText('Graded: 1 file, 0 to review.');
    await expect(page.getByTestId('facts')).toContainText('100 % mean score');
  }
});

test('damaged lab, another lab, and another version are explained', async ({ browser, page }) => {
  const dialog = await give(page, host.url);
  const code = (await dialog.getByTestId('check-command').textContent())?.split('"')[1] ?? '';
  const path = await save(page, folder, 'Save my-lab.html', 'my-lab.html');
  const html = await readFile(path, 'utf8');
  await dialog.getByRole('button', { name: 'Close' }).click();
  const [zip] = await Promise.all([page.waitForEvent('download'), page.getByTestId('save-all').click()]);
  const sources = unzipSync(await readFile(await zip.path()));
  const student = await open(browser, path, 's1001');
  await work(student.page, '160', /^Correct/);
  const submitted = await readFile(await submit(student.page, folder), 'utf8');

  await page.goto(`${host.url}teach.html`);
  await choose(page, 'submissions', { 's1001.lab.json': submitted });
  const problem = page.getByTestId('own-lab-problem');
  const start = html.indexOf('data-file="lab.json"') + 200;
  for (const [name, content, words] of [
    ['cut.html', html.slice(0, 1000), /^cut\.html cannot be read as a lab: it is a page without a lab, so choose /],
    [
      'bad.html',
      html.slice(0, start) + 'AAAAAAAAAAAA' + html.slice(start + 12),
      /^bad\.html cannot be read as a lab: /,
    ],
    ['s1001.lab.json', submitted, /^s1001\.lab\.json cannot be read as a lab: it is a submission, so choose /],
    ['notes.txt', 'hello', /^These files contain no lab: choose /],
    ['lab.md', 'hello', /^Your lab has .*error.*: lab\.md:1: /],
  ] as const) {
    await choose(page, 'own-lab', { [name]: content });
    await expect(problem).toHaveText(words);
    await expect(page.getByTestId('own-lab-title')).toHaveCount(0);
  }

  // Without the lab, the message says what to do.
  await page.getByLabel('2. Your assignment’s link').fill(code);
  await grade(page);
  await expect(page.getByTestId('grade-problem')).toContainText('“my-lab” is not on this site: add it as your own lab');
  const renamed = (id: string, title: string) =>
    zipSync(
      Object.fromEntries(
        Object.entries(sources).map(([name, bytes]) => [
          name.replace('my-lab/', `${id}/`),
          name.endsWith('lab.md') ? strToU8(strFromU8(bytes).replace('Pages and names', title)) : bytes,
        ]),
      ),
    );
  await choose(page, 'own-lab', { 'other.zip': renamed('other', 'Other') });
  await expect(page.getByTestId('own-lab-title')).toContainText('Other');
  await grade(page);
  await expect(page.getByTestId('grade-problem')).toHaveText(
    'Your lab is “other”, and the assignment is for “my-lab”: add the lab of the assignment.',
  );
  await choose(page, 'own-lab', { 'edited.zip': renamed('my-lab', 'Edited') });
  await expect(page.getByTestId('own-lab-title')).toContainText('Edited');
  await grade(page);
  await expect(page.getByTestId('grade-remark')).toContainText('not the version that was assigned');
  await expect(page.getByTestId('grade-status')).toHaveText('Graded: 1 file, 1 to review.');
});
