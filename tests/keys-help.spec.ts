/** The list of keys: `?` opens it outside text fields, and readers can turn this off. */
import { test } from '@playwright/test';
import { violations } from './axe.ts';
import { expect, LabPage, serveLab, type LabHost } from './lab-page.ts';

let host: LabHost;
test.beforeAll(async () => {
  host = await serveLab('zfs-directories');
});
test.afterAll(() => host.close());

test('list of keys opens by its key and by its button and gives the focus back', async ({ page }) => {
  const at = new LabPage(page);
  await at.open(host.lab);
  const keys = page.getByRole('dialog', { name: 'Keyboard' });
  const steps = at.rail.getByRole('button').first();
  await steps.focus();
  await page.keyboard.press('?');
  await expect(keys.getByRole('table', { name: 'Tables' }).getByRole('row', { name: /Enter/ })).toContainText(
    'details',
  );
  expect(await violations(page, '[data-testid="keys"]')).toEqual([]);
  await page.keyboard.press('?');
  await expect(keys).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(keys).toHaveCount(0);
  await expect(steps).toBeFocused();

  await steps.click();
  const button = at.rail.getByRole('button', { name: 'Keyboard' });
  await button.click();
  await keys.getByRole('button', { name: 'Close' }).click();
  await expect(keys).toHaveCount(0);
  await expect(button).toBeFocused();
  expect(at.complaints).toEqual([]);
});

test('key for the list does nothing in a text field or when it is turned off', async ({ page }) => {
  const at = new LabPage(page);
  await at.open(host.lab);
  const keys = page.getByRole('dialog', { name: 'Keyboard' });
  await at.come('q-pages');
  const field = page.getByTestId('question-q-pages').getByRole('textbox');
  await field.focus();
  await page.keyboard.press('?');
  await expect(field).toHaveValue('?');
  await expect(keys).toHaveCount(0);

  await field.blur();
  await page.keyboard.press('?');
  await keys.getByLabel('Open this list with the key').uncheck();
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await expect(keys).toHaveCount(0);
  await page.reload();
  await at.come('q-pages');
  await page.keyboard.press('?');
  await expect(keys).toHaveCount(0);
  expect(at.complaints).toEqual([]);
});
