/** Predictions in every browser. */
import { expect } from 'vitest';
import { Key } from 'selenium-webdriver';
import type { Hands } from './hands.ts';
import type { Scenarios, Scene } from './scenario.ts';

// The plane is in the text or, if the window has space for a bench, on the bench.
const plane = ':is([data-testid="curve-p-cliff"], [data-testid="drawing-p-cliff"]) .plane';
const points = `${plane} [role="slider"]`;

/** Opens the page at the curve of a hit ratio. */
async function openCurve({ hands, url }: Scene): Promise<void> {
  await hands.open(`${url}labs/disk-paths.html`);
  await hands.come('p-cliff');
  await hands.until('the curve can be drawn', `${points}[tabindex]`);
}

/** Commits the drawn curve; the comparison must repeat all four values and show the model's. */
async function commitCurve(hands: Hands): Promise<void> {
  const drawn = (await hands.attributes(points, 'aria-valuenow')).map(Number);
  await hands.press('[id="p-cliff"].asked', 'Commit');
  const row = '[data-testid="comparison-p-cliff"] tbody tr';
  await hands.until('the reader’s values are repeated', row, new RegExp(`You said\\s*${drawn.join('\\s+')}\\s*$`));
  // The cliff: every read is a hit if the file fits in the cache, and no read is a hit if it does not.
  await hands.until('the model’s values are given', row, /^The model1\D+1\D+0\D+0\D*$/);
}

export const predictions: Scenarios = {
  'prediction of a number is compared with what the model says': async ({ hands, url }) => {
    await hands.open(`${url}labs/disk-paths.html`);
    await hands.come('p-total');
    await hands.write('[id="p-total:number"]', '120');
    await hands.press('[id="p-total"].asked', 'Commit');
    await hands.until('the comparison has both numbers', '[data-testid="comparison-p-total"]', /You said[^]*\d[^]*\d/);
  },

  'curve drawn by pointer is compared with the model': async (scene) => {
    const { hands } = scene;
    await openCurve(scene);
    await hands.drag(plane, [0.05, 0.2], [0.99, 0.8]);
    const drawn = (await hands.attributes(points, 'aria-valuenow')).map(Number);
    // The stroke falls, so each point is below the one before.
    expect(drawn).toEqual(drawn.toSorted((a, b) => b - a));
    expect(new Set(drawn).size).toBe(4);
    await commitCurve(hands);
  },

  'curve drawn by keyboard is compared with the model': async (scene) => {
    const { hands } = scene;
    await openCurve(scene);
    const keys = [Key.END, Key.PAGE_UP, Key.HOME, Key.PAGE_DOWN];
    for (const [at, key] of keys.entries()) await hands.type(`${plane} .handle:nth-of-type(${at + 1})`, key);
    const drawn = (await hands.attributes(points, 'aria-valuenow')).map(Number);
    expect(drawn).toEqual([1, 0.6, 0, 0.4]);
    await commitCurve(hands);
  },
};
