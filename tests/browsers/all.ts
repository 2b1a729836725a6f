/**
 * Scenarios that must work in every browser, run in Firefox and in WebKitGTK. The tests in Chromium check the same
 * features in detail.
 */
import { readdirSync, rmSync } from 'node:fs';
import { afterAll, describe, expect, test } from 'vitest';
import { dist, serve } from '../serve.ts';
import { browsers } from './drivers.ts';
import { Hands } from './hands.ts';
import { recordedSite } from './site.ts';

const site = recordedSite();

interface Scene {
  hands: Hands;
  /** The site's address. */
  url: string;
}

const labs = readdirSync(`${dist('site')}/labs`).flatMap((name) => (name.endsWith('.html') ? name.slice(0, -5) : []));

const scenarios: Record<string, (scene: Scene) => Promise<void>> = {
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

  'prediction of a number is compared with what the model says': async ({ hands, url }) => {
    await hands.open(`${url}labs/disk-paths.html`);
    await hands.come('p-total');
    await hands.write('[id="p-total:number"]', '120');
    await hands.press('[id="p-total"].asked', 'Commit');
    await hands.until('the comparison has both numbers', '[data-testid="comparison-p-total"]', /You said[^]*\d[^]*\d/);
  },
};

afterAll(() => rmSync(site, { recursive: true }));

describe.each(Object.entries(browsers))('%s', (_, openBrowser) => {
  test.for(Object.entries(scenarios))('%s', async ([, run]) => {
    const reader = await openBrowser();
    const host = await serve(site);
    try {
      const hands = new Hands(reader.driver);
      await run({ hands, url: host.url });
      expect(await hands.complaints()).toEqual([]);
    } finally {
      await reader.quit();
      await host.close();
    }
  });
});
