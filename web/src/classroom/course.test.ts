import { describe, expect, test } from 'vitest';
import { encode } from '../state/code';
import { CourseError, readCourse } from './course';
import type { Assignment } from './format';

const root = 'https://example.org/any/';
const labs = [
  { id: 'zfs-directories', title: 'zFS directories' },
  { id: 'journaling', title: 'Journaling' },
];
const assignment: Assignment = {
  lab: 'journaling',
  lab_hash: 'sha256-00',
  engine: '0.1.0',
  questions: ['q1'],
  locked: {},
  seed: 'same',
  title: 'Week 2',
};
const code = encode(assignment);
const read = (toml: string) => readCourse(toml, labs, root);

describe('course', () => {
  test('has labs of the site, assignments, and labs of other sites in order', () => {
    const course = read(`title = "Storage"
description = "Three weeks."
[[lab]]
lab = "zfs-directories"
description = "Read it."
[[lab]]
assignment = "${root}labs/journaling.html?a=${code}"
[[lab]]
assignment = "${code}"
title = "Again"
[[lab]]
lab = "https://other.example/lab.html?src=https%3A%2F%2Fx.example%2Flab.json"
`);
    expect([course.title, course.description]).toEqual(['Storage', 'Three weeks.']);
    expect(course.labs).toEqual([
      { title: 'zFS directories', description: 'Read it.', address: `${root}labs/zfs-directories.html` },
      { title: 'Week 2', description: '', address: `${root}labs/journaling.html?a=${code}`, assignment },
      { title: 'Again', description: '', address: `${root}labs/journaling.html?a=${code}`, assignment },
      {
        title: 'Lab 4',
        description: '',
        address: 'https://other.example/lab.html?src=https%3A%2F%2Fx.example%2Flab.json',
      },
    ]);
  });

  test.each([
    ['title = ', /^Line 1 is not valid TOML/],
    ['title = "A"', 'The course has no labs: add one with [[lab]]'],
    ['title = 7\n[[lab]]\nlab = "journaling"', 'The course: write “title” as text in quotes'],
    ['weeks = 3\n[[lab]]\nlab = "journaling"', 'The course has an unknown field, “weeks”'],
    ['[[lab]]\nlab = "journaling"\n[[lab]]\npoints = 3', 'Lab 2 has an unknown field, “points”'],
    ['[[lab]]\ntitle = "A"', 'Lab 1: give “lab” (the id or link of a lab) or “assignment” (an assignment’s link)'],
    [
      '[[lab]]\nlab = "tapes"',
      'Lab 1 names “tapes”, which is not a lab of this site: use zfs-directories, journaling, or a link',
    ],
    [
      '[[lab]]\nlab = "javascript:alert(1)//"',
      'Lab 1 has the invalid link “javascript:alert(1)//”: begin the link with “https:”',
    ],
    ['[[lab]]\nassignment = "data:text/html,a=1"', 'The assignment of Lab 1 cannot be used'],
    [`[[lab]]\nassignment = "javascript:x()/?a=${code}"`, 'has the invalid link “javascript:x()/'],
    [
      `[[lab]]\nassignment = "${root}labs/journaling.html?a=${code.slice(0, -4)}"`,
      'The assignment of Lab 1 cannot be used',
    ],
  ])('%j is refused with its reason', (toml, reason) => {
    expect(() => read(toml)).toThrow(reason);
    expect(() => read(toml)).toThrow(CourseError);
  });
});
