import { expect, test, vi } from 'vitest';
import { worthMs, type Client } from '../engine/client';
import { exampleLab } from '../lab/examples';
import type { Table } from '../lab/types';
import { LabRun, type TableRun } from './lab-run.svelte';

const table = (id: string, output?: string) => ({ id, role: 'fit', rows: [1], fields: [{ output }], cells: [[1]] });
const lab = (...more: object[]) =>
  exampleLab({ tables: [...['a', 'b', 'c'].map((id) => table(id, 'speed')), ...more] as Table[] });
const nth = (run: LabRun, table: number): TableRun => run.tables[table] as TableRun;
const settle = (): Promise<unknown> => new Promise((resolve) => setTimeout(resolve));

/** An engine that answers when the test resolves the call. */
function slow() {
  const asked: { table: string; answer: () => Promise<unknown>; fail: (why: string) => Promise<unknown> }[] = [];
  const engine = {
    ask: (_: 'reproduce', [table]: [string], { signal }: { signal: AbortSignal }) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('aborted')));
        asked.push({
          table,
          answer: () => (resolve({ error: Float64Array.of(0.1), role: Uint8Array.of(1) }), settle()),
          fail: (why) => (reject(new Error(why)), settle()),
        });
      }),
  } as unknown as Client;
  return { engine, asked, tables: () => asked.map(({ table }) => table) };
}

test('requested table is reproduced before the waiting ones', async () => {
  const { engine, asked, tables } = slow();
  const run = new LabRun(lab());
  void run.start(engine);
  void run.ask(engine, nth(run, 2));
  await asked[0]?.answer();
  await asked[1]?.answer();
  await asked[2]?.answer();
  expect([tables(), run.finished, run.running]).toEqual([['a', 'c', 'b'], true, false]);
});

test('asking twice runs once', async () => {
  const { engine, asked, tables } = slow();
  const run = new LabRun(lab());
  void run.ask(engine, nth(run, 1));
  void run.ask(engine, nth(run, 1));
  await asked[0]?.answer();
  void run.ask(engine, nth(run, 1));
  await settle();
  expect([tables(), run.running, run.finished]).toEqual([['b'], false, false]);
});

test('stopped run keeps finished tables and resumes with the rest', async () => {
  const { engine, asked, tables } = slow();
  const run = new LabRun(lab());
  void run.start(engine);
  await asked[0]?.answer();
  run.stop();
  await settle();
  expect([run.running, run.stopped, run.tables.map(({ status }) => status)]).toEqual([
    false,
    true,
    ['done', 'stopped', 'waiting'],
  ]);
  void run.start(engine);
  await asked[2]?.answer();
  await asked[3]?.answer();
  expect([tables(), run.finished, run.stopped]).toEqual([['a', 'b', 'b', 'c'], true, false]);
});

test('one table that fails leaves the others alone, and can be asked for again', async () => {
  const { engine, asked } = slow();
  const run = new LabRun(lab());
  void run.start(engine);
  await asked[0]?.fail('no memory');
  await asked[1]?.answer();
  await asked[2]?.answer();
  expect([run.failure, run.running, run.finished]).toEqual(['no memory', false, false]);
  void run.start(engine);
  await asked[3]?.answer();
  expect([run.failure, run.finished]).toEqual(['', true]);
});

test('table without model columns is done without the engine', async () => {
  const { engine, asked, tables } = slow();
  const run = new LabRun(lab(table('only')));
  expect(nth(run, 3).status).toBe('done');
  void run.start(engine);
  await run.ask(engine, nth(run, 3));
  for (const at of [0, 1, 2]) await asked[at]?.answer();
  expect(tables()).toEqual(['a', 'b', 'c']);
  expect(run.finished).toBe(true);
});

test('total counts cells once if two tables show the same file', async () => {
  const { engine, asked } = slow();
  const run = new LabRun(lab({ ...table('again', 'speed'), csv: 'a' }));
  void run.start(engine);
  for (const at of [0, 1, 2, 3]) await asked[at]?.answer();
  expect([run.finished, run.summary.cells]).toEqual([true, 3]);
});

test('long tables are reproduced several at a time, each once', async () => {
  vi.useFakeTimers();
  const { engine, asked, tables } = slow();
  const run = new LabRun(lab());
  const done = run.start({ ...engine, lanes: 2 });
  expect(tables()).toEqual(['a']);
  await vi.advanceTimersByTimeAsync(3 * worthMs);
  expect(tables()).toEqual(['a', 'b']);
  vi.useRealTimers();
  await asked[1]?.answer();
  expect([tables(), run.running]).toEqual([['a', 'b', 'c'], true]);
  await asked[2]?.answer();
  await asked[0]?.answer();
  await done;
  expect([tables(), run.finished, run.running]).toEqual([['a', 'b', 'c'], true, false]);
});
