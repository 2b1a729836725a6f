// A lab as one file, opened from disk, alone in its folder.
import { test } from '@playwright/test';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, LabPage } from './lab-page.ts';
import { dist } from './serve.ts';

let folder: string;
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pathlength-'));
});
test.afterAll(() => rm(folder, { recursive: true }));

/** Opens a lab's file alone; returns the list of its network requests. */
async function open(at: LabPage, lab: string): Promise<string[]> {
  const file = join(folder, `${lab}.html`);
  await copyFile(join(dist('file'), `${lab}.html`), file);
  const asked: string[] = [];
  at.page.on('request', (request) => {
    if (!/^(data|blob):/.test(request.url()) && request.url() !== pathToFileURL(file).href) asked.push(request.url());
  });
  await at.page.context().setOffline(true);
  await at.open(pathToFileURL(file).href);
  return asked;
}

for (const [lab, table] of [
  ['zfs-directories', 'v2r2-ptestdu'],
  ['disk-paths', 'reread'],
  ['sfs-file-pool', 'prf083-simulated'],
  ['tape-compression', 'rates'],
  ['journaling', 'claims-order'],
  ['zfs-migration', 'lookups'],
  ['raid5-small-writes', 'cache'],
  ['queueing', 'system'],
  ['cache-size', 'sizes'],
] as const)
  test(
    `file of ${lab} opens from disk and fills its tables`,
    { tag: !lab.startsWith('zfs') ? '@nightly' : [] },
    async ({ page }) => {
      const at = new LabPage(page);
      const asked = await open(at, lab);
      await at.come('page:headline');
      await expect(page.getByText('All tables are computed.')).toBeAttached({ timeout: 60_000 });
      // This includes parts that load late: interactive models with separate modules and styles.
      await at.wakeAll();
      await expect(at.table(table).locator('td .model').filter({ hasText: /\d/ }).first()).toBeAttached();
      await expect(page.getByText('could not be')).toHaveCount(0);
      expect(asked).toEqual([]);
      expect(at.complaints).toEqual([]);
    },
  );

test('run saved from a file names the version of its lab, and no link leads to a missing site', async ({ page }) => {
  const at = new LabPage(page);
  await open(at, 'zfs-directories');
  await at.come('page:headline');
  await expect(page.getByText('All tables are computed.')).toBeAttached({ timeout: 60_000 });
  await at.come('table-v2r1-ptestdl');
  const table = at.table('v2r1-ptestdl');
  await table.getByText('Export, embed').click();
  const download = page.waitForEvent('download');
  await table.getByRole('button', { name: 'Save this run' }).click();
  expect((await download).suggestedFilename()).toBe('zfs-directories-v2r1-ptestdl.run.json');
  await expect(page.getByRole('button', { name: /^Embed/ })).toHaveCount(0);
  expect(await page.locator('a[href]:not([href^="#"], [href^="http"])').count()).toBe(0);
  expect(at.complaints).toEqual([]);
});
