// The engine's results in WebAssembly and natively are bit-identical.
import { beforeAll, describe, expect, test } from 'vitest';
import { csvOf } from '../web/src/charts/save';
import { roles, type Table } from '../web/src/lab/types';
import { summarize } from '../web/src/player/summary';
import { tableColumns, tableRows } from '../web/src/player/export/table';
import { buildCommand, compiledLab, DirectoryView, labOf, openLab, OpenLab, start } from './modules';

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

let native: ReturnType<typeof buildCommand>;
beforeAll(() => {
  native = buildCommand();
  start();
}, 600_000);

/** Returns the bits of numbers; a missing value is NaN in the module and null in the command's JSON. */
const bits = (values: Iterable<number | null>): bigint[] => [
  ...new BigUint64Array(Float64Array.from(values, (value) => value ?? NaN).buffer),
];

interface Cell {
  published: number | null;
  model: number | null;
  half_width: number | null;
  error: number | null;
  role: string;
}

interface Report {
  tables: { id: string; cells: Cell[]; summary: Record<string, number | null> }[];
}

const labs: [id: string, saved?: string][] = [
  ['zfs-directories'],
  ['disk-paths'],
  ['sfs-file-pool'],
  ['tape-compression'],
  ['zfs-migration'],
];
// Each cell of this lab takes several seconds, so only one of its tables is also compared as a saved file.
const longLabs: typeof labs = [['journaling', 'claims-order']];

async function compareTables(id: string, only?: string): Promise<void> {
  const report = JSON.parse(native(['reproduce', id, '--format', 'json'])) as Report;
  const compiled = await labOf(id);
  const lab = openLab(compiled);
  expect(report.tables.map(({ id }) => id)).toEqual(compiled.tables.map(({ id }) => id));
  const saved: (string | number)[][] = [tableColumns];
  for (const { id, cells, summary } of report.tables) {
    const table = lab.reproduce(id);
    expect(bits(table.published)).toEqual(bits(cells.map((cell) => cell.published)));
    expect(bits(table.model)).toEqual(bits(cells.map((cell) => cell.model)));
    expect(bits(table.halfWidth)).toEqual(bits(cells.map((cell) => cell.half_width)));
    expect(bits(table.error)).toEqual(bits(cells.map((cell) => cell.error)));
    expect(Array.from(table.role, (role) => roles[role])).toEqual(cells.map((cell) => cell.role));
    const { cells: compared, independent, heldOut } = summarize([table]);
    const counts = [independent, heldOut].flatMap(({ cells, median, worst }) => [cells, median, worst]);
    const names = ['independent_cells', 'median_error', 'max_error'];
    const heldOutNames = ['held_out_cells', 'held_out_median_error', 'held_out_max_error'];
    expect(bits([compared, ...counts])).toEqual(
      bits(['cells', ...names, ...heldOutNames].map((key) => summary[key] ?? null)),
    );
    const { published, model, error, role, halfWidth: half_width } = table;
    const source = compiled.tables.find((one) => one.id === id) as Table;
    if (!only || only === id)
      saved.push(...tableRows(compiled, source, { published, model, error, role, half_width }, compiled.fit));
  }
  // A page saves the output of the command, byte for byte.
  expect(csvOf(saved)).toBe(native(['reproduce', id, '--format', 'csv', ...(only ? ['--table', only] : [])]));
}

// Longer than the tests take on a slow, busy machine.
const timeout = 600_000;
test.each(labs)('every cell of every table of %s', { timeout }, compareTables);
test.each(longLabs)('every cell of every table of %s', { timeout, tags: ['nightly'] }, compareTables);

const systems = [
  { machine: 'z9', release: 'R13', format: 'v4' },
  { machine: 'z9', release: 'V2R1', format: 'v4' },
  { machine: 'z9', release: 'V2R1', format: 'v5' },
  { machine: 'z196', release: 'R13', format: 'v4' },
  { machine: 'z196', release: 'V2R1', format: 'v5' },
  { machine: 'z196', release: 'V2R2', format: 'v4' },
  { machine: 'z196', release: 'V2R2', format: 'v5' },
];
const sizes = [1, 2, 124, 125, 999.5, 2_000, 7_777, 31_000];
const scenarios = ['ptestDL2', 'ptestDL', 'ptestDU']
  .flatMap((workload) =>
    ['monoplex', 'client'].flatMap((plex) => systems.map((system) => ({ workload, plex, ...system }))),
  )
  .map((scenario, at) => ({
    ...scenario,
    names: sizes[at % sizes.length] ?? 1,
    ...(at % 3 ? { readdir_search: at % 2 === 0 } : {}),
  }));

