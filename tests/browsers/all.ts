/**
 * Scenarios that must work in every browser, run in Firefox and in WebKitGTK. The tests in Chromium check the same
 * features in detail.
 */
import { readdirSync, rmSync } from 'node:fs';
import { afterAll, describe, expect, test } from 'vitest';
import { dist, serve } from '../serve.ts';
import { classes } from './classes.ts';
import { dialogs } from './dialogs.ts';
import { browsers } from './drivers.ts';
import { elsewhere } from './elsewhere.ts';
import { figures } from './figures.ts';
import { Hands } from './hands.ts';
import { materials } from './materials.ts';
import { networks } from './networks.ts';
import { pictures } from './pictures.ts';
import { predictions } from './predictions.ts';
import type { Scenarios, Scene } from './scenario.ts';
import { recordedSite } from './site.ts';

const site = recordedSite();

const labs = readdirSync(`${dist('site')}/labs`).flatMap((name) => (name.endsWith('.html') ? name.slice(0, -5) : []));

const scenarios: Scenarios = {
  ...Object.fromEntries(
    labs.map((lab) => [
      `lab ${lab} shows all of its parts and computes all tables`,
      async ({ hands, url }: Scene) => {
        await hands.open(`${url}labs/${lab}.html`);
        await hands.come('page:headline');
        await hands.revealAll();
        await hands.until('all tables are computed', 'body', /All tables are computed\./);
        expect((await hands.texts('main')).join('')).not.toContain('could not be');
      },
    ]),
  ),
  ...predictions,
  ...pictures,
  ...dialogs,
  ...figures,
  ...elsewhere,
  ...materials,
  ...networks,
  ...classes,
};

afterAll(() => rmSync(site, { recursive: true }));

describe.each(Object.entries(browsers))('%s', (_, openBrowser) => {
  test.for(Object.entries(scenarios))('%s', async ([, run]) => {
    const reader = await openBrowser();
    const host = await serve(site);
    let isOpen = true;
    const close = async (): Promise<void> => {
      if (isOpen) await host.close();
      isOpen = false;
    };
    try {
      const hands = new Hands(reader);
      await run({ hands, url: host.url, site, close });
      expect(await hands.complaints()).toEqual([]);
    } finally {
      await reader.quit();
      await close();
    }
  });
});
