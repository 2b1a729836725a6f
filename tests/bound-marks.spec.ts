/** Bounds that a source states without a number, in a chart of the model. */
import { test, type Locator } from '@playwright/test';
import { LabPage, expect, serveLab } from './lab-page.ts';

interface Tick {
  value: number;
  at: number;
}

/** Returns the value at a position on the bars' axis, from the axis's first two labels. */
async function scale(chart: Locator): Promise<(x: number) => number> {
  const [from, to] = (await chart.locator('.tick').evaluateAll((texts) =>
    texts.slice(0, 2).map((text) => {
      const box = text.getBoundingClientRect();
      return { value: Number(text.textContent.replaceAll(',', '')), at: box.left + box.width / 2 };
    }),
  )) as [Tick, Tick];
  return (x) => from.value + ((x - from.at) / (to.at - from.at)) * (to.value - from.value);
}

test('bar may end inside the published band, and the sentence names the band', async ({ page }) => {
  const host = await serveLab('tape-compression');
  const at = new LabPage(page);
  await at.open(host.lab);
  await at.come('p-drawer');
  await page.locator('[data-island="p-drawer"]').getByRole('button', { name: 'Show without predicting' }).click();
  await at.come('drawer-chart');
  const chart = at.chart('drawer-chart');
  const bands = chart.getByTestId('bound');
  await expect(bands).toHaveCount(1);

  // The axis is rescaled as values arrive.
  await expect(async () => {
    const value = await scale(chart);
    const band = await bands.locator('path').first().boundingBox();
    // "Over 4,000 MB/s": the band starts there. A pixel is about 5 MB/s.
    expect(Math.abs(value(band?.x ?? NaN) - 4000)).toBeLessThan(20);
    expect(value((band?.x ?? NaN) + (band?.width ?? NaN))).toBeGreaterThan(4300);
  }).toPass();
  await expect(chart).toContainText('>4,000');
  await host.close();
  expect(at.complaints).toEqual([]);
});
