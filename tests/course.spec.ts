// A course from its file: a student sees the combined progress in all labs, and a teacher grades all assignments
// together.
import { expect, test, type Browser, type Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { assignmentLink } from '../web/src/classroom/link.ts';
import type { Assignment } from '../web/src/classroom/format.ts';
import type { Lab } from '../web/src/lab/types.ts';
import { violations } from './axe.ts';
import { dist, serve, type Host } from './serve.ts';
import { allRight, assignmentOf, submissionText } from './submissions.ts';

const file = 'https://courses.example/course.toml';
let host: Host;
let lab: Lab;
let first: Assignment;
let second: Assignment;
let toml: string;
test.beforeAll(async () => {
  host = await serve(dist('site'));
  lab = JSON.parse(readFileSync(`${dist('site')}/labs/zfs-directories/lab.json`, 'utf8')) as Lab;
  first = assignmentOf(lab, { questions: ['q-tree', 'q-rule'], title: 'Week 1' });
  second = assignmentOf(lab, { title: 'Week 2', points: { 'q-tree': 4 } });
  const link = (assignment: Assignment): string => assignmentLink(`${host.url}labs/${lab.id}.html`, assignment);
  toml = `title = "Where storage time goes"
description = "Two weeks and one lab for practice."
[[lab]]
assignment = "${link(first)}"
description = "Search in a directory."
[[lab]]
assignment = "${link(second)}"
[[lab]]
lab = "journaling"
`;
});
test.afterAll(() => host.close());

/** Opens the page of the course in a separate browser context, with the course's file at the expected address. */
async function open(browser: Browser, text = toml): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await page.route(file, (route) =>
    route.fulfill({ body: text, headers: { 'access-control-allow-origin': '*' }, contentType: 'text/plain' }),
  );
  await page.goto(`${host.url}course.html?src=${encodeURIComponent(file)}`);
  return page;
}

test('course shows one progress over the work of its assignments', async ({ browser }) => {
  const page = await open(browser);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Where storage time goes');
  await expect(page.getByTestId('course-host')).toContainText('courses.example');
  await expect(page.getByTestId('course-progress')).toContainText('0 of 6 answered in 3 labs');
  const rows = page.getByTestId('course-labs').getByRole('listitem');
  await expect(rows).toHaveCount(3);
  await expect(rows.nth(2)).toContainText('For practice');
  expect(await violations(page)).toEqual([]);

  await rows.nth(0).getByRole('link').click();
  await page.getByTestId('student-form').getByLabel('Your id').fill('ann');
  await page.getByRole('button', { name: 'Start' }).click();
  const question = page.getByTestId('question-q-tree');
  await question.scrollIntoViewIfNeeded();
  await question.getByRole('radio').first().check();
  await question.getByRole('button', { name: 'Check' }).click();
  await expect(page.getByTestId('verdict-q-tree')).toContainText('Correct');
  await expect(page.getByTestId('assignment-banner')).toContainText('Saved in this browser');
  await page.waitForTimeout(600);
  await page.goBack();
  await expect(page.getByTestId('course-progress')).toContainText('1 of 6 answered in 3 labs');
  await expect(rows.nth(0)).toContainText('1 of 2 answered');
  await expect(rows.nth(1)).toContainText('0 of 4 answered');
});

test('course that cannot be read is refused with its reason', async ({ browser }) => {
  const page = await open(browser, '[[lab]]\nlab = "no-such-lab"\n');
  await expect(page.getByTestId('course-problem')).toContainText(
    'Lab 1 names “no-such-lab”, which is not a lab of this site',
  );
  await page.getByTestId('course-file').setInputFiles({ name: 'course.toml', mimeType: '', buffer: Buffer.from(toml) });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Where storage time goes');
});

test('files of a course are graded against their assignments in one table', async ({ page }) => {
  page.on('dialog', (dialog) => void dialog.accept());
  await page.goto(`${host.url}teach.html`);
  const work = (assignment: Assignment, id: string): Buffer => {
    const asked = allRight(assignment, id).filter(([question]) => assignment.questions.includes(question));
    return Buffer.from(submissionText(assignment, { id, tries: asked }));
  };
  const other = assignmentOf(lab, { lab: 'unknown-lab' });
  const files = {
    'course.toml': Buffer.from(toml),
    'ann-1.json': work(first, 'ann'),
    'ann-2.json': work(second, 'ann'),
    'bob-1.json': work(first, 'bob'),
    'other.json': work(other, 'cleo'),
    'damaged.json': Buffer.from('{'),
  };
  await page
    .getByTestId('submissions')
    .setInputFiles(Object.entries(files).map(([name, buffer]) => ({ name, mimeType: '', buffer })));
  await expect(page.getByTestId('given-files')).toHaveText('5 files');
  await page.getByRole('button', { name: 'Grade', exact: true }).click();
  const table = page.getByTestId('course-table');
  await expect(table).toBeVisible();
  const cells = (id: string) => table.getByRole('row').filter({ hasText: id }).getByRole('cell');
  await expect(cells('ann')).toHaveText([/^100 %/, '8', /^2/, /^6/]);
  await expect(cells('bob')).toHaveText([/^25 %/, '2', /^2/, 'no file']);
  await expect(page.getByTestId('not-graded').first()).toContainText('which is not in the course');
  await expect(page.getByTestId('not-graded').first()).toContainText('damaged.json');
  expect(await violations(page, '.course')).toEqual([]);

  // One assignment is shown below, with its rules and its students.
  await expect(page.getByTestId('students').getByRole('row')).toHaveCount(3);
  await page.getByRole('group', { name: 'Assignment shown below' }).getByRole('button', { name: 'Week 2' }).click();
  await expect(page.getByTestId('students').getByRole('row')).toHaveCount(2);
  await expect(page.getByTestId('set-assignment')).toContainText('Points differ from the lab’s');
  await page.getByRole('button', { name: /^ann/ }).click();
  await expect(page.getByTestId('students')).toContainText('6 / 6');

  const saved: Record<string, string> = {};
  for (const format of ['csv', 'canvas', 'moodle']) {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByTestId(`save-course-${format}`).click(),
    ]);
    saved[format] = readFileSync(await file.path(), 'utf8');
  }
  expect(saved['csv']?.split('\n').slice(0, 3)).toEqual([
    '"id","name","score","points","max","Week 1","Week 2","missing","review"',
    '"ann",,1.0000,8,8,2,6,0,1',
    '"bob",,0.2500,2,8,2,,1,0',
  ]);
  expect(saved['canvas']?.split('\n').slice(0, 3)).toEqual([
    '"Student","ID","SIS User ID","SIS Login ID","Section","Week 1","Week 2"',
    '"    Points Possible",,,,,2,6',
    ',,"ann",,,2,6',
  ]);
  expect(saved['moodle']?.split('\n').slice(0, 3)).toEqual([
    '"ID number","Email address","Name","Week 1","Week 2"',
    '"ann",,,2,6',
    '"bob",,,2,"-"',
  ]);
});
