import { expect, test } from 'vitest';
import type { Plan } from '../../engine/live/aggregate';
import { duration, kilobytes, pageOf, verdict } from './words';

const plan: Plan = {
  form: 'csv',
  rates: [{ title: 'z9', entries_per_s: 3500 }],
  directories: [
    {
      path: '/<script>alert(1)</script>&"x"',
      entries: 20_000,
      entries_estimated: true,
      kilobytes: 1600,
      kilobytes_estimated: false,
      benefit: 'considerable',
      lookups_before: 80_000,
      lookups_after: 360_000,
      reads_before: 10,
      reads_after: 9,
      seconds: [5.714],
      free_kilobytes: 1600,
    },
  ],
  totals: {
    directories: 3,
    considerable: 1,
    some: 0,
    little: 2,
    entries: 20_020,
    seconds: [5.72],
    most_free_kilobytes: 1600,
  },
  file_systems: [],
  operations: [],
  strategy: [{ title: 'First', advice: 'wait & see' }],
};

test('a plan in a sentence', () => {
  expect(verdict(plan)).toBe('Of 3 directories, 1 would gain considerably and 0 somewhat.');
  const none = { ...plan, totals: { ...plan.totals, considerable: 0 } };
  expect(verdict(none)).toBe('Of 3 directories, none is large enough to gain by conversion.');
});

test('the page to print says what the plan says, and nothing of the reader becomes code', () => {
  const page = pageOf(plan, '<b>own</b>.txt');
  const read = new Set(page.match(/<(?!\/)[a-z0-9]+/g));
  expect([...read].sort()).toEqual(
    [
      '<body',
      '<h1',
      '<h2',
      '<head',
      '<html',
      '<li',
      '<meta',
      '<ol',
      '<p',
      '<strong',
      '<style',
      '<table',
      '<tbody',
      '<td',
      '<th',
      '<thead',
      '<title',
      '<tr',
    ].sort(),
  );
  expect(page).toContain('&#60;script&#62;');
  expect(page).toContain('≈ 20,000');
  expect(page).toContain('2 more directories are in the CSV.');
  expect(page).toContain('wait &#38; see');
});

test('the page to print has the tables of what was pasted, whatever that was', () => {
  const none = { ...plan, directories: [], totals: { ...plan.totals, directories: 0 } };
  const systems = pageOf(
    {
      ...none,
      form: 'file_systems',
      file_systems: [
        {
          mounted_on: '/u',
          name: 'OMVS.U',
          free_kilobytes: 3600,
          total_kilobytes: 9000,
          objects: 17_295,
          seconds: [5],
        },
        { mounted_on: '/v', name: 'OMVS.V', free_kilobytes: 3600, total_kilobytes: 9000, seconds: [] },
      ],
    },
    'df -t',
  );
  expect(systems).toContain('<td>OMVS.U</td><td>/u</td><td>3,600 KB</td><td>17,295</td><td>5 s</td>');
  expect(systems).toContain('<td>OMVS.V</td><td>/v</td><td>3,600 KB</td><td></td><td>–</td>');
  const operations = pageOf(
    { ...none, form: 'operations', operations: [{ operation: 'zfs_lookups', count: 600, share: 0.6, on_names: true }] },
    'counts',
  );
  expect(operations).toContain('<td>zfs_lookups</td><td>600</td>');
  expect(systems + operations).not.toContain('<h2>Directories');
});

test('times and sizes have the unit that a plan is read in', () => {
  expect([duration(5.714), duration(600), duration(10_000)]).toEqual(['5.71 s', '10 min', '2.78 h']);
  expect([kilobytes(1600), kilobytes(512_000)]).toEqual(['1,600 KB', '500 MB']);
});
