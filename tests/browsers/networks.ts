/** The page for networks of queues in every browser. */
import { expect } from 'vitest';
import { Key } from 'selenium-webdriver';
import type { Scenarios } from './scenario.ts';

const disk = '[data-testid="node-s2"]';
const sentence = '[data-testid="bottleneck"]';

export const networks: Scenarios = {
  'network is drawn by pointer and keyboard, changed, and simulated': async ({ hands, url }) => {
    await hands.go(`${url}network.html`);
    await hands.until('the network is solved', sentence, /The bottleneck is Disk A/);
    const place = (): Promise<string> =>
      hands.run<string>('return document.querySelector(arguments[0]).getAttribute("transform")', disk);
    const first = await place();
    await hands.drag(disk, [0.5, 0.3], [0.2, 0.8]);
    const dragged = await place();
    expect(dragged).not.toBe(first);
    await hands.type(disk, Key.ARROW_LEFT);
    expect(await place()).not.toBe(dragged);

    await hands.press('[data-testid="panel"]', 'Add a server');
    await hands.until('the change is compared', '[data-testid="comparison"]', /times as fast/);
    await hands.press('#network', 'Simulate');
    await hands.until('loads are simulated', '[data-testid="simulation-table"]', /response time/);
    await hands.press('#network', 'Save the file for the command');
    const file = JSON.parse((await hands.saved('network.json')).toString()) as {
      stations: { name: string; servers?: number }[];
    };
    expect(file.stations.find(({ name }) => name === 'Disk A')?.servers).toBe(2);
  },
};
