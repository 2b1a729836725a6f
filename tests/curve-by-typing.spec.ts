// A reader types the numbers of a curve and clicks from field to field; exactly the typed values are committed.
import { test, type Locator } from '@playwright/test';
import { expect, LabPage, serveLab, type LabHost } from './lab-page.ts';

let host: LabHost;
test.beforeAll(async () => {
  host = await serveLab('disk-paths');
});
test.afterAll(() => host.close());

const fieldsOf = (at: LabPage, id: string): Locator => at.asked(id).locator('tbody').getByRole('spinbutton');
const valuesOf = (fields: Locator): Promise<string[]> =>
  fields.evaluateAll((all) => all.map((field) => (field as HTMLInputElement).value));

/** Clicks a field and types into it. */
async function type(field: Locator, text: string): Promise<void> {
  await field.click();
  await field.pressSequentially(text);
}

test('numbers typed into fields by mouse are committed as typed, and missing ones are asked for', async ({ page }) => {
  const at = new LabPage(page);
  await at.open(host.lab);
  await at.come('p-cliff');
  const fields = fieldsOf(at, 'p-cliff');
  await expect(fields).toHaveCount(4);
  await type(fields.nth(0), '1');
  await type(fields.nth(3), '0.5');
  await fields.nth(3).press('Tab');
  expect(await valuesOf(fields)).toEqual(['1', '', '', '0.5']);
  await at.button('p-cliff', 'Commit').click();
  await expect(at.asked('p-cliff').getByRole('status')).toHaveText(
    'There is no valid value at 800 MB and 1,200 MB: draw the curve, or type the missing numbers.',
  );
  await type(fields.nth(1), '0.95');
  await type(fields.nth(2), '0.85');
  await at.button('p-cliff', 'Commit').click();
  await expect(at.yours('p-cliff')).toHaveText([/^1\s*$/, /^0\.95\s*$/, /^0\.85\s*$/, /^0\.5\s*$/]);
  // The comparison addresses the misconception behind this curve.
  await expect(at.comparison('p-cliff')).toContainText('You kept the part of the file that fits into the cache.');
  expect(at.complaints).toEqual([]);
});

test('number beyond the axis stays in its field with the limits, uncommitted', async ({ page }) => {
  const at = new LabPage(page);
  await at.open(host.lab);
  await at.come('p-cliff');
  const fields = fieldsOf(at, 'p-cliff');
  for (const [i, text] of ['0.9', '85', '0.2', '0.1'].entries()) await type(fields.nth(i), text);
  await fields.nth(3).press('Enter');
  await expect(at.asked('p-cliff').getByRole('alert')).toHaveText('85 is out of range: give 0 to 1.');
  await expect(fields.nth(1)).toHaveAttribute('aria-invalid', 'true');
  expect(await valuesOf(fields)).toEqual(['0.9', '85', '0.2', '0.1']);
  await expect(at.button('p-cliff', 'Commit')).toBeEnabled();
  // Typing into a filled field replaces its number.
  await type(fields.nth(1), '0.4');
  await type(fields.nth(0), '0.8');
  await fields.nth(0).press('Tab');
  await expect(at.asked('p-cliff').getByRole('alert')).toHaveCount(0);
  expect(await valuesOf(fields)).toEqual(['0.8', '0.4', '0.2', '0.1']);
  await at.button('p-cliff', 'Commit').click();
  await expect(at.yours('p-cliff')).toHaveText([/^0\.8\s*$/, /^0\.4\s*$/, /^0\.2\s*$/, /^0\.1\s*$/]);
  expect(at.complaints).toEqual([]);
});
