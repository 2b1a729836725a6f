/** Charts as sound: pitches follow the curves, and the cursor and the readout follow the sound. */
import { test } from '@playwright/test';
import { expect, LabPage, serveLab, type LabHost } from './lab-page.ts';

let host: LabHost;
test.beforeAll(async () => {
  host = await serveLab('raid5-small-writes');
});
test.afterAll(() => host.close());

declare global {
  interface Window {
    /** The pitches that were scheduled, in hertz. */
    pitches: number[];
  }
}

test('curves are heard: pitch follows y, and words and cursor follow', async ({ page }) => {
  await page.addInitScript(() => {
    window.pitches = [];
    const create = Reflect.get(AudioContext.prototype, 'createOscillator') as () => OscillatorNode;
    AudioContext.prototype.createOscillator = function (this: AudioContext) {
      const made = create.call(this);
      const set = made.frequency.setValueAtTime.bind(made.frequency);
      made.frequency.setValueAtTime = (value, time) => {
        window.pitches.push(value);
        return set(value, time);
      };
      return made;
    };
  });
  const at = new LabPage(page);
  await at.open(host.lab);
  await at.come('busy-chart');
  const figure = page.getByTestId('chart-busy-chart');
  const chart = figure.getByRole('application');
  await chart.focus();
  const button = figure.getByRole('button', { name: 'Play as sound' });
  // While values are still being computed, the sound would be incomplete.
  await expect(button).toBeEnabled();
  const readout = figure.locator('.readout').first();
  // The whole curve is drawn.
  await expect(async () => {
    await page.keyboard.press('End');
    await expect(readout).toContainText('5 disks, model: 150 writes/s', { timeout: 500 });
  }).toPass();
  await page.keyboard.press('Home');
  await expect(readout).toContainText('5 disks, model: 10 writes/s');

  await page.keyboard.press('s');
  await expect(figure.getByRole('button', { name: 'Stop' })).toBeVisible();
  await expect(figure.locator('[aria-live]').first()).toContainText('5 disks');
  // The cursor walks along the curve without a key.
  await expect(readout).toContainText(/^5 disks, model: (?!10 )/);
  await page.keyboard.press('s');
  await expect(button).toBeVisible();
  const all = await page.evaluate(() => window.pitches);
  // The busier the disks, the higher the tone: it rises along each of the three curves.
  const falls = all.flatMap((pitch, n) => (n > 0 && pitch < (all[n - 1] ?? 0) ? [n] : []));
  expect(falls).toHaveLength(2);
  const [first = 0, second = 0] = falls;
  const curves = [all.slice(0, first), all.slice(first, second), all.slice(second)];
  for (const curve of curves) expect(curve.length).toBeGreaterThan(10);
  // With more disks, each of them is less busy at the same rate.
  const ends = curves.map((curve) => curve.at(-1) ?? NaN);
  expect(ends).toEqual([...ends].sort((a, b) => b - a));

  // If the cursor is on the last curve, only that curve is played, to its end.
  await page.keyboard.press('ArrowUp');
  await expect(readout).toContainText('17 disks');
  await page.evaluate(() => (window.pitches = []));
  await page.keyboard.press('s');
  await expect(figure.locator('[aria-live]').first()).toContainText(/^17 disks.*Lowest: .*Highest: /);
  await expect(button).toBeVisible();
  expect(await page.evaluate(() => window.pitches)).toEqual(curves[2]);
  expect(at.complaints).toEqual([]);
});
