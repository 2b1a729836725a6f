/** What all hosts show: one table, one question, and one picture of the lab on paths to a disk. */
import { expect, type Locator } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { at } from '../base-lab.ts';

/** The widget's ground in both schemes. */
export const [light, dark] = ['rgb(252, 251, 248)', 'rgb(22, 21, 19)'];

/** A row of the table with its published values, from the lab's file. */
const [, rowName = '', ...published] =
  /^(D210),([^,]+),([^,]+),([^,]+)/m.exec(readFileSync(at('labs/disk-paths/data/reread.csv'), 'utf8')) ?? [];

/** Expects three live widgets: published values with the model's, a question, and a picture. */
export async function expectLive(table: Locator, question: Locator, picture: Locator): Promise<void> {
  await expect(table).toContainText(/Median error \d/);
  const row = table.getByRole('row', { name: rowName });
  for (const value of published) await expect(row).toContainText(value);
  // In a frame out of view, nothing is painted, for which Playwright's scrolling would wait.
  await question.evaluate((element) => element.scrollIntoView());
  await expect(question.getByRole('radio').first()).toBeVisible();
  await picture.evaluate((element) => element.scrollIntoView());
  await expect(picture.getByRole('slider').first()).toBeVisible();
}
