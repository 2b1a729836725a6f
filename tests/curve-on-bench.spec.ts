/** If there is a bench, curves are predicted on it, where the chart appears later. */
import { test } from '@playwright/test';
import { violations } from './axe.ts';
import { expect, LabPage, serveLab, type LabHost } from './lab-page.ts';

let host: LabHost;
test.beforeAll(async () => {
  host = await serveLab('zfs-directories');
});
test.afterAll(() => host.close());

test.describe('on a wide page', () => {
  test.use({ viewport: { width: 1440, height: 900 } });

  test('curve is drawn next to its numbers, and the model’s is drawn over it', async ({ page }) => {
    const at = new LabPage(page);
    await at.open(host.lab);
    await at.come('draw:p-size');
    const drawing = page.getByTestId('drawing-p-size');
    const fields = at.asked('p-size').locator('tbody').getByRole('spinbutton');
    await expect(drawing).toBeInViewport();
    await expect(at.asked('p-size').locator('.plane')).toHaveCount(0);
    // A hidden scene has axes and one line of text that asks for the prediction.
    await expect(drawing.locator('.tick').first()).toBeVisible();
    await expect(page.locator('[data-scene="draw:p-size"] .scene')).toContainText('commit your prediction');
    expect(await violations(page)).toEqual([]);

    const points = drawing.getByRole('slider');
    await points.first().focus();
    await page.keyboard.press('PageDown');
    await expect(fields.first()).not.toHaveValue('');
    await fields.last().fill('2000');
    await expect(points.last()).toHaveAttribute('aria-valuenow', '2000');

    await at.button('p-size', 'Commit').click();
    const chart = at.chart('size-lookup');
    await expect(chart).toBeInViewport();
    await expect(drawing).toBeHidden();
    await expect(chart.locator('.predicted-name')).toHaveText('you');
    await expect(chart.locator('path.line[d*="L"]').first()).toBeVisible();
    // After "Start over", the reader can draw the step's curve again.
    await page.getByTestId('reset-larger').click();
    await at.come('draw:p-size');
    await expect(drawing).toBeInViewport();
    expect(at.complaints).toEqual([]);
  });
});

test('on a narrow page, the curve is drawn in the text', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const at = new LabPage(page);
  await at.open(host.lab);
  await at.come('p-size');
  await expect(at.plane('p-size')).toBeVisible();
  await expect(page.locator('[data-scene="draw:p-size"]')).toBeHidden();
  expect(at.complaints).toEqual([]);
});
