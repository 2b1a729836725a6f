import { describe, expect, test } from 'vitest';
import type { Plan, Row } from '../../../engine/live/aggregate';
import { duration, kilobytes, printPageOf, reportTables, totalsOf, type ReportTable } from './words';

const plan: Plan = {
  form: 'csv',
  reading: 'Read as CSV: sizes in KB.',
  order: 'Sorted by seconds saved.',
  facts: 'Facts: 3 directories.',
  estimates: 'Estimates: the benefit is considerable for 1.',
  basis: 'No measurement of reading a whole directory was published, so the effect on such reads is not forecast.',
  measured_entries: [2000, 50_000],
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
      lookups_before_range: [74_000, 86_000],
      lookups_after: 360_000,
      lookups_after_range: [335_000, 387_000],
      lookups_extrapolated: false,
      lookups_text: '74,000–86,000 → 340,000–390,000',
      saved_text: '7.6–9.6',
      operations: 880_000,
      seconds_saved: 8.556,
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
    entries_estimated: 1,
    kilobytes_estimated: 0,
    forecast: 1,
    seconds: [5.72],
    max_free_kilobytes: 1600,
  },
  file_systems: [],
  operations: [],
  strategy: [{ title: 'First', advice: 'wait & see' }],
};

describe('table of directories', () => {
  const [directory] = plan.directories;
  const cellsOf = (row: Row): Record<string, string> => {
    const [{ columns, rows }] = reportTables({ ...plan, directories: [row] }) as [ReportTable];
    return Object.fromEntries(columns.map(({ title }, at) => [title, rows[0]?.cells[at] ?? '']));
  };

  test('has seconds saved and lookup rates when operations are known', () => {
    const cells = cellsOf(directory as Row);
    expect(cells['Seconds saved']).toBe('7.6–9.6 s');
    expect(cells['Lookups/s, v4 → v5']).toBe('74,000–86,000 → 340,000–390,000');
    expect(Object.keys(cells).filter((title) => /reads/i.test(title))).toEqual([]);
  });

  test('has a dash and a reason instead of numbers when nothing was measured', () => {
    const lookups_text = 'not measured: beyond the published 50,000 names';
    const cells = cellsOf({ ...(directory as Row), lookups_extrapolated: true, saved_text: '', lookups_text });
    expect([cells['Seconds saved'], cells['Lookups/s, v4 → v5']]).toEqual(['–', lookups_text]);
  });
});

test('totals separate facts from estimates', () => {
  expect(totalsOf(plan)).toEqual(['Facts: 3 directories.', 'Estimates: the benefit is considerable for 1.']);
  expect(totalsOf({ ...plan, estimates: '' })).toEqual(['Facts: 3 directories.']);
});

test('printed page has the plan, with the reader’s text escaped', () => {
  const page = printPageOf(plan, '<b>own</b>.txt');
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
  expect(page).toContain('Directories that are only in the CSV: 2.');
  expect(page).toContain('wait &#38; see');
  expect(page).toContain('Sorted by seconds saved.');
  expect(page).toContain('<p>Facts: 3 directories.</p><p>Estimates: the benefit');
  expect(page).toContain('No measurement of reading a whole directory was published');
});

test('printed page has a table for every input format', () => {
  const none = { ...plan, directories: [], totals: { ...plan.totals, directories: 0 } };
  const systems = printPageOf(
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
  const operations = printPageOf(
    { ...none, form: 'operations', operations: [{ operation: 'zfs_lookups', count: 600, share: 0.6, on_names: true }] },
    'counts',
  );
  expect(operations).toContain('<td>zfs_lookups</td><td>600</td>');
  expect(systems + operations).not.toContain('<h2>Directories');
});

test('duration and size have the unit that suits a plan', () => {
  expect([duration(5.714), duration(600), duration(10_000)]).toEqual(['5.71 s', '10 min', '2.78 h']);
  expect([kilobytes(1600), kilobytes(512_000)]).toEqual(['1,600 KB', '500 MB']);
});
