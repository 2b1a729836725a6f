/** The example for hosts that allow no third-party scripts, such as WordPress and Confluence: widgets in frames. */
import { expect, test, type Frame, type Locator, type Page } from '@playwright/test';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { at } from '../base-lab.ts';
import { complaintsOf } from '../complaints.ts';
import { dist, serve, type Host } from '../serve.ts';
import { dark, expectLive, expectPublished, light, rowName } from './live.ts';

let folder: string;
let host: Host;
test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pathlength-frame-'));
  cpSync(at('web/examples/frame'), folder, { recursive: true });
  cpSync(dist('site'), join(folder, 'pathlength'), { recursive: true });
  host = await serve(folder, '/docs/', { 'content-security-policy': '' });
});
test.afterAll(async () => {
  await host.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Expects live widgets in the frames; returns the frames. */
async function openFrames(page: Page): Promise<Frame[]> {
  const widget = (index: number): Locator => page.locator('iframe').nth(index).contentFrame().locator('pathlength-lab');
  await expectLive(widget(0), widget(1), widget(2));
  return page.frames().filter((frame) => frame !== page.mainFrame());
}

for (const colorScheme of ['light', 'dark'] as const)
  test(`frames are live in the reader’s ${colorScheme} scheme, and again after another page`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    const complaints = complaintsOf(page);
    await page.goto(host.url);
    const frames = await openFrames(page);
    expect(frames).toHaveLength(3);
    for (const frame of frames)
      await expect(frame.locator('.frame')).toHaveCSS('background-color', { light, dark }[colorScheme]);
    await page.goto('about:blank');
    await page.goBack();
    await openFrames(page);
    expect(complaints).toEqual([]);
  });

test('frames follow the page’s switch between light and dark', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto(host.url);
  const frames = await openFrames(page);
  for (const scheme of ['dark', 'light', 'dark'] as const) {
    await page.evaluate((to) => (document.documentElement.style.colorScheme = to), scheme);
    for (const frame of frames)
      await expect(frame.locator('.frame')).toHaveCSS('background-color', { light, dark }[scheme]);
  }
});

for (const width of [1280, 390])
  test(`frames have the size of their content on a page of ${width} pixels`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    await page.goto(host.url);
    for (const frame of await openFrames(page))
      await expect
        .poll(() =>
          frame.evaluate(() => {
            const { scrollWidth, scrollHeight } = document.documentElement;
            return [scrollWidth - innerWidth, scrollHeight - innerHeight];
          }),
        )
        .toEqual([0, 0]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  });

test('readers without JavaScript see the published values', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(host.url);
  const frame = (index: number): Locator => page.locator('iframe').nth(index).contentFrame().locator('pathlength-lab');
  await expectPublished(frame(0).getByRole('row', { name: rowName }));
  await expect(frame(1).getByText('Thirteen paths to a disk')).toBeVisible();
  await expect(frame(2).getByRole('img', { name: /An interactive model/ })).toBeVisible();
  await context.close();
});
