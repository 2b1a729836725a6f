// Slides at the size of a small projector: the figure of each screen fits with its controls.
import { expect, test } from '@playwright/test';
import { readdirSync } from 'node:fs';
import { dist, serve, type Host } from './serve.ts';

const labs = readdirSync(`${dist('site')}/labs`, { withFileTypes: true }).filter((entry) => entry.isDirectory());

/**
 * Figures that are longer than a slide and scroll: tables, the forms of advisors, and two models with their own
 * controls. The directory needs 947 pixels and has 579; the locks need up to 14 pixels more than they have.
 */
const scrolls = /^(table-[\w-]+|model-(path-advisor|sfs-planning|directory|locks))$/;

let host: Host;
test.beforeAll(async () => {
  host = await serve(dist('site'));
});
test.afterAll(() => host.close());

for (const { name } of labs)
  test(`slides of ${name} fit with their controls`, async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 720 });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(`${host.url}materials.html?id=${name}&view=slides`);
    const at = page.getByTestId('slide-at');
    await expect(at).toHaveText(/^Screen 1 \//);
    const count = Number(/\d+$/.exec((await at.textContent()) ?? '')?.[0]);
    expect(count).toBeGreaterThan(5);
    const higher: string[] = [];
    for (let n = 1; n <= count; n++) {
      await expect(at).toHaveText(`Screen ${n} / ${count}`);
      // Parts are still loading, so the test allows time until the figure fits.
      const figure = page.locator('[data-testid="slides"] .with-bench');
      const [height, room, shown] = await figure.evaluateAll(async ([one], long) => {
        const parts = [...(one?.querySelectorAll<HTMLElement>('[data-island]') ?? [])];
        const shown = parts.map(({ dataset }) => dataset['island']).join(' ');
        const fits = (): boolean =>
          !one || (!one.querySelector('[data-island]:empty') && one.scrollHeight <= one.clientHeight + 1);
        // A part that has just loaded can still grow.
        // On a busy machine, such a part loads late. A long figure never fits, so its limit is shorter.
        const tries = new RegExp(long).test(shown) ? 60 : 600;
        for (let n = 0, fitted = 0; n < tries && fitted < 5; n++) {
          fitted = fits() ? fitted + 1 : 0;
          await new Promise((resolve) => setTimeout(resolve, 50));
        }
        return [one?.scrollHeight ?? 0, one?.clientHeight ?? 0, shown];
      }, scrolls.source);
      if (!scrolls.test(String(shown)) && Number(height) > Number(room) + 1)
        higher.push(`${n} ${shown}: ${height} in ${room}`);
      await page.keyboard.press('PageDown');
    }
    expect(higher).toEqual([]);
  });
