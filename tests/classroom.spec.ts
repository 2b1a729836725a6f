// An assignment from the teacher's link to grading, with no server except the host of the site's files.
import { expect, test, type Browser, type Download, type Locator, type Page } from '@playwright/test';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { violations } from './axe.ts';
import { buildProgram } from './command.ts';
import { dist, serve, type Host } from './serve.ts';

const lab = 'zfs-directories';

// The command may have to be built first.
test.describe.configure({ timeout: 240_000 });

let host: Host;
let folder: string;
test.beforeAll(async () => {
  host = await serve(dist('site'));
  folder = await mkdtemp(join(tmpdir(), 'pathlength-class-'));
});
test.afterAll(async () => {
  await host.close();
  for (const one of [folder, `${folder}.lab.json`]) await rm(one, { recursive: true, force: true });
});

/** Creates an assignment in which the items that match `only` count; without `only`, all items count. */
async function assign(page: Page, { title, seed, only }: { title: string; seed: RegExp; only?: RegExp[] }) {
  await page.goto(`${host.url}labs/${lab}.html`);
  // The section is hydrated when it nears the viewport.
  await page.getByTestId('assign').scrollIntoViewIfNeeded();
  await page.getByTestId('assign').click();
  const dialog = page.getByRole('dialog', { name: 'Set as assignment' });
  await dialog.getByLabel('Title').fill(title);
  await dialog.getByRole('radio', { name: seed }).check();
  await dialog.getByLabel('Due', { exact: true }).fill('2030-05-04T22:00');
  if (only) {
    for (const box of await dialog.getByRole('group', { name: 'Counted items' }).getByRole('checkbox').all())
      await box.uncheck();
    for (const words of only) await dialog.getByRole('checkbox', { name: words }).check();
  }
  return { dialog, link: await dialog.getByTestId('assignment-link').inputValue() };
}

/** Opens an assignment as one student, in a separate browser context. */
async function open(browser: Browser, link: string, id: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await page.goto(link);
  await page.getByTestId('student-form').getByLabel('Your id').fill(id);
  await page.getByRole('button', { name: 'Start' }).click();
  await expect(page.getByTestId('assignment-banner')).toContainText(id);
  return page;
}

/** Answers a question and waits for the verdict. */
async function answer(page: Page, id: string, how: (part: Locator) => Promise<void>): Promise<void> {
  const part = page.getByTestId(`question-${id}`);
  await part.scrollIntoViewIfNeeded();
  await how(part);
  await part.getByRole('button', { name: 'Check' }).click();
  await expect(page.getByTestId(`verdict-${id}`)).not.toBeEmpty();
}

/**
 * Returns the numbers in a student's questions. The single-choice question gets a wrong answer first: the engine
 * handles requests in order, so after the verdict, it has also drawn the numbers.
 */
async function numbers(page: Page): Promise<string> {
  const asked = ['q-pages', 'q-probes', 'q-rule'].map((id) => page.getByTestId(`question-${id}`));
  for (const part of asked) {
    // Parts that load above the question may push it out of view again.
    await expect(async () => {
      await part.scrollIntoViewIfNeeded();
      await expect(part.locator('[data-island]')).toHaveAttribute('data-awake', { timeout: 1000 });
    }).toPass();
  }
  await answer(page, 'q-tree', (part) => part.getByRole('radio').last().check());
  await expect(page.getByTestId('verdict-q-tree')).toContainText('Not correct');
  return (await Promise.all(asked.map((part) => part.locator('[data-draw]').first().textContent()))).join(' ');
}

async function submit(page: Page): Promise<Download> {
  await page.getByTestId('submit').click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: /^Download .*\.lab\.json$/ }).click(),
  ]);
  await expect(page.getByTestId('receipt')).toBeVisible();
  return file;
}

