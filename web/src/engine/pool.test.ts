import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { worthMs, type Port } from './client';
import { outOfMemory } from './failure';
import { Pool } from './pool';
import type { Call, EngineApi, Reply } from './protocol';

/** A worker with replies controlled by the test. */
class FakeWorker implements Port {
  onmessage: Port['onmessage'] = null;
  onerror: Port['onerror'] = null;
  onmessageerror: Port['onmessageerror'] = null;
  readonly calls: Call[] = [];
  ended = false;

  postMessage(message: object): void {
    if ('method' in message) this.calls.push(message as Call);
  }
  terminate(): void {
    this.ended = true;
  }
  /** Answers the worker's latest call. */
  async answer(how: { value: unknown } | { error: string; fatal: boolean } = { value: 0 }): Promise<void> {
    const id = this.calls.at(-1)?.id ?? NaN;
    this.onmessage?.call(this as never, { data: { id, ...how } } as MessageEvent<Reply>);
    await vi.advanceTimersByTimeAsync(0);
  }
  get methods(): string[] {
    return this.calls.map(({ method }) => method);
  }
}

let workers: FakeWorker[] = [];
const poolOf = (lanes: number): Pool<EngineApi> => {
  const pool = new Pool<EngineApi>(
    () => {
      const worker = new FakeWorker();
      workers.push(worker);
      return worker;
    },
    lanes,
    ['reproduce'],
  );
  pool.begin('open', [{} as never]);
  return pool;
};
const methods = (): string[][] => workers.map((worker) => worker.methods);

beforeEach(() => {
  vi.useFakeTimers();
  workers = [];
});
afterEach(() => vi.useRealTimers());

test('short work needs one worker', async () => {
  const pool = poolOf(4);
  for (let i = 0; i < 3; i++) {
    void pool.ask('reproduce', ['a']);
    await workers[0]?.answer();
  }
  void pool.ask('reproduce', ['b']);
  void pool.ask('reproduce', ['c']);
  expect(workers).toHaveLength(1);
});

test('long work gets one more worker at a time, which has the same lab, up to the limit', async () => {
  const pool = poolOf(3);
  for (const table of ['a', 'b', 'c', 'd']) {
    void pool.ask('reproduce', [table]);
    await vi.advanceTimersByTimeAsync(worthMs);
  }
  expect(methods()).toEqual([
    ['open', 'reproduce', 'reproduce'],
    ['open', 'reproduce'],
    ['open', 'reproduce'],
  ]);
});

test('call that needs other modules stays with the first worker', async () => {
  const pool = poolOf(2);
  void pool.ask('reproduce', ['a']);
  await vi.advanceTimersByTimeAsync(worthMs);
  void pool.ask('explain', [{}, 'x']);
  expect(methods()).toEqual([['open', 'reproduce', 'explain']]);
});

test('additional worker ends after a long idle time, and the first one stays', async () => {
  const pool = poolOf(2);
  void pool.ask('reproduce', ['a']);
  await vi.advanceTimersByTimeAsync(worthMs);
  const second = pool.ask('reproduce', ['b']);
  await workers[1]?.answer({ value: 7 });
  expect(await second).toBe(7);
  await vi.advanceTimersByTimeAsync(Pool.rest - 1);
  expect(workers.map(({ ended }) => ended)).toEqual([false, false]);
  await vi.advanceTimersByTimeAsync(1);
  expect(workers.map(({ ended }) => ended)).toEqual([false, true]);
});

test('canceled call is not repeated by the first worker', async () => {
  const pool = poolOf(2);
  void pool.ask('reproduce', ['a']);
  await vi.advanceTimersByTimeAsync(worthMs);
  const abort = new AbortController();
  const second = pool.ask('reproduce', ['b'], { signal: abort.signal });
  abort.abort(new Error('stop'));
  await expect(second).rejects.toThrow('stop');
  expect(methods()[0]).toEqual(['open', 'reproduce']);
});

test('first worker does the work of one that got no memory, and stays alone', async () => {
  const pool = poolOf(2);
  void pool.ask('reproduce', ['a']);
  await vi.advanceTimersByTimeAsync(worthMs);
  const second = pool.ask('reproduce', ['b']);
  await workers[1]?.answer({ error: outOfMemory, fatal: true });
  expect(methods()[0]).toEqual(['open', 'reproduce', 'reproduce']);
  await workers[0]?.answer({ value: 7 });
  expect(await second).toBe(7);
  expect(workers[1]?.ended).toBe(true);
  await vi.advanceTimersByTimeAsync(worthMs);
  void pool.ask('reproduce', ['c']);
  expect([workers.length, pool.lanes]).toEqual([2, 1]);
});
