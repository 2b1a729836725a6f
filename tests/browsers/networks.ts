/** The network page in every browser. */
import { expect } from 'vitest';
import { Key } from 'selenium-webdriver';
import type { Scenarios } from './scenario.ts';

const disk = '[data-testid="node-s2"]';
const picture = '#network .picture';
const sentence = '[data-testid="bottleneck"]';

export const networks: Scenarios = {
  'network is drawn by pointer and keyboard, changed, and simulated': async ({ hands, url }) => {
    await hands.go(`${url}network.html`);
    await hands.until('the network is solved', sentence, /The bottleneck is Disk A/);
    const place = (): Promise<string> =>
      hands.run<string>('return document.querySelector(arguments[0]).getAttribute("transform")', disk);
    const first = await place();
    // Not every driver accepts a part of a drawing as the origin of a pointer action.
    const [across = 0, down = 0] = await hands.run<number[]>(
      `const node = document.querySelector(arguments[0]).getBoundingClientRect();
       const all = document.querySelector(arguments[1]).getBoundingClientRect();
       return [(node.left + node.width / 2 - all.left) / all.width, (node.top + 20 - all.top) / all.height];`,
      disk,
      picture,
    );
    await hands.drag(picture, [across, down], [across - 0.15, down + 0.15]);
    const dragged = await place();
    expect(dragged).not.toBe(first);
    await hands.type(disk, Key.ARROW_LEFT);
    expect(await place()).not.toBe(dragged);

    await hands.press('[data-testid="panel"]', 'Add server');
    await hands.until('the change is compared', '[data-testid="comparison"]', /times as fast/);
    await hands.press('#network', 'Simulate');
    await hands.until('loads are simulated', '[data-testid="simulation-table"]', /response time/);
    await hands.press('#network', 'Save network.json');
    const file = JSON.parse((await hands.saved('network.json')).toString()) as {
      stations: { name: string; servers?: number }[];
    };
    expect(file.stations.find(({ name }) => name === 'Disk A')?.servers).toBe(2);
  },
};
