// Packages for learning platforms: made in the dialog, opened by a platform, and read by it.
import { expect, test, type Browser, type FrameLocator, type Page } from '@playwright/test';
import { strFromU8, unzipSync } from 'fflate';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { violations } from './axe.ts';
import { complaintsOf } from './complaints.ts';
import { Cmi5Platform, student, writePlatform, type ScormStandard } from './learning-platform.ts';
import { dist, serve, type Host } from './serve.ts';

const lab = 'zfs-directories';
const titles = { 'scorm-1.2': 'SCORM 1.2', 'scorm-2004': 'SCORM 2004, 4th edition', cmi5: 'cmi5' } as const;
type Standard = keyof typeof titles;

let folder: string;
let site: Host;
let packages: Host;
const hosts: Host[] = [];

test.describe.configure({ timeout: 240_000 });

/** Makes one package of an assignment with two counted questions, one point each; the passing score is 60 %. */
async function make(page: Page, standard: Standard): Promise<Record<string, Uint8Array>> {
  await page.goto(`${site.url}labs/${lab}.html`);
  await page.getByTestId('assign').scrollIntoViewIfNeeded();
  await page.getByTestId('assign').click();
  const dialog = page.getByRole('dialog', { name: 'Set as assignment' });
  await dialog.getByLabel('Title').fill('Week 3: “B+” & <trees>');
  for (const box of await dialog.getByRole('group', { name: 'Counted items' }).getByRole('checkbox').all())
    await box.uncheck();
  await expect(dialog.getByRole('button', { name: 'Save package' })).toHaveCount(0);
  for (const words of [/A v4 directory has/, /What happens to the number of pages that one v5 lookup/])
    await dialog.getByRole('checkbox', { name: words }).check();
  await dialog.getByLabel('Passing score').fill('60');
  await dialog.getByLabel('Standard').selectOption(titles[standard]);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Save package' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe(`${lab}-${standard}.zip`);
  expect(await violations(page, '.classroom')).toEqual([]);
  return unzipSync(await readFile(await file.path()));
}

test.beforeAll(async ({ browser }) => {
  site = await serve(dist('site'));
  folder = await mkdtemp(join(tmpdir(), 'pathlength-packages-'));
  for (const standard of Object.keys(titles) as Standard[]) {
    const page = await browser.newPage();
    const complaints = complaintsOf(page);
    const files = await make(page, standard);
    await page.close();
    expect(complaints).toEqual([]);
    await mkdir(join(folder, standard));
    for (const [name, bytes] of Object.entries(files)) await writeFile(join(folder, standard, name), bytes);
    if (standard !== 'cmi5') await writePlatform(join(folder, standard), standard);
  }
  // The platform is served without the site's policy; the package has its own.
  packages = await serve(folder, '/', { 'content-security-policy': '' });
  hosts.push(site, packages);
});
test.afterAll(async () => {
  for (const host of hosts) await host.close();
  await rm(folder, { recursive: true, force: true });
});

type Lab = FrameLocator | Page;

/** Answers a question and waits for the response. */
async function answer(at: Lab, id: 'q-pages' | 'q-tree', isRight: boolean): Promise<void> {
  const part = at.getByTestId(`question-${id}`);
  await expect(async () => {
    await part.scrollIntoViewIfNeeded();
    await expect(part.locator('[data-island]')).toHaveAttribute('data-awake', { timeout: 1000 });
  }).toPass();
  // The question's numbers may arrive after the first attempt, so each attempt reads the question again.
  await expect(async () => {
    if (id === 'q-tree') {
      const right = part.locator('input[value="same"]');
      await (isRight ? right : part.locator('input[type="radio"]:not([value="same"])').first()).check();
    } else {
      const names = Number((await part.locator('[data-draw]').textContent())?.replaceAll(',', ''));
      await part.getByRole('textbox').fill(String(isRight ? names / 125 / 2 : 1));
    }
    await part.getByRole('button', { name: 'Check' }).click();
    await expect(at.getByTestId(`verdict-${id}`)).toContainText(isRight ? /^Correct/ : /^Not correct/, {
      timeout: 5000,
    });
  }).toPass();
}

/** Returns the element in which the page shows the platform's status. */
const status = (at: Lab) => at.getByTestId('platform');

/** Opens a platform's page in a browser without storage from earlier sessions. */
async function openPlatform(browser: Browser, standard: ScormStandard, data: object = {}) {
  const page = await (await browser.newContext()).newPage();
  const complaints = complaintsOf(page);
  await page.goto(`${packages.url}${standard}/platform.html`);
  await page.evaluate((data) => (globalThis as unknown as { start(data: object): void }).start(data), data);
  const at = page.frameLocator('iframe');
  await expect(at.getByTestId('assignment-banner')).toContainText('Week 3: “B+” & <trees>');
  return {
    page,
    at,
    complaints,
    leave: () => page.evaluate(() => (globalThis as unknown as { leave(): void }).leave()),
    stored: () => page.evaluate(() => (globalThis as unknown as { stored(): Record<string, string> }).stored()),
  };
}

