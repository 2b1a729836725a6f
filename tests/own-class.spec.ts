// A class of thirty in a teacher's own lab, given by a link that contains the lab. Every kind of file is recognized,
// and no honest file is marked for review.
import { expect, test } from '@playwright/test';
import { zipSync } from 'fflate';
import { assignmentIn, assignmentLink } from '../web/src/classroom/link.ts';
import type { Assignment } from '../web/src/classroom/format.ts';
import { seal, seedOf } from '../web/src/classroom/seal.ts';
import type { LogEvent } from '../web/src/session/log.ts';
import { choose, give, grade } from './own-lab.ts';
import { dist, serve, type Host } from './serve.ts';

test.describe.configure({ timeout: 180_000 });

let host: Host;
test.beforeAll(async () => void (host = await serve(dist('site'))));
test.afterAll(() => host.close());

/** Writes the submission of a student who enters these page counts; 160 is right. Each student has a different pace. */
function submission(assignment: Assignment, id: string, answers: string[], ended = '2026-05-03T12:40:00.000Z'): string {
  const pace = 1000 + Number(id.slice(1)) * 7;
  const given = answers.map((text, at): LogEvent => {
    return { t: pace * (at + 3), k: 'answer', question: 'q-pages', given: { kind: 'number', text } };
  });
  const right = answers.includes('160');
  return seal({
    format: 'pathlength-submission/1',
    assignment,
    student: { id, name: '' },
    seed: seedOf(assignment, id),
    started: '2026-05-03T12:00:00.000Z',
    ended,
    events: [
      { t: 0, k: 'open' },
      { t: pace, k: 'predict', block: 'p-larger', prediction: { kind: 'choice', id: 'slower' } },
      { t: pace, k: 'reveal', block: 'p-larger' },
      ...given,
    ],
    claimed: {
      score: right ? 1 : 0,
      points: right ? 1 : 0,
      questions: { 'p-larger': { right: true, points: 0 }, 'q-pages': { right, points: right ? 1 : 0 } },
    },
  }).text;
}

test('class of thirty in an own lab: every kind is named, and nobody is accused', async ({ page }) => {
  page.on('dialog', (dialog) => void dialog.accept());
  const dialog = await give(page, host.url);
  const given = await dialog.getByTestId('assignment-link').first().inputValue();
  const assignment: Assignment = {
    ...assignmentIn(given),
    seed: 'student',
    title: 'Week 5',
    due: '2026-05-04T22:00:00.000Z',
  };
  const link = assignmentLink(given, assignment);
  const other = { ...assignment, title: 'Week 4', questions: ['q-pages'] };

  const numbers = Array.from({ length: 30 }, (_, at) => `s${100 + at}`);
  const [honest, wrong, guessing, copying, tampering, late, damaged, others, renamed, zipped] = [
    [0, 10],
    [10, 14],
    [14, 17],
    [17, 19],
    [19, 21],
    [21, 23],
    [23, 24],
    [24, 25],
    [25, 27],
    [27, 30],
  ].map(([from, to]) => numbers.slice(from, to)) as [
    string[],
    string[],
    string[],
    string[],
    string[],
    string[],
    string[],
    string[],
    string[],
    string[],
  ];
  const right = (id: string): string => submission(assignment, id, ['160']);
  const files: Record<string, string | Uint8Array> = {};
  const moodle = (id: string): string => `${id}_7_assignsubmission_file_/my-lab-${id}.lab.json`;
  for (const id of honest) files[moodle(id)] = right(id);
  for (const id of wrong) files[moodle(id)] = submission(assignment, id, ['125']);
  for (const id of guessing) files[moodle(id)] = submission(assignment, id, ['1', '2', '3', '160']);
  // Honest students' files, with other students' ids.
  for (const [at, id] of copying.entries())
    files[moodle(id)] = right(honest[at] ?? '').replace(`"id":"${honest[at]}"`, `"id":"${id}"`);
  for (const id of tampering)
    files[moodle(id)] = submission(assignment, id, ['125']).replaceAll('"right":false', '"right":true');
  for (const id of late) files[moodle(id)] = submission(assignment, id, ['160'], '2026-05-05T08:00:00.000Z');
  for (const id of damaged) files[moodle(id)] = right(id).slice(0, 500);
  for (const id of others) files[moodle(id)] = submission(other, id, ['160']);
  for (const id of renamed) files[`${id}_7_assignsubmission_file_/homework (${id}).json.txt`] = right(id);
  // Canvas names files by student and attempt; the last file is an archive inside the archive.
  for (const id of zipped.slice(1)) files[`${id}_4711_0815_my-lab-${id}.lab-1.json`] = right(id);
  files[`${zipped[0]}_7_assignsubmission_file_/all.zip`] = zipSync({
    'deep/mine.json': new TextEncoder().encode(right(zipped[0] ?? '')),
  });
  expect(Object.keys(files)).toHaveLength(30);
  const packed = Object.entries(files).map(([path, text]) => [
    path,
    typeof text === 'string' ? new TextEncoder().encode(text) : text,
  ]);

  await page.goto(`${host.url}teach.html`);
  await choose(page, 'submissions', {
    'Week 5.zip': zipSync(Object.fromEntries(packed) as Record<string, Uint8Array>),
  });
  await page.getByLabel('2. Your assignment’s link').fill(link);
  await grade(page);
  // To review: two copies, two altered files, a damaged file, and a file for another assignment.
  await expect(page.getByTestId('grade-status')).toHaveText('Graded: 30 files, 6 to review.');
  const rows = page.getByTestId('students').locator('tbody tr');
  await expect(rows).toHaveCount(30);
  const row = (id: string) => rows.filter({ has: page.locator('th', { hasText: id }) });
  const expectAll = async (ids: string[], score: string, flags: RegExp, review: boolean): Promise<void> => {
    for (const id of ids) {
      await expect(row(id).getByRole('cell').first(), id).toHaveText(score);
      await expect(row(id).locator('td.flags'), id).toHaveText(flags);
      await expect(row(id), id).toHaveClass(review ? /\breview\b/ : /^(?!.*\breview\b)/);
    }
  };
  await expectAll(honest.slice(2), '100 %', /^\s*no flags\s*$/, false);
  await expectAll(honest.slice(0, 2), '100 %', /the same log or times as .*nothing is unusual about this file/, false);
  await expectAll(wrong, '0 %', /^\s*no flags\s*$/, false);
  await expectAll([...guessing, ...late, ...renamed, ...zipped], '100 %', /^\s*no flags\s*$/, false);
  await expectAll(copying, '100 %', /changed after it was sealed.*the same log as/, true);
  await expectAll(tampering, '0 %', /changed after it was sealed.*the points in the file differ/, true);
  await expectAll(others, '100 %', /made for assignment/, true);
  await expect(row(damaged[0] ?? '')).toContainText('unreadable');
  await expect(page.getByTestId('not-graded')).toContainText(moodle(damaged[0] ?? ''));
  for (const id of guessing) await expect(row(id).getByRole('cell').nth(3), id).toHaveText('0');
  for (const id of late) await expect(row(id), id).toContainText('late');
  await expect(page.getByTestId('facts')).toContainText('2 late');
  await expect(page.getByTestId('questions').getByRole('row').filter({ hasText: 'q-pages' })).toContainText('125 × ');
  const told = await rows.evaluateAll((all) =>
    all.map((one) => [...one.children].map((cell) => cell.textContent.replace(/\s+/g, ' ').trim()).join(' | ')),
  );
  test.info().annotations.push(...told.map((description) => ({ type: 'row', description })));
});
