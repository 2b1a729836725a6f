// A lab that the site does not publish: in its link, or at an address on another site.
import { expect, test, type Browser, type Page } from '@playwright/test';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { violations } from './axe.ts';
import { buildProgram } from './command.ts';
import { complaintsOf } from './complaints.ts';
import { choose, give, grade, submit, work } from './own-lab.ts';
import { dist, serve, type Host } from './serve.ts';

test.describe.configure({ timeout: 180_000 });

let host: Host;
let folder: string;
/** The files of another site. Any site may read these files, except those whose names begin with “private”. */
const files = new Map<string, string>();
let server: Server;
let elsewhere: string;
test.beforeAll(async () => {
  host = await serve(dist('site'));
  folder = await mkdtemp(join(tmpdir(), 'pathlength-linked-'));
  server = createServer((request, response) => {
    const name = (request.url ?? '').slice(1);
    const text = files.get(name);
    if (!name.startsWith('private')) response.setHeader('access-control-allow-origin', '*');
    response.writeHead(text === undefined ? 404 : 200, { 'content-type': 'application/json' }).end(text ?? '');
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  elsewhere = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
test.afterAll(async () => {
  await host.close();
  server.close();
  await rm(folder, { recursive: true, force: true });
});

/** Returns the link of an assignment for a teacher's own lab, and the text of the lab's compiled file. */
async function given(page: Page, title: string): Promise<{ link: string; compiled: string }> {
  const dialog = await give(page, host.url, title);
  const link = await dialog.getByTestId('assignment-link').first().inputValue();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('link', { name: 'Download this lab’s file' }).click(),
  ]);
  return { link, compiled: await readFile(await file.path(), 'utf8') };
}

/** Opens a link as a student who has never been on the site, and begins. */
async function begin(browser: Browser, link: string, id: string) {
  const page = await (await browser.newContext()).newPage();
  const complaints = complaintsOf(page);
  await page.goto(link);
  await page.getByTestId('student-form').getByLabel('Your id').fill(id);
  await page.getByRole('button', { name: 'Start' }).click();
  await expect(page.getByTestId('assignment-banner')).toContainText(id);
  return { page, complaints };
}

test('own lab in a link is worked on, and graded against that link in page and command', async ({ browser, page }) => {
  const complaints = complaintsOf(page);
  const { link, compiled } = await given(page, 'Pages & names <b>');
  expect(link).toMatch(/\/lab\.html\?a=1\.[\w-]+\.[0-9a-f]{8}#lab=1\.[\w-]+\.[0-9a-f]{8}$/);
  expect(await violations(page, '.classroom')).toEqual([]);
  const submissions: Record<string, Uint8Array> = {};
  for (const [id, pages, verdict] of [
    ['s1001', '160', /^Correct/],
    ['s1002', '125', /^Not correct/],
  ] as const) {
    const student = await begin(browser, link, id);
    await expect(student.page).toHaveTitle('Pages & names <b> · Pathlength');
    await expect(student.page.getByRole('status').filter({ hasText: 'was opened from its link' })).toContainText(
      'It is not part of Pathlength: its text and its numbers are its author’s.',
    );
    await work(student.page, pages, verdict);
    const file = await submit(student.page, folder);
    submissions[basename(file)] = await readFile(file);
    expect(student.complaints).toEqual([]);
    await student.page.context().close();
  }

  await page.goto(`${host.url}teach.html`);
  await choose(page, 'submissions', submissions);
  await page.getByLabel('2. Your assignment’s link').fill(link);
  await grade(page);
  await expect(page.getByTestId('grade-status')).toHaveText('Graded: 2 files, 0 to review.');
  const [book] = await Promise.all([page.waitForEvent('download'), page.getByTestId('save-csv').click()]);
  const gradebook = await readFile(await book.path(), 'utf8');
  expect(gradebook).toContain('"s1001",,1.0000,1,1,');
  expect(gradebook).toContain('"s1002",,0.0000,0,1,');

  await writeFile(join(folder, 'my-lab.lab.json'), compiled);
  const args = [
    'check',
    ...Object.keys(submissions),
    '--lab',
    'my-lab.lab.json',
    '--assignment',
    link,
    '--format',
    'csv',
  ];
  expect(spawnSync(buildProgram(), args, { cwd: folder, encoding: 'utf8' }).stdout).toBe(gradebook);
  expect(complaints).toEqual([]);
});

test('link keeps its lab and the reader’s state through links in the page and a reload', async ({ browser, page }) => {
  const { link } = await given(page, 'Pages and names');
  const practice = link.replace(/\?a=[^#]*/, '');
  const reader = await (await browser.newContext()).newPage();
  const complaints = complaintsOf(reader);
  await reader.goto(practice);
  const question = reader.getByTestId('question-q-pages');
  await question.scrollIntoViewIfNeeded();
  await question.getByRole('textbox').fill('125');
  await question.getByRole('button', { name: 'Check' }).click();
  await expect(reader.getByTestId('verdict-q-pages')).toContainText('That is the number of names in a page.');
  await reader.locator('a[href="#page:tables"]').first().click();
  const sources = /lab=1\.[\w-]+/.exec(practice)?.[0] ?? 'none';
  await expect.poll(() => reader.url()).toContain(sources);
  await expect.poll(() => reader.url()).toMatch(/[#&]s=1\./);
  await reader.reload();
  await expect(reader.getByRole('heading', { level: 1 })).toHaveText('Pages and names');
  await expect(reader.getByTestId('verdict-q-pages')).toContainText('That is the number of names in a page.');
  expect(await violations(reader)).toEqual([]);
  expect(complaints).toEqual([]);
});

test('lab of another site opens with the name of the site, and is passed on from there', async ({ browser, page }) => {
  const { compiled } = await given(page, 'Pages and names');
  files.set('lab.json', compiled);
  await page.goto(`${host.url}lab.html?src=${encodeURIComponent(`${elsewhere}lab.json`)}`);
  await page.locator('[id="page:teachers"]').scrollIntoViewIfNeeded();
  await page.getByTestId('assign').click();
  const link = await page.getByTestId('assignment-link').inputValue();
  expect(link).toContain(`/lab.html?src=${encodeURIComponent(`${elsewhere}lab.json`)}&a=1.`);

  await page.goto(`${host.url}materials.html?src=${encodeURIComponent(`${elsewhere}lab.json`)}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Pages and names' })).toBeVisible();

  const student = await begin(browser, link, 's1001');
  await expect(
    student.page.getByRole('status').filter({ hasText: `was loaded from ${new URL(elsewhere).host}` }),
  ).toBeVisible();
  await work(student.page, '160', /^Correct/);
  const file = await submit(student.page, folder);
  expect(student.complaints).toEqual([]);
  await page.goto(`${host.url}teach.html`);
  await choose(page, 'submissions', { [basename(file)]: await readFile(file) });
  await page.getByLabel('2. Your assignment’s link').fill(link);
  await grade(page);
  await expect(page.getByTestId('grade-status')).toHaveText('Graded: 1 file, 0 to review.');
  await expect(page.getByTestId('facts')).toContainText('100 % mean score');
});

test('lab that cannot be opened shows why and a field for another one', async ({ page }) => {
  const { link, compiled } = await given(page, 'Pages and names');
  const practice = link.replace(/\?a=[^#]*/, '');
  files.set('lab.json', compiled);
  files.set('private.json', compiled);
  files.set('text.json', 'no JSON');
  files.set('other.json', '{"format":"pathlength-run"}');
  files.set('script.json', compiled.replace(/"href":"https?:[^"]*"/, '"href":"javascript:alert(1)"'));
  const from = (address: string): string => `${host.url}lab.html?src=${encodeURIComponent(address)}`;
  const open = async (address: string): Promise<void> => {
    // An address that differs only in its fragment would not load the page again.
    await page.goto('about:blank');
    await page.goto(address);
  };
  for (const [address, sentence] of [
    [practice.slice(0, -9), 'This link is incomplete: copy all of it.'],
    [practice.replace(/.(?=.{30}$)/, (one) => (one === 'A' ? 'B' : 'A')), 'This link is damaged: copy it again.'],
    [`${host.url}lab.html#lab=1.x.00000000`, 'This link is damaged: copy it again.'],
    [from(`${elsewhere}missing.json`), `the server returned no lab for ${elsewhere}missing.json. Check the address.`],
    [from(`${elsewhere}private.json`), 'must allow other sites to read the file'],
    [from(`${elsewhere}text.json`), 'is not a compiled lab.'],
    [from(`${elsewhere}other.json`), 'compile the lab again'],
    [from('http://example.org/lab.json'), 'The address of a lab must start with https://.'],
    [from('javascript:alert(1)'), 'The address of a lab must start with https://.'],
  ] as const) {
    await open(address);
    await expect(page.getByRole('alert').filter({ hasText: sentence })).toBeVisible();
    await expect(page.getByLabel('Link, or address of a compiled lab')).toBeVisible();
  }
  expect(await violations(page)).toEqual([]);
  const field = page.getByLabel('Link, or address of a compiled lab');
  await field.fill('lab.json');
  await field.press('Enter');
  await expect(page.getByText('This is not a complete address: it must begin with “https:”.')).toBeVisible();
  await field.fill(practice);
  await field.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pages and names');
  await open(`${host.url}lab.html`);
  await field.fill(`${elsewhere}lab.json`);
  await page.getByRole('button', { name: 'Open' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pages and names');
});

test('lab too large for a link is given by the address of its file', async ({ page }) => {
  await page.goto(`${host.url}author.html`);
  await page.getByRole('button', { name: 'A new lab' }).click();
  await expect(page.getByTestId('save')).toHaveText('Save lab.md');
  // Numbers that do not compress.
  const noise = createHash('shake256', { outputLength: 40_000 }).update('a picture').digest();
  await page.getByTestId('open').setInputFiles({ name: 'large.png', mimeType: 'image/png', buffer: noise });
  await expect(page.getByTestId('save')).toHaveText('Save large.png');
  await page.getByTestId('give').click();
  const dialog = page.getByRole('dialog', { name: 'Give this lab to your class' });
  await expect(dialog.getByText('Your lab is too large to fit in a link.')).toBeVisible();
  await expect(dialog.getByTestId('assignment-link')).toHaveCount(0);
  await dialog.getByLabel('File address').fill('http://example.org/lab.json');
  await expect(dialog.getByText('The address of a lab must start with https://.')).toBeVisible();
  await dialog.getByLabel('File address').fill('https://example.org/labs/my-lab.lab.json');
  await expect(dialog.getByTestId('assignment-link')).toHaveValue(
    /\/lab\.html\?src=https%3A%2F%2Fexample\.org%2Flabs%2Fmy-lab\.lab\.json&a=1\./,
  );
});
