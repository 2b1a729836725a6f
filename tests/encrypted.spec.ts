// Encrypted submissions, from the teacher's dialog to the gradebook; only the host of the site's files is involved.
import { expect, test, type Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { violations } from './axe.ts';
import { complaintsOf } from './complaints.ts';
import { dist, serve, type Host } from './serve.ts';

const lab = 'zfs-directories';

let host: Host;
test.beforeAll(async () => void (host = await serve(dist('site'))));
test.afterAll(() => host.close());

/** Opens the dialog for an assignment with one counted question. */
async function openDialog(page: Page) {
  await page.goto(`${host.url}labs/${lab}.html`);
  await page.getByTestId('assign').scrollIntoViewIfNeeded();
  await page.getByTestId('assign').click();
  const dialog = page.getByRole('dialog', { name: 'Set as assignment' });
  await dialog.getByLabel('Title').fill('Week 3');
  for (const box of await dialog.getByRole('group', { name: 'Counted items' }).getByRole('checkbox').all())
    await box.uncheck();
  await dialog.getByRole('checkbox', { name: /What happens to the number of pages that one v5 lookup/ }).check();
  return dialog;
}

const fileOf = async (page: Page, act: Promise<unknown>): Promise<{ name: string; text: string }> => {
  const [file] = await Promise.all([page.waitForEvent('download'), act]);
  return { name: file.suggestedFilename(), text: readFileSync(await file.path(), 'utf8') };
};

/** Grades files on the page for teachers and returns its report. */
async function grade(page: Page, files: { name: string; text: string }[], link: string): Promise<string> {
  await page.goto(`${host.url}teach.html`);
  await page
    .getByTestId('submissions')
    .setInputFiles(files.map(({ name, text }) => ({ name, mimeType: '', buffer: Buffer.from(text) })));
  await page.getByLabel('2. Your assignment’s link').fill(link);
  await page.getByRole('button', { name: 'Grade', exact: true }).click();
  await expect(page.getByTestId('results')).toBeVisible();
  return (await fileOf(page, page.getByTestId('save-json').click())).text;
}

test('encrypted submission is opened by the key file of the dialog, and by no other', async ({ browser, page }) => {
  const complaints = complaintsOf(page);
  const dialog = await openDialog(page);
  await dialog.getByRole('checkbox', { name: 'Encrypt submissions' }).check();
  // Without a key, there is no link to give out.
  await expect(dialog.getByTestId('assignment-link')).toHaveCount(0);
  const key = await fileOf(page, dialog.getByRole('button', { name: 'Create key file' }).click());
  const id = /^pathlength-key-(\w{8})\.json$/.exec(key.name)?.[1] ?? '';
  await expect(dialog.getByTestId('assignment-key')).toContainText(id);
  await expect(dialog).toContainText('Without this file, nobody can open the submissions');
  await expect(dialog.getByTestId('check-command')).toContainText(`--key ${key.name}`);
  const again = await fileOf(page, dialog.getByRole('button', { name: 'Save again' }).click());
  expect(again).toEqual(key);
  expect(await violations(page, '.classroom')).toEqual([]);
  const link = await dialog.getByTestId('assignment-link').inputValue();

  const student = await (await browser.newContext()).newPage();
  await student.goto(link);
  await expect(student.getByTestId('student-form')).toContainText('The file is encrypted');
  await student.getByTestId('student-form').getByLabel('Your id').fill('s1001');
  await student.getByRole('button', { name: 'Start' }).click();
  const question = student.getByTestId('question-q-tree');
  await expect(async () => {
    await question.scrollIntoViewIfNeeded();
    await question.getByRole('radio').first().check({ timeout: 2000 });
  }).toPass();
  await question.getByRole('button', { name: 'Check' }).click();
  await expect(student.getByTestId('verdict-q-tree')).not.toBeEmpty();
  await student.getByTestId('submit').click();
  const handed = await fileOf(student, student.getByRole('button', { name: 'Download encrypted file' }).click());
  expect(handed.name).toMatch(/^zfs-directories-[0-9A-Z]{8}\.envelope\.json$/);
  expect(handed.text).not.toContain('s1001');
  const receipt = (await student.getByTestId('receipt-code').textContent()) ?? '-';
  expect(await violations(student, '.classroom')).toEqual([]);
  // The student's own work stays readable in their browser.
  await expect.poll(() => student.evaluate(() => JSON.stringify(Object.entries(localStorage)))).toContain('q-tree');

  // A second assignment with the same key, from its file.
  const other = await openDialog(await (await browser.newContext()).newPage());
  await other.getByRole('checkbox', { name: 'Encrypt submissions' }).check();
  const file = { mimeType: '', buffer: Buffer.from(handed.text) };
  await other.getByTestId('key-file').setInputFiles({ name: 'wrong.json', ...file });
  await expect(other.getByRole('alert').first()).toHaveText(
    'wrong.json cannot be used: it is not a key file, so choose the file that Pathlength saved for you.',
  );
  await other.getByTestId('key-file').setInputFiles({ name: key.name, mimeType: '', buffer: Buffer.from(key.text) });
  await expect(other.getByTestId('assignment-key')).toContainText(`Key ${id} was read from your file`);
  await expect(other.getByTestId('assignment-link')).toHaveValue(link);

  const opened = await grade(page, [key, handed], link);
  await expect(page.getByTestId('given-files')).toHaveText(`1 file, key ${id}`);
  await expect(page.getByTestId('students')).toContainText('s1001');
  expect(opened).toContain(receipt);
  const { submissions } = JSON.parse(opened) as { submissions: { flags: unknown[]; max: number }[] };
  expect(submissions).toMatchObject([{ flags: [], max: 1 }]);
  // A decrypted submission opens in its lab, like a readable one.
  await page.getByTestId('students').getByRole('button', { name: 's1001' }).click();
  const [review] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('link', { name: 'Open in the lab' }).click(),
  ]);
  await expect(review.getByTestId('review-banner')).toContainText('1 of 1 answered');
  await review.close();
  page.once('dialog', (dialog) => void dialog.accept());
  const closed = await grade(page, [handed], link);
  expect(closed).toContain(`encrypted for key ${id}: add the key file ${key.name}`);
  await expect(page.getByTestId('not-graded')).toContainText(handed.name);
  expect(await violations(page)).toEqual([]);
  const damaged = { name: 'damaged.json', text: handed.text.replace('"ciphertext":"', '"ciphertext":"AAAA') };
  const cut = { name: 'cut.json', text: handed.text.slice(0, 300) };
  const mixed = await grade(page, [damaged, key, handed, cut], link);
  expect(mixed).toContain('encrypted, and damaged or changed afterward: ask for the file again');
  expect(mixed).toContain('not JSON');
  await expect(page.getByTestId('facts')).toHaveText(/1\s*submission.*2\s*to review/s);
  expect(complaints).toEqual([]);
});
