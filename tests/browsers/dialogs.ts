/** Dialogs in every browser: they open, take the focus, and give it back. */
import { expect } from 'vitest';
import { Key } from 'selenium-webdriver';
import { chart, openChart } from './figures.ts';
import type { Scenarios } from './scenario.ts';

export const dialogs: Scenarios = {
  'list of keys opens by its key and gives the focus back': async ({ hands, url }) => {
    await hands.open(`${url}labs/zfs-directories.html`);
    const step = '[data-testid="rail"] button';
    const focused = (selector: string): Promise<boolean> =>
      hands.run('return document.querySelector(arguments[0]).contains(document.activeElement)', selector);
    await hands.type(step, '?');
    await hands.until('the list is open', '[data-testid="keys"]:modal', /Undo|undo/);
    expect(await focused('[data-testid="keys"]')).toBe(true);
    await hands.type('[data-testid="keys"] button', Key.ESCAPE);
    await hands.gone('[data-testid="keys"]');
    expect(await focused(step)).toBe(true);
  },

  'code to embed a chart is shown, and the focus comes back': async (scene) => {
    const { hands } = scene;
    await openChart(scene);
    await hands.press(chart, 'Embed');
    await hands.until('the code is shown', 'dialog:modal label', /^Element$/);
    const codes = await hands.run<string[]>(
      "return [...document.querySelectorAll('dialog textarea')].map((field) => field.value)",
    );
    expect(codes[0]).toMatch(/<pathlength-lab lab="zfs-directories" view="chart" chart="size"/);
    expect(codes[1]).toMatch(/^<iframe src="[^"]*\/embed\/zfs-directories[^"]*chart=size/);
    await hands.type('dialog textarea', Key.ESCAPE);
    await hands.gone('dialog');
    expect(await hands.run('return document.activeElement.textContent.trim()')).toBe('Embed');
  },
};
