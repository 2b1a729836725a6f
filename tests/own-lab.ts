/** Actions of a teacher and a student with the teacher's own lab. */
import { expect, type Page } from '@playwright/test';
import { join } from 'node:path';

/** Starts a lab with a title and opens the dialog for giving it to a class. */
export async function give(page: Page, site: string, title = 'Pages and names') {
  await page.goto(`${site}author.html`);
  await page.getByRole('button', { name: 'A new lab' }).click();
  const editor = page.getByRole('textbox', { name: 'lab.md' });
  await editor.fill((await editor.inputValue()).replace('A lab of your own', title));
  await page.getByTestId('give').click();
  const dialog = page.getByRole('dialog', { name: 'Give this lab to your class' });
  await expect(dialog.getByTestId('save-page')).toBeVisible();
  return dialog;
}

/** Saves a file in a folder with a button of the dialog; returns its path. */
export async function save(page: Page, folder: string, button: string | RegExp, name: string): Promise<string> {
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: button }).click()]);
  expect(file.suggestedFilename()).toBe(name);
  const path = join(folder, `${Math.random().toString(36).slice(2)}-${name}`);
  await file.saveAs(path);
  return path;
}

/** Makes a prediction, and answers the question with a number. */
export async function work(page: Page, pages: string, verdict: RegExp): Promise<void> {
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

/** Submits the work; returns the path of the student's file, in a folder. */
export async function submit(page: Page, folder: string): Promise<string> {
  await page.getByTestId('submit').click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: /^Download .*\.lab\.json$/ }).click(),
  ]);
  await expect(page.getByTestId('receipt')).toBeVisible();
  const path = join(folder, file.suggestedFilename());
  await file.saveAs(path);
  return path;
}

/** Chooses files on the page for teachers. */
export async function choose(page: Page, input: 'submissions' | 'own-lab', files: Record<string, string | Uint8Array>) {
  await page.getByTestId(input).setInputFiles(
    Object.entries(files).map(([name, content]) => ({
      name,
      mimeType: 'application/octet-stream',
      buffer: Buffer.from(content),
    })),
  );
}

/** Grades the class. */
export const grade = (page: Page) => page.getByRole('button', { name: 'Grade', exact: true }).click();