/** Checks the folder of files with the command; returns the exit status and the lines of the table. */
function check(file: string, link: string): Promise<{ code: number; lines: string[] }> {
  const args = ['check', folder, '--lab', file, '--assignment', link, '--format', 'csv'];
  return new Promise((resolve) => {
    execFile(buildProgram(), args, (error, out, complaints) => {
      const code = typeof error?.code === 'number' ? error.code : 0;
      resolve({ code, lines: (out || complaints).trim().split('\n') });
    });
  });
}

/** Grades files on the page for teachers and returns the page's results. */
async function graded(page: Page, files: string[], link: string): Promise<Locator> {
  await page.goto(`${host.url}teach.html`);
  await page.getByTestId('submissions').setInputFiles(files);
  await page.getByLabel('2. Your assignment’s link').fill(link);
  await page.getByRole('button', { name: 'Grade', exact: true }).click();
  const results = page.getByTestId('results');
  await expect(results).toBeVisible({ timeout: 60_000 });
  return results;
}

test('submissions to an assignment link pass the check unless edited', async ({ browser, page }) => {
  const { dialog, link } = await assign(page, {
    title: 'Week 3',
    seed: /Different/,
    only: [
      /How many pages does a v4 search/,
      /A v4 directory has/,
      /What happens to the number of pages that one v5 lookup/,
    ],
  });
  expect(await violations(page, '.classroom')).toEqual([]);
  await expect(dialog.getByRole('link', { name: 'Open the grading page' })).toHaveAttribute(
    'href',
    `${host.url}teach.html`,
  );
  await expect(dialog.getByTestId('check-command')).toHaveText(
    `pathlength check FOLDER --lab ${lab}.lab.json --assignment "${link}"`,
  );
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('link', { name: 'Download this lab’s file' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe(`${lab}.lab.json`);
  const compiled = join(folder, '..', `${basename(folder)}.lab.json`);
  await file.saveAs(compiled);

  const ann = await open(browser, link, 'ann');
  const numbersOfAnn = await numbers(ann);
  const banner = ann.getByTestId('assignment-banner');
  await expect(banner).toContainText('due on 4 May 2030 at 22:00');
  await expect(banner).toContainText('1 of 3 answered');
  await answer(ann, 'q-pages', async (part) => {
    const names = Number((await part.locator('[data-draw]').textContent())?.replaceAll(',', ''));
    await part.getByRole('textbox').fill(String(names / 125 / 2));
  });
  await expect(ann.getByTestId('verdict-q-pages')).toContainText('Correct');
  expect(await violations(ann, '.classroom')).toEqual([]);
  const handed = await submit(ann);
  expect(await violations(ann, '.classroom')).toEqual([]);
  expect(handed.suggestedFilename()).toBe(`${lab}-ann.lab.json`);
  await handed.saveAs(join(folder, handed.suggestedFilename()));
  await expect(ann.getByRole('dialog')).toContainText('1 of 2 points');
  await ann.getByRole('button', { name: 'Close' }).click();
  await expect(banner).toContainText('Submitted at');

  const bob = await open(browser, link, 'bob');
  const others = [await numbers(bob)];
  await (await submit(bob)).saveAs(join(folder, `${lab}-bob.lab.json`));
  // Two students may draw the same numbers by chance; if all three have the same, numbers do not differ by student.
  if (others[0] === numbersOfAnn) others.push(await numbers(await open(browser, link, 'cleo')));
  expect(others.some((other) => other !== numbersOfAnn)).toBe(true);

  const receipt = await ann.getByTestId('receipt-code').textContent();
  expect(receipt).toMatch(/^[0-9A-Z]{4}(-[0-9A-Z]{4}){3}$/);
  const clean = await check(compiled, link);
  const line = (of: { lines: string[] }, id: string): string => of.lines.find((one) => one.startsWith(`"${id}"`)) ?? '';
  expect([clean.code, clean.lines.length]).toEqual([0, 3]);
  expect(line(clean, 'ann')).toMatch(/^"ann",,0\.5000,1,2,/);
  expect(line(clean, 'ann')).toContain(receipt ?? '-');
  expect(line(clean, 'bob')).toMatch(/^"bob",,0\.0000,0,2,/);

  const edited = await readFile(join(folder, `${lab}-bob.lab.json`), 'utf8');
  await writeFile(join(folder, `${lab}-bob.lab.json`), edited.replace('"right":false', '"right":true'));
  const flagged = await check(compiled, link);
  expect(flagged.code).toBe(1);
  expect(line(flagged, 'bob')).toContain('changed after it was sealed');
  expect(line(flagged, 'ann')).toBe(line(clean, 'ann'));
});

test('assignment gives all students the same numbers if set so', { tag: '@nightly' }, async ({ browser, page }) => {
  const { link } = await assign(page, { title: 'Week 4', seed: /same/ });
  const [ann, bob] = [await open(browser, link, 'ann'), await open(browser, link, 'bob')];
  expect(await numbers(ann)).toBe(await numbers(bob));
});

test('rules of an assignment are shown, kept, and graded', async ({ browser, page }) => {
  const only = [/A v4 directory has/, /What happens to the number of pages that one v5 lookup/];
  const { dialog, link: without } = await assign(page, { title: 'Week 5', seed: /same/, only });
  await dialog.getByLabel(/^Points: Directories grow/).fill('4');
  await dialog.getByLabel('Attempts per question').fill('2');
  await dialog.getByLabel('Each wrong answer costs').fill('25');
  await dialog.getByLabel('Opens', { exact: true }).fill('2030-05-01T08:00');
  const link = await dialog.getByTestId('assignment-link').inputValue();
  expect(await violations(page, '.classroom')).toEqual([]);

  const ann = await (await browser.newContext()).newPage();
  await ann.goto(link);
  const form = ann.getByTestId('student-form');
  await expect(form.getByTestId('opens')).toContainText('Opens on 1 May 2030 at 08:00');
  await expect(form.getByTestId('rules')).toHaveText(
    'Points differ from the lab’s: each question shows its points. Only the first 2 answers to each question count. Each wrong answer costs 25 % of the question’s points.',
  );
  expect(await violations(ann, '.classroom')).toEqual([]);
  await form.getByLabel('Your id').fill('ann');
  await ann.getByRole('button', { name: 'Start' }).click();
  const part = ann.getByTestId('question-q-tree');
  await part.scrollIntoViewIfNeeded();
  await expect(part).toContainText('4 points; 2 of 2 attempts left; a wrong answer costs 1 point');
  await answer(ann, 'q-tree', (part) => part.getByRole('radio').last().check());
  await expect(part).toContainText('4 points; 1 of 2 attempts left');
  await answer(ann, 'q-tree', (part) => part.getByRole('radio').first().check());
  await expect(ann.getByTestId('verdict-q-tree')).toContainText('Correct');

  // After the last attempt, no answer can be given, and a reset of the step does not restore attempts.
  const pages = ann.getByTestId('question-q-pages');
  for (const text of ['7', '8']) await answer(ann, 'q-pages', (part) => part.getByRole('textbox').fill(text));
  await expect(pages).toContainText('no attempts left');
  await expect(pages.getByRole('button', { name: 'Check' })).toHaveCount(0);
  await expect(pages.getByRole('textbox')).toBeDisabled();
  await ann.reload();
  await form.getByLabel('Your id').fill('ann');
  await ann.getByRole('button', { name: 'Start' }).click();
  await ann.getByRole('button', { name: /^Resume work/ }).click();
  await pages.scrollIntoViewIfNeeded();
  await expect(pages).toContainText('no attempts left');

  const handed = await submit(ann);
  await expect(ann.getByRole('dialog')).toContainText('3 of 5 points');
  const report = await graded(page, [await handed.path()], link);
  await expect(report.getByTestId('set-assignment')).toContainText('Only the first 2 answers to each question count.');
  await expect(report.getByTestId('students')).toContainText('3 / 5');
  await expect(report.getByTestId('students')).toContainText('started before the opening time');
  // Under the same assignment without rules, the second answer counts as much as the first.
  const other = await graded(page, [await handed.path()], without);
  await expect(other.getByTestId('students')).toContainText('1 / 2');
});