const names = {
  'scorm-1.2': {
    score: 'cmi.core.score.raw',
    work: 'cmi.suspend_data',
    place: 'cmi.core.lesson_location',
    time: 'cmi.core.session_time',
    exit: 'cmi.core.exit',
    entry: 'cmi.core.entry',
    scores: ['50', '100', '0'],
  },
  'scorm-2004': {
    score: 'cmi.score.scaled',
    work: 'cmi.suspend_data',
    place: 'cmi.location',
    time: 'cmi.session_time',
    exit: 'cmi.exit',
    entry: 'cmi.entry',
    scores: ['0.5', '1', '0'],
  },
} as const;

/** Returns completion and success as a platform stores them. */
const results = (stored: Record<string, string>): string[] =>
  ['cmi.core.lesson_status', 'cmi.completion_status', 'cmi.success_status'].flatMap((name) => stored[name] ?? []);

for (const standard of ['scorm-1.2', 'scorm-2004'] as const) {
  const { work, place, time, entry, score, scores } = names[standard];

  test(`${standard} session is suspended, resumed, and passed`, async ({ browser }) => {
    const first = await openPlatform(browser, standard);
    await expect(first.at.getByTestId('assignment-banner')).toContainText(student.name);
    await answer(first.at, 'q-tree', true);
    await expect(status(first.at)).toContainText('1 of 2 points.');
    await first.leave();
    const suspended = await first.stored();
    expect(results(suspended)).toEqual(standard === 'scorm-1.2' ? ['incomplete'] : ['incomplete', 'unknown']);
    expect(String(suspended[score])).toBe(scores[0]);
    expect(suspended[work]?.length).toBeGreaterThan(100);
    expect(suspended[place]).toBe('q-tree');
    expect(suspended[time]).toMatch(standard === 'scorm-1.2' ? /^\d{2,4}:\d\d:\d\d\.\d\d$/ : /^PT[\d.]+S$/);
    if (standard === 'scorm-2004') expect(String(suspended['cmi.progress_measure'])).toBe('0.5');

    const second = await openPlatform(browser, standard, {
      [work]: suspended[work],
      [place]: suspended[place],
      [entry]: 'resume',
    });
    await expect(second.at.getByTestId('assignment-banner')).toContainText('1 of 2 answered');
    await expect(second.at.getByTestId('question-q-tree')).toBeInViewport();
    await expect(second.at.getByTestId('verdict-q-tree')).toContainText('Correct');
    await answer(second.at, 'q-pages', true);
    await expect(status(second.at)).toContainText('2 of 2 points, passed.');
    await second.at.getByRole('button', { name: 'Save and leave' }).click();
    await expect(status(second.at)).toContainText('Your session has ended');
    const passed = await second.stored();
    expect(results(passed)).toEqual(standard === 'scorm-1.2' ? ['passed'] : ['completed', 'passed']);
    expect(String(passed[score])).toBe(scores[1]);
    expect([first.complaints, second.complaints]).toEqual([[], []]);
  });

  test(`${standard} session is failed when all answers are wrong`, async ({ browser }) => {
    const { at, leave, stored, complaints } = await openPlatform(browser, standard);
    await answer(at, 'q-tree', false);
    await answer(at, 'q-pages', false);
    await expect(status(at)).toContainText('0 of 2 points, failed.');
    await leave();
    const failed = await stored();
    expect(results(failed)).toEqual(standard === 'scorm-1.2' ? ['failed'] : ['completed', 'failed']);
    expect(String(failed[score])).toBe(scores[2]);
    expect(complaints).toEqual([]);
  });
}

test('platform that refuses to store loses nothing', async ({ browser }) => {
  const { page, at } = await openPlatform(browser, 'scorm-1.2');
  const set = (value: string) =>
    page.evaluate((value) => {
      const { API } = globalThis as unknown as { API: Record<string, unknown> };
      API['LMSCommit'] = () => value;
    }, value);
  await set('false');
  await answer(at, 'q-tree', true);
  await expect(at.getByRole('alert').filter({ hasText: 'did not store your result' })).toContainText(
    'Your work is not lost: submit the file, or send it again.',
  );
  await set('true');
  await at.getByRole('button', { name: 'Send again' }).click();
  await expect(status(at)).toContainText('1 of 2 points.');
  await expect(at.getByText('did not store your result')).toHaveCount(0);
});

test('package opened outside of a platform says so, and its file is submitted', async ({ browser }) => {
  const page = await (await browser.newContext()).newPage();
  for (const standard of Object.keys(titles) as Standard[]) {
    await page.goto(`${packages.url}${standard}/index.html`);
    await expect(page.getByRole('alert').filter({ hasText: 'No learning platform' })).toContainText(
      'no score is sent: submit the file at the end.',
    );
  }
  await page.getByTestId('student-form').getByLabel('Your id').fill('ann');
  await page.getByRole('button', { name: 'Start' }).click();
  await answer(page, 'q-tree', true);
  await page.getByTestId('submit').click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: /^Download .*\.lab\.json$/ }).click(),
  ]);
  const handed = JSON.parse(await readFile(await file.path(), 'utf8')) as { assignment: { pass: number } };
  expect(handed.assignment.pass).toBe(0.6);
});

