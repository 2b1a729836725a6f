import { expect, test } from 'vitest';
import type { Course } from '../classroom/course';
import type { Assignment } from '../classroom/format';
import { WorkStore, type SavedWork } from '../classroom/work-store';
import { progressOf, total } from './progress';

const root = 'https://example.org/';
const assignment = { lab: 'a', questions: ['p1', 'q1', 'q2'] } as unknown as Assignment;
const lab = { title: 'A', description: '', address: `${root}labs/a.html`, assignment };
const course: Course = {
  title: '',
  description: '',
  labs: [
    lab,
    { ...lab, assignment: { ...assignment, title: 'B' } },
    { title: 'C', description: '', address: `${root}labs/c.html` },
    { ...lab, address: 'https://other.example/labs/a.html' },
  ],
};

function memory() {
  const kept = new Map<string, string>();
  return {
    get length() {
      return kept.size;
    },
    key: (at: number) => [...kept.keys()][at] ?? null,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
}

const work = {
  format: 'pathlength-work/1',
  name: '',
  started: '2026-05-03T12:00:00.000Z',
  saved: '2026-05-03T12:05:00.000Z',
  state: {},
  log: [
    { t: 0, k: 'open' },
    { t: 1, k: 'predict', block: 'p1', prediction: { kind: 'choice', id: 'a' } },
    { t: 2, k: 'answer', question: 'q2', given: { kind: 'number', text: '1' } },
    { t: 3, k: 'answer', question: 'q9', given: { kind: 'number', text: '1' } },
    // A reset does not undo checked answers.
    { t: 4, k: 'reset' },
  ],
} as unknown as SavedWork;

test('progress counts the work that the browser stored for each assignment', () => {
  const storage = memory();
  new WorkStore(assignment, 'ann', storage).write(work);
  const found = progressOf(course, 'ann', storage, root);
  expect(found.map(({ answered, counted }) => [answered, counted])).toEqual([
    [2, 3],
    [0, 3],
    [0, 0],
    [0, 0],
  ]);
  expect(found.map(({ saved, elsewhere }) => saved ?? elsewhere)).toEqual([
    work.saved,
    undefined,
    undefined,
    'other.example',
  ]);
  expect(total(found)).toEqual({ answered: 2, counted: 6 });
  expect(total(progressOf(course, 'bob', storage, root))).toEqual({ answered: 0, counted: 6 });
  expect(total(progressOf(course, 'ann', undefined, root))).toEqual({ answered: 0, counted: 6 });
});

test('students of a browser are those with stored work', () => {
  const storage = memory();
  for (const student of ['bob', 'ann']) new WorkStore(assignment, student, storage).write(work);
  new WorkStore({ ...assignment, title: 'B' }, 'ann', storage).write(work);
  storage.setItem('pathlength work {', 'damaged');
  storage.setItem('pathlength draft', 'x');
  expect(WorkStore.students(storage)).toEqual(['ann', 'bob']);
});
