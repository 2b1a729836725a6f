/** Pages in a browser that refuses storage: any access to it throws. */
import { test, type Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { assignmentLink } from '../web/src/classroom/link.ts';
import type { Lab } from '../web/src/lab/types.ts';
import { complaintsOf } from './complaints.ts';
import { assignmentOf } from './submissions.ts';
import { expect, LabPage, serveLab, type LabHost } from './lab-page.ts';
import { dist } from './serve.ts';

let host: LabHost;
test.beforeEach(async ({ page }) => {
  host = await serveLab('zfs-directories');
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('The operation is insecure.', 'SecurityError');
        },
      });
  });
});
test.afterEach(() => host.close());

const isRefused = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    try {
      return !localStorage;
    } catch {
      return true;
    }
  });

test('lab answers, and its link contains the work', async ({ page }) => {
  const at = new LabPage(page);
  await at.open(host.lab);
  expect(await isRefused(page)).toBe(true);
  await at.wakeAll();
  await at.come('page:headline');
  await expect(page.getByText('All tables are computed.')).toBeAttached();
  expect(at.complaints).toEqual([]);
});

test('assignment warns that its work must be submitted before the page is left', async ({ page }) => {
  const complaints = complaintsOf(page);
  const lab = JSON.parse(readFileSync(`${dist('site')}/labs/zfs-directories/lab.json`, 'utf8')) as Lab;
  await page.goto(assignmentLink(host.lab, assignmentOf(lab)));
  await expect(page.getByText(/This browser does not save your work/).first()).toBeVisible();
  expect(complaints).toEqual([]);
});

test('page for authors warns that its draft must be saved before the page is left', async ({ page }) => {
  const complaints = complaintsOf(page);
  await page.goto(`${host.url}author.html`);
  await page.getByRole('button', { name: 'A new lab' }).click();
  await expect(page.getByText(/This browser cannot store the draft/)).toBeVisible();
  await expect(page.getByTestId('save')).toBeVisible();
  expect(complaints).toEqual([]);
});