test(`${scenarios.length} scenarios, and the summands that explain them`, async () => {
  const lab = new OpenLab(await compiledLab());
  for (const scenario of scenarios) {
    const answer = JSON.parse(native(['run', 'zfs-directories', '-'], JSON.stringify(scenario))) as {
      outputs: Record<string, number>;
      terms: { title: string; place: string; count: number; cost_us: number; time_us: number }[];
    };
    const names = Object.keys(answer.outputs);
    expect(names).toHaveLength(4);
    expect(bits(lab.evaluate(scenario, names))).toEqual(bits(Object.values(answer.outputs)));
    const { titles, places, counts, costs, times } = lab.explain(scenario, 'external_throughput');
    expect(titles).toEqual(answer.terms.map((term) => term.title));
    expect(places).toEqual(answer.terms.map((term) => term.place));
    expect(bits(counts)).toEqual(bits(answer.terms.map((term) => term.count)));
    expect(bits(costs)).toEqual(bits(answer.terms.map((term) => term.cost_us)));
    expect(bits(times)).toEqual(bits(answer.terms.map((term) => term.time_us)));
  }
});

/** 12,000 names of all lengths, some with non-ASCII characters. */
const names = Array.from({ length: 12_000 }, (_, n) => {
  const ends = ['', '.data', '.Größe', '.'.padEnd(n % 190, 'x')];
  return `payroll.${(n * 7919) % 104_729}${ends[n % ends.length] ?? ''}`;
});
const lookups = Array.from({ length: 8_000 }, (_, n) =>
  n % 2 ? `nobody.${n}` : (names[(n * 31) % names.length] ?? ''),
);

describe.each(['v4', 'v5'])('20,000 operations on a directory of format %s', (format) => {
  const text = names.join('\n');
  let view: DirectoryView;

  test('creation counts the same steps and makes the same pages', () => {
    view = new DirectoryView(format);
    const sums: Record<string, number> = {};
    for (const name of names) {
      const steps = view.apply('create', name);
      expect(steps.failure).toBeUndefined();
      for (const [kind, count] of Object.entries(steps.counts())) sums[kind] = (sums[kind] ?? 0) + Number(count);
      steps.free();
    }
    const built = JSON.parse(native(['directory', 'build', '--directory-format', format, '-'], text)) as Record<
      string,
      unknown
    >;
    expect(built).toMatchObject({ ...view.stat(), counts: sums });
  });

  test('text loaded in pieces makes the same directory', () => {
    const loaded = new DirectoryView(format);
    const bytes = new TextEncoder().encode(text);
    for (let at = 0; at < bytes.length; at += 1_009) loaded.load(bytes.slice(at, at + 1_009), false);
    expect(loaded.load(new Uint8Array(), true)).toMatchObject({ lines: names.length, entered: names.length });
    expect(loaded.stat()).toEqual(view.stat());
    expect(loaded.pages()).toEqual(view.pages());
  });

  test('lookups probe, descend, and compare the same', () => {
    const events: string[] = [];
    for (let at = 0; at < lookups.length; at += 2_000) {
      const some = lookups.slice(at, at + 2_000);
      const ask = ['directory', 'lookup', '--directory-format', format, '-', '--', ...some];
      events.push(...native(ask, text).trimEnd().split('\n'));
    }
    const line = new Map(names.map((name, at) => [name, at + 1]));
    const expected = lookups.map((name) => {
      const steps = view.apply('lookup', name);
      const { pages_probed, levels_descended, names_compared } = steps.counts();
      expect(steps.failure === undefined).toBe(line.has(name));
      steps.free();
      const found = line.has(name) ? `line ${line.get(name)}` : 'not found';
      const counts = [
        `${counted(pages_probed, 'page')} probed`,
        `${counted(levels_descended, 'index page')} visited`,
        `${counted(names_compared, 'name')} compared`,
      ].join(', ');
      return `${name}: ${found}; ${counts}`;
    });
    expect(events).toEqual(expected);
  });

  test('listing has the same names in the same order', () => {
    const listed: string[] = [];
    let cookie: bigint | undefined = 0n;
    while (cookie !== undefined) {
      const steps = view.list(cookie, 777);
      expect(steps.failure).toBeUndefined();
      listed.push(...steps.names);
      cookie = steps.next;
      steps.free();
    }
    expect(`${listed.join('\n')}\n`).toBe(native(['directory', 'list', '--directory-format', format, '-'], text));
  });
});
