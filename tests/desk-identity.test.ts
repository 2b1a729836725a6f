// The model desk and the command produce the same bytes: both run one engine, in WebAssembly and natively.
import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { Desk, initSync } from '../web/src/engine/pkg/fit/pathlength_web.js';
import { buildCommand } from './command.ts';
import { dist } from './serve.ts';

let command: ReturnType<typeof buildCommand>;
beforeAll(() => {
  initSync({ module: readFileSync(new URL('../web/src/engine/pkg/fit/pathlength_web_bg.wasm', import.meta.url)) });
  command = buildCommand();
}, 900_000);

const file = (lab: string): Uint8Array => readFileSync(`${dist('site')}/labs/${lab}/lab.json`);

interface Request {
  fix?: string[];
  free?: string[];
  hide?: string[];
  role?: string[];
  cross_validate?: string;
  leverage?: number;
  bootstrap?: number;
}

/** Returns the desk's report on a lab, and the reported progress. */
function study(lab: string, request: Request): { report: string; progress: [string, number, number][] } {
  const desk = new Desk(file(lab));
  for (const lender of desk.lenders()) desk.lend(file(lender));
  const progress: [string, number, number][] = [];
  const listen = (kind: string, done: number, all: number): void => void progress.push([kind, done, all]);
  const { report } = JSON.parse(desk.study(JSON.stringify({ seed: 1, ...request }), listen)) as { report: string };
  return { report, progress };
}

/** A cell of the desk's tables. */
interface Cell {
  row: number | string;
  column: string;
  role: string;
  error: number | null;
}

/** Returns the desk's cells after a fit, and its report. */
function fitted(lab: string, request: Request): { cells: (Cell & { table: string })[]; report: unknown } {
  const desk = new Desk(file(lab));
  const answer = JSON.parse(desk.study(JSON.stringify({ seed: 1, ...request }), () => undefined)) as {
    report: string;
    after: { tables: { id: string; cells: Cell[] }[] };
  };
  const cells = answer.after.tables.flatMap(({ id, cells }) => cells.map((cell) => ({ table: id, ...cell })));
  return { cells, report: JSON.parse(answer.report) };
}

/** Returns the errors by role and the worst cell, with the field names of a report on leverage. */
function errorsOf(cells: ReturnType<typeof fitted>['cells']): Record<string, unknown> {
  const of = (roles: string[]): typeof cells =>
    cells
      .filter(({ role, error }) => roles.includes(role) && error !== null)
      .toSorted((a, b) => Math.abs(a.error ?? NaN) - Math.abs(b.error ?? NaN));
  const sizes = (role: string): number[] => of([role]).map(({ error }) => Math.abs(error ?? NaN));
  const median = (sorted: number[]): number =>
    ((sorted[Math.floor((sorted.length - 1) / 2)] ?? NaN) + (sorted[Math.floor(sorted.length / 2)] ?? NaN)) / 2;
  const [fit, held] = [sizes('fit'), sizes('held_out')];
  const { table, row, column } = of(['fit', 'held_out']).at(-1) ?? {};
  return {
    fit_cells: fit.length,
    fit_median_error: expect.closeTo(median(fit), 4),
    fit_max_error: expect.closeTo(fit.at(-1) ?? NaN, 4),
    held_out_cells: held.length,
    held_out_median_error: expect.closeTo(median(held), 4),
    held_out_max_error: expect.closeTo(held.at(-1) ?? NaN, 4),
    worst: expect.objectContaining({ table, row, column }),
  };
}

function print(lab: string, { fix = [], free = [], hide = [], role = [], ...rest }: Request): string {
  const repeated = (name: string, texts: string[]): string[] => texts.flatMap((text) => [`--${name}`, text]);
  return command([
    ...['calibrate', lab, '--labs', 'labs', '--format', 'json'],
    ...[...repeated('fix', fix), ...repeated('free', free), ...repeated('hide', hide), ...repeated('role', role)],
    ...(rest.cross_validate ? ['--cross-validate', rest.cross_validate] : []),
    ...(rest.leverage ? ['--leverage', String(rest.leverage)] : []),
    ...(rest.bootstrap ? ['--bootstrap', String(rest.bootstrap)] : []),
  ]);
}

test.each<[string, Request]>([
  ['zfs-directories', {}],
  ['zfs-directories', { fix: ['page_wait=5'], hide: ['v2r1-ptestdl:50000'] }],
  ['zfs-directories', { role: ['v2r2-ptestdu:20000:*=fit'] }],
  ['zfs-migration', {}],
  ['disk-paths', { free: ['small_block_copy'], cross_validate: 'configuration' }],
  ['disk-paths', { fix: ['first_write_stall=0'], leverage: 20 }],
  ['tape-compression', { leverage: 10, bootstrap: 20 }],
  ['raid5-small-writes', { cross_validate: 'random:3', bootstrap: 20 }],
  ['journaling', {}],
])('%s with %o', { timeout: 300_000 }, (lab, request) => {
  expect(study(lab, request).report).toBe(print(lab, request));
});

test('progress is reported kind by kind, up to the end', () => {
  const { progress } = study('raid5-small-writes', { bootstrap: 10, cross_validate: 'row', leverage: 20 });
  expect([...new Set(progress.map(([kind]) => kind))]).toEqual(['draw', 'fold', 'value']);
  for (const kind of ['draw', 'fold', 'value']) {
    const [, done, all] = progress.findLast(([other]) => other === kind) ?? [];
    expect(done).toBe(all);
    expect(done).toBeGreaterThan(0);
  }
});

test.each<[Request, string]>([
  [{ fix: ['servis=1'] }, 'there is no parameter "servis"; did you mean service?'],
  [{ fix: ['service=much'] }, '"much" is not a number: give NAME=VALUE'],
  [{ cross_validate: 'rows' }, 'use row, column, configuration, random, or random:K'],
  [{ leverage: 100 }, 'leverage is 100 %: give more than 0 % and less than 100 %'],
  [{ bootstrap: 1 }, 'give 2 to 100000 draws, or 0 for none'],
  [{ bootstrap: 1e9 }, 'give 2 to 100000 draws, or 0 for none'],
])('%o is refused', (request, message) => {
  expect(() => study('raid5-small-writes', request)).toThrow(message);
});

test('leverage of a value equals separate fits with it', { timeout: 300_000 }, () => {
  const lab = 'zfs-directories';
  const { report } = fitted(lab, { leverage: 20 });
  const { parameters, unchanged, leverage } = report as {
    parameters: Record<string, { fitted: number }>;
    unchanged: unknown;
    leverage: { parameter: string; value: number; moved: unknown; refitted: unknown }[];
  };
  expect(unchanged).toMatchObject(errorsOf(fitted(lab, {}).cells));
  const fix = Object.entries(parameters).map(([name, { fitted }]) => `${name}=${fitted}`);
  for (const [name, value] of [
    ['metadata_cache', 48],
    ['directories_update', 3],
  ] as const) {
    const found = leverage.find((change) => change.parameter === name && change.value === value);
    expect(found?.moved).toMatchObject(errorsOf(fitted(lab, { fix: [...fix, `${name}=${value}`] }).cells));
    expect(found?.refitted).toMatchObject(errorsOf(fitted(lab, { fix: [`${name}=${value}`] }).cells));
  }
});
