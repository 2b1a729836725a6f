/** A chart and its files in every browser. */
import { expect } from 'vitest';
import { Key } from 'selenium-webdriver';
import type { Scenarios, Scene } from './scenario.ts';

export const chart = '[data-testid="chart-size"]';

/** Opens the page at the chart of sizes and its exports, and waits until the model has drawn the chart. */
export async function openChart({ hands, url }: Scene): Promise<void> {
  await hands.open(`${url}labs/zfs-directories.html`);
  await hands.come('p-size');
  await hands.press('[id="p-size"].asked', 'Show without predicting');
  await hands.come('size');
  await hands.press(chart, 'Data table, export, embed');
  await hands.until('the model has run', `${chart} tbody tr`, /300,000/);
}

export const figures: Scenarios = {
  'chart gives its values by keyboard, and follows its slider': async (scene) => {
    const { hands } = scene;
    await openChart(scene);
    await hands.type(`${chart} [role="application"]`, Key.ARROW_RIGHT, Key.END);
    const last = /^R13, v4, model: 300,000 names: ([\d.,]+) operations/;
    await hands.until('the last point is spoken', `${chart} [aria-live]`, last);
    const spoken = (await hands.texts(`${chart} [aria-live]`)).map((text) => last.exec(text)?.[1]).find(Boolean);
    // The same row of the data table has this value, with all digits.
    const cells = await hands.run<string[][]>(
      'return [...document.querySelectorAll(arguments[0])].map((row) => [...row.cells].map(({ textContent }) => textContent.trim()))',
      `${chart} tbody tr`,
    );
    const rows = cells.filter(([names, series]) => names === '300,000' && series === 'R13, v4');
    expect(rows.map(([, , value]) => Number(value).toPrecision(3))).toEqual([spoken]);

    const before = await hands.settled('[data-testid="at-size"]');
    await hands.type(`${chart} input[type="range"]`, Key.HOME);
    await hands.until('the values follow the slider', '[data-testid="at-size"]', /\d/);
    expect(await hands.settled('[data-testid="at-size"]')).not.toBe(before);
  },

  'files of a chart are saved whole': async (scene) => {
    const { hands } = scene;
    await openChart(scene);
    await hands.press(chart, 'Save as CSV');
    const csv = (await hands.saved('zfs-directories-size.csv')).toString();
    const rows = await hands.texts(`${chart} table:not([data-testid="at-size"]) tbody tr`);
    expect(csv.trim().split('\n').length).toBe(rows.length + 1);
    expect(csv).toMatch(/\n300000,"V2R1, v5",25081\.7\d*,/);
    await hands.press(chart, 'Save this run');
    const run = JSON.parse((await hands.saved('zfs-directories-size.run.json')).toString()) as { format: string };
    expect(run.format).toBe('pathlength-run');
    await hands.press(chart, 'Save as SVG');
    expect((await hands.saved('zfs-directories-size.svg')).toString()).toMatch(/^<svg [^]*<title[ >][^]*<\/svg>\s*$/);
    await hands.press(chart, 'Save as PNG');
    const png = await hands.saved('zfs-directories-size.png');
    expect(png.subarray(1, 4).toString()).toBe('PNG');
    // The last chunk of a complete PNG file.
    expect(png.subarray(-8, -4).toString()).toBe('IEND');
  },
};