test.describe('cmi5', () => {
  let platform: Cmi5Platform;
  test.beforeEach(async () => {
    const xml = strFromU8(await readFile(join(folder, 'cmi5', 'cmi5.xml')));
    const [, unit = '', pass = ''] = /<au id="([^"]+)" moveOn="Passed" masteryScore="([^"]+)"/.exec(xml) ?? [];
    platform = await new Cmi5Platform(unit, Number(pass)).listen();
  });
  test.afterEach(() => {
    expect(platform.breaches).toEqual([]);
    platform.close();
  });

  async function open(browser: Browser, query: string) {
    const page = await (await browser.newContext()).newPage();
    const complaints = complaintsOf(page);
    await page.goto(`${packages.url}cmi5/index.html${query}`);
    await expect(page.getByTestId('assignment-banner')).toContainText('Ada');
    return { page, complaints };
  }

  test('session is suspended, resumed, and passed', async ({ browser }) => {
    const first = await open(browser, platform.launch());
    await answer(first.page, 'q-tree', true);
    await expect(status(first.page)).toContainText('1 of 2 points.');
    expect(await violations(first.page, '.classroom')).toEqual([]);
    await first.page.close({ runBeforeUnload: true });
    await expect.poll(() => platform.verbs(0)).toEqual(['initialized', 'progressed', 'terminated']);

    const second = await open(browser, platform.launch({ back: `${packages.url}scorm-1.2/imsmanifest.xml` }));
    await expect(second.page.getByTestId('assignment-banner')).toContainText('1 of 2 answered');
    await answer(second.page, 'q-pages', true);
    await expect(status(second.page)).toContainText('2 of 2 points, passed.');
    await second.page.getByRole('button', { name: 'Save and leave' }).click();
    await expect(second.page).toHaveURL(/imsmanifest\.xml$/);
    expect(platform.verbs(1)).toEqual(['initialized', 'completed', 'passed', 'terminated']);
    expect(platform.statement(1, 'passed')?.result?.score).toEqual({ scaled: 1, raw: 2, min: 0, max: 2 });

    // A verdict is sent only once across all sessions.
    const third = await open(browser, platform.launch());
    await expect(status(third.page)).toContainText('2 of 2 points, passed.');
    await third.page.getByRole('button', { name: 'Save and leave' }).click();
    await expect.poll(() => platform.verbs(2)).toEqual(['initialized', 'terminated']);
    // A platform answers 404 for documents that it does not have yet, and the browser logs these responses.
    const others = [...first.complaints, ...third.complaints].filter((text) => !text.includes('404'));
    expect(others).toEqual([]);
  });

  test('session is failed at its end, and passed in the next', async ({ browser }) => {
    const first = await open(browser, platform.launch());
    await answer(first.page, 'q-tree', false);
    await expect.poll(() => platform.verbs(0)).toContain('progressed');
    await answer(first.page, 'q-pages', false);
    await expect(status(first.page)).toContainText('0 of 2 points, failed.');
    expect(platform.verbs(0)).not.toContain('failed');
    await first.page.getByRole('button', { name: 'Save and leave' }).click();
    await expect
      .poll(() => platform.verbs(0))
      .toEqual(['initialized', 'progressed', 'completed', 'failed', 'terminated']);
    expect(platform.statement(0, 'failed')?.result?.score).toEqual({ scaled: 0, raw: 0, min: 0, max: 2 });

    const second = await open(browser, platform.launch());
    await answer(second.page, 'q-tree', true);
    await answer(second.page, 'q-pages', true);
    await second.page.getByRole('button', { name: 'Save and leave' }).click();
    await expect.poll(() => platform.verbs(1)).toEqual(['initialized', 'passed', 'terminated']);
  });

  test('session for review sends no result', async ({ browser }) => {
    const { page } = await open(browser, platform.launch({ mode: 'Review' }));
    await answer(page, 'q-tree', true);
    await expect(status(page)).toContainText('records no result');
    await page.getByRole('button', { name: 'Save and leave' }).click();
    await expect.poll(() => platform.verbs(0)).toEqual(['initialized', 'terminated']);
  });

  test('launch that was used before is refused with the platform’s words', async ({ browser }) => {
    const query = platform.launch();
    await open(browser, query);
    const page = await (await browser.newContext()).newPage();
    await page.goto(`${packages.url}cmi5/index.html${query}`);
    await expect(page.getByRole('alert').filter({ hasText: 'Already used' })).toContainText(
      'open the activity again from your course',
    );
  });
});
