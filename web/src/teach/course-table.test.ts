import { expect, test } from 'vitest';
import { csvOf } from '../charts/save';
import type { GradedCourse } from './class.svelte';
import { courseRows, courseTable } from './course-table';
import type { GradedFile, Report } from './report';

const file = (id: string, points: number, ended: string, review = false): GradedFile => ({
  file: `${id}-${ended}.json`,
  flags: review ? [{ name: 'chain', text: 'changed', review }] : [],
  student: { id, name: id === 'ann' ? 'Ann' : '' },
  points,
  max: 4,
  ended,
});
const part = (title: string, submissions: GradedFile[], missing?: string[]) => ({
  title,
  assignment: {},
  result: {
    labs: [],
    report: {
      submissions,
      ...(missing && { missing: missing.map((id) => ({ id, name: '', number: '', login: '', email: '' })) }),
    } as unknown as Report,
  },
});
const course = {
  title: 'C',
  rest: { submissions: [], skipped: [] } as unknown as Report,
  parts: [
    part(
      'Week 1',
      [file('ann', 1, '10'), file('Ann ', 3.34, '12'), file('bob', 4, '11', true), { file: 'x', flags: [] }],
      ['mia'],
    ),
    part('=Week 2', [file('ANN', 1.34, '20')], ['mia', 'bob']),
  ],
} as unknown as GradedCourse;

test('course has a row for each student, with the last file of each assignment', () => {
  const table = courseTable(course);
  expect(table.rows.map(({ id, name, points, files }) => [id, name, points, files.map((one) => one?.points)])).toEqual([
    ['ann', 'Ann', 4.68, [3.34, 1.34]],
    ['bob', '', 4, [4, undefined]],
    ['mia', '', 0, [undefined, undefined]],
  ]);
  expect([table.max, table.maxPoints]).toEqual([[4, 4], 8]);
});

test('gradebook of a course is CSV with a column for each assignment', () => {
  expect(csvOf(courseRows(course, courseTable(course)))).toBe(
    `"id","name","score","points","max","Week 1","'=Week 2","missing","review"
"ann","Ann",0.585,4.68,8,3.34,1.34,0,0
"bob","",0.5,4,8,4,"",1,1
"mia","",0,0,8,"","",2,0
`.replaceAll('""', ''),
  );
});
