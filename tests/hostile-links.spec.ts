// Anyone can make a link: whatever it contains, the page loads, reports the refused parts, and runs none of it.
import { test } from '@playwright/test';
import { encode } from '../web/src/state/code.ts';
import { expect, LabPage, serveLab, type LabHost } from './lab-page.ts';

let host: LabHost;
test.beforeAll(async () => {
  host = await serveLab('zfs-directories');
});
test.afterAll(() => host.close());

const markup = '"><img src=x onerror="document.title=1"><script>document.title=1</script>';
const deep = JSON.parse(`${'['.repeat(2_000)}${']'.repeat(2_000)}`) as unknown;

const links: [what: string, state: unknown][] = [
  ['markup for settings', { settings: { names: markup, plex: markup, [markup]: 1 } }],
  ['numbers out of all bounds', { settings: { names: -1e308 }, other: { names: 1e308 } }],
  ['malformed answers', { answers: { [markup]: [{ given: markup }] }, predictions: { 'p-size': 7 } }],
  ['names of what all objects have', JSON.parse('{"settings":{"__proto__":{"names":1},"constructor":2}}')],
  ['lists in lists', { settings: { names: deep }, looks: deep }],
];

for (const [what, state] of links)
  test(`link with ${what} changes only allowed settings`, async ({ page }) => {
    const at = new LabPage(page);
    const title = 'zFS directories, page by page · Pathlength';
    await at.open(`${host.lab}?s=${encode(state)}#size`);
    await expect(page.getByRole('main').locator('> .notice')).toContainText('were changed');
    await at.wakeAll();
    await expect(page).toHaveTitle(title);
    await expect(page.locator('img[src="x"]')).toHaveCount(0);
    expect(at.complaints).toEqual([]);
  });
