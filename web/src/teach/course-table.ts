// One table over all assignments of a course, from their gradebooks.
import { sum } from '../classroom/rules';
import type { GradedCourse } from './class.svelte';
import type { GradedFile } from './report';

/** A student's work in a course. */
export interface CourseRow {
  id: string;
  name: string;
  /** The student's last file for each assignment; undefined without one. */
  files: (GradedFile | undefined)[];
  points: number;
}

export interface CourseTable {
  rows: CourseRow[];
  /** The maximum of points of each assignment; 0 if nobody submitted a file. */
  max: number[];
  maxPoints: number;
}

const later = (one: GradedFile | undefined, other: GradedFile): GradedFile =>
  one && (one.ended ?? '') > (other.ended ?? '') ? one : other;

/** Returns a row for each student with a file or on the roster. */
export function courseTable({ parts }: GradedCourse): CourseTable {
  const rows = new Map<string, CourseRow>();
  const rowOf = (id: string, name: string): CourseRow => {
    const key = id.trim().toLowerCase();
    const row = rows.get(key) ?? { id: id.trim(), name: '', files: parts.map(() => undefined), points: 0 };
    row.name ||= name.trim();
    rows.set(key, row);
    return row;
  };
  for (const [at, { result }] of parts.entries()) {
    for (const file of result.report.submissions) {
      if (!file.student) continue;
      const row = rowOf(file.student.id, file.student.name);
      row.files[at] = later(row.files[at], file);
    }
    for (const { id, number, login, email, name } of result.report.missing ?? [])
      rowOf(number || login || id || email, name);
  }
  const max = parts.map(({ result }) => Math.max(0, ...result.report.submissions.map((file) => file.max ?? 0)));
  for (const row of rows.values()) row.points = sum(row.files.map((file) => file?.points ?? 0));
  return { rows: [...rows.values()].sort((a, b) => a.id.localeCompare(b.id)), max, maxPoints: sum(max) };
}

/** Returns the table as rows of CSV: the points of each assignment are empty without a file. */
export function courseRows(course: GradedCourse, { rows, maxPoints }: CourseTable): (string | number)[][] {
  const titles = course.parts.map(({ title }) => title);
  return [
    ['id', 'name', 'score', 'points', 'max', ...titles, 'missing', 'review'],
    ...rows.map(({ id, name, files, points }) => [
      id,
      name,
      Math.round((points / Math.max(1, maxPoints)) * 1e4) / 1e4,
      points,
      maxPoints,
      ...files.map((file) => file?.points ?? ''),
      files.filter((file) => !file).length,
      files.filter((file) => file?.flags.some(({ review }) => review)).length,
    ]),
  ];
}
