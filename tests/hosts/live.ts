/**
 * The widgets that every host shows: a table, a question, and an interactive model of the lab on I/O paths to a disk.
 */
import { expect, type Locator } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { at } from '../base-lab.ts';

/** The widget's background color in both color schemes. */
export const [light, dark] = ['rgb(252, 251, 248)', 'rgb(22, 21, 19)'];

/** A row of the table with its published values, from the lab's file. */
const [, name = '', ...published] =
  /^(D210),([^,]+),([^,]+),([^,]+)/m.exec(readFileSync(at('labs/disk-paths/data/reread.csv'), 'utf8')) ?? [];

/** The name of the row. */
export const rowName = name;

/** Expects the published values in the row; `write` formats them as the row does. */
export async function expectPublished(row: Locator, write = (value: string): string => value): Promise<void> {
  for (const value of published) await expect(row).toContainText(write(value));
}

/** Expects three live widgets: published values with the model's, a question, and an interactive model that answers. */
export async function expectLive(table: Locator, question: Locator, model: Locator): Promise<void> {
  await expect(table).toContainText(/Median error \d/);
  await expectPublished(table.getByRole('row', { name: rowName }));
  // A frame out of view is not painted, and Playwright's scrolling would wait for a paint.
  await question.evaluate((element) => element.scrollIntoView());
  await expect(question.getByRole('radio').first()).toBeVisible();
  await model.evaluate((element) => element.scrollIntoView());
  // The model reads a file of 24 tracks for the first time by itself.
  await expect(model.getByText('Cache: 24 of 24 slots in use')).toBeVisible();
}
