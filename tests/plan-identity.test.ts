// A plan on the page equals the command's plan, and an aggregate behaves as the page shows.
import { beforeAll, describe, expect, test } from 'vitest';
import { AggregateView, buildCommand, labOf, PlanView, refusal, start } from './modules';

let native: ReturnType<typeof buildCommand>;
let lab: Awaited<ReturnType<typeof labOf>>;
beforeAll(async () => {
  native = buildCommand();
  start();
  lab = await labOf('zfs-migration');
}, 600_000);

/** Returns the command's answer without its source's date, which the page takes from the lab. */
function undated(printed: string): unknown {
  const { as_of, ...answer } = JSON.parse(printed) as { as_of: string };
  expect(as_of).toContain('As of 2015');
  return answer;
}

/** Makes a plan from text that arrives in chunks. */
function planned(text: string, ownRate?: number, unitBytes?: 512 | 1024): PlanView {
  const plan = new PlanView(lab, 'z9', 'monoplex', ownRate, unitBytes);
  const bytes = new TextEncoder().encode(text);
  for (let from = 0; from < bytes.length; from += 7) plan.read(bytes.subarray(from, from + 7));
  plan.finish();
  while (!plan.prepare());
  return plan;
}

describe('plan', () => {
  const listing = `/u:
total 180
   8 drwxr-xr-x   2 OMVSKERN SYS1  8192 Aug 12 13:45 small
 972 drwxr-xr-x   2 OMVSKERN SYS1 976128 Aug 12 13:45 wïth a blank
   4 -rw-r--r--   1 OMVSKERN SYS1  1024 Aug 12  2015 file
`;
  const counts = 'Operation Count\nzfs_lookups 12\nzfs_reads 30\n';
  const csv = "path,entries,operations\n=a,30000,5\n/b;=cmd|'/C calc'!A0,70,\n/c\u001b[2J,90000,1\n/d,9400,880000\n";

  test.each([listing, counts, csv])('equals the command’s output', (text) => {
    const plan = planned(text, 1234);
    const args = ['directory', 'plan', '-', '--rate', '1234', '--format'];
    expect(plan.csv()).toBe(native([...args, 'csv'], text));
    expect(plan.report(1000)).toEqual(undated(native([...args, 'json'], text)));
  });

  test('equals the command’s output when units of df are declared', () => {
    const text = 'Mounted on Filesystem Avail/Total Files Status\n/u (OMVS.U) 182912/720000 4294950000 Available\n';
    const plan = planned(text, undefined, 1024);
    const args = ['directory', 'plan', '-', '--df-units', '1024', '--format'];
    expect(plan.csv()).toBe(native([...args, 'csv'], text));
    expect(plan.csv()).toContain('"/u","OMVS.U",182912,720000,');
    expect(plan.report(1000)).toEqual(undated(native([...args, 'json'], text)));
    expect(refusal(() => planned(text))).toContain('declare the units');
  });

  test('leaves out a line that does not fit, and names it, as the command does', () => {
    const text = 'path,entries\n/a,1\n/b,x\n';
    const report = planned(text).report(1000) as { reading: string; directories: unknown[] };
    expect(report).toEqual(undated(native(['directory', 'plan', '-', '--format', 'json'], text)));
    expect(report.reading).toContain('One line is invalid and left out: line 3: "x" is not a valid number');
    expect(report.directories).toHaveLength(1);
  });

  test('is refused with the line when most lines do not fit', () => {
    expect(refusal(() => planned('path,entries\n/a,y\n/b,x\n'))).toContain(
      'line 2: "y" is not a valid number of entries',
    );
  });
});

test('aggregate has one format when power fails in a conversion', () => {
  const view = new AggregateView(8000, '1.4', 0, 8000);
  view.apply('make_directory', '/u', 0, '');
  const names = Array.from({ length: 1000 }, (_, at) => `name-${String(at)}`).join('\n');
  expect(view.load('/u', new TextEncoder().encode(names), true).entered).toBe(1000);
  const { writes } = view.convert('/u', 'v5');
  const formats = Array.from({ length: writes + 1 }, (_, at) => {
    const cut = view.cut(at, 'in-order', 'nothing');
    expect(view.cut(at, 'cached', 'oldest').troubles).toEqual([]);
    expect([cut.names, cut.missing, cut.troubles]).toEqual([1000, 0, []]);
    return cut.format;
  });
  expect([formats[0], formats.at(-1), view.pages('/u').format]).toEqual(['v4', 'v5', 'v5']);
  expect(formats.some((_, at) => view.cut(at, 'lost-flush', 'oldest').troubles.length > 0)).toBe(true);
  expect(view.unflushed(writes, 'lost-flush')).toBeGreaterThan(view.unflushed(writes, 'cached'));
  expect(view.inUse()).toHaveLength(view.owners().length);
  expect(refusal(() => view.convert('/u', 'v5'))).toBe('the directory already has format v5');
  expect(refusal(() => view.convert('/gone', 'v4'))).toContain('no file or directory has the path /gone');
});
