/** A teacher's materials in every browser. */
import { expect } from 'vitest';
import type { Scenarios } from './scenario.ts';

export const materials: Scenarios = {
  async 'worksheet, key, and slides of a lab are shown'({ hands, url }) {
    const at = `${url}materials.html?id=zfs-directories&view=`;
    await hands.go(`${at}worksheet`);
    await hands.until('the sheet asks', '[data-testid="sheet-q-beyond"]', /No figure was published for 100,000 names/);
    expect((await hands.texts('[data-testid="sheet-q-beyond"]')).join('')).not.toMatch(/13,\d\d\d/);
    await hands.go(`${at}key`);
    await hands.until('the key has the number', '[data-testid="key-q-beyond"]', /Correct: [\d,]+ operations\/s/);
    await hands.go(`${at}slides&slide=10`);
    await hands.until('the screen of the address', '[data-testid="slide-at"]', /Screen 10 \//);
    await hands.press('[data-testid="slides"]', 'Next screen');
    await hands.until('the next screen', '[data-testid="slide-at"]', /Screen 11 \//);
  },
};
