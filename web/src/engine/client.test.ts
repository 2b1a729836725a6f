import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Connection, type CallOptions, type Client, type Port } from './client';
import type { Reply, Request } from './protocol';
import type { Lab } from './types';

/** A worker with replies controlled by the test. */
class FakeWorker implements Port {
  onmessage: Port['onmessage'] = null;
  onerror: Port['onerror'] = null;
  onmessageerror: Port['onmessageerror'] = null;
  readonly received: Request[] = [];
  ended = false;

  postMessage(message: Request): void {
    this.received.push(message);
  }
  terminate(): void {
    this.ended = true;
  }
  say(reply: Reply): void {
    this.onmessage?.call(this as never, { data: reply } as MessageEvent<Reply>);
  }
  break(message: string): void {
    this.onerror?.call(this as never, { message, preventDefault: () => undefined } as ErrorEvent);
  }
  get methods(): string[] {
    return this.received.map((request) => ('method' in request ? request.method : 'cancel'));
  }
}

const lab = { id: 'example', model: 'zfs-directories' } as Lab;
let workers: FakeWorker[] = [];
let client: Client = new Connection(() => new FakeWorker());
const reproduce = (table: string, options?: CallOptions): Promise<unknown> => client.ask('reproduce', [table], options);
const worker = (): FakeWorker => workers.at(-1) as FakeWorker;

beforeEach(() => {
  vi.useFakeTimers();
  workers = [];
  client = new Connection(() => {
    workers.push(new FakeWorker());
    return worker();
  });
});
afterEach(() => vi.useRealTimers());

describe('connection to the engine', () => {
  test('resolves each call with its own value', async () => {
    const first = reproduce('a');
    const second = reproduce('b');
    worker().say({ id: 1, value: 'B' });
    worker().say({ id: 0, value: 'A' });
    expect([await first, await second]).toEqual(['A', 'B']);
    expect(workers).toHaveLength(1);
  });

  test('reports the progress of a long call', async () => {
    const progress = vi.fn();
    const call = reproduce('a', { progress });
    worker().say({ id: 0, progress: 0.5 });
    worker().say({ id: 0, value: 'A' });
    await call;
    expect(progress.mock.calls).toEqual([[0.5]]);
  });

  test('rejects a refused call and keeps the worker', async () => {
    const call = reproduce('nonsense');
    worker().say({ id: 0, error: 'no such table', fatal: false });
    await expect(call).rejects.toThrow('no such table');
    void reproduce('a');
    expect(workers).toHaveLength(1);
  });

  test('rejects all calls when the worker cannot load', async () => {
    const calls = [reproduce('a'), reproduce('b')];
    worker().break('');
    for (const call of calls) await expect(call).rejects.toThrow('the engine could not be loaded');
    expect(worker().ended).toBe(true);
    const again = reproduce('a');
    worker().say({ id: 2, value: 'A' });
    expect(await again).toBe('A');
    expect(workers).toHaveLength(2);
  });

  test('rejects when a worker cannot be created', async () => {
    client = new Connection(() => {
      throw new Error('workers are forbidden');
    });
    await expect(reproduce('a')).rejects.toThrow('workers are forbidden');
  });

  test('repeats pending calls in a new worker after a panic', async () => {
    client.begin('open', [lab]);
    const bad = reproduce('bad');
    const good = reproduce('good');
    worker().say({ id: 0, error: 'index out of bounds', fatal: true });
    await expect(bad).rejects.toThrow('index out of bounds');
    expect([workers.length, workers[0]?.ended, worker().methods]).toEqual([2, true, ['open', 'reproduce']]);
    worker().say({ id: 1, value: 'G' });
    expect(await good).toBe('G');
  });

  test('starts a new worker at the next call when none is pending', async () => {
    client.begin('open', [lab]);
    const bad = reproduce('bad');
    worker().say({ id: 0, error: 'panic', fatal: true });
    await expect(bad).rejects.toThrow('panic');
    expect(workers).toHaveLength(1);
    void reproduce('a');
    expect(worker().methods).toEqual(['open', 'reproduce']);
  });

  test('starts no worker for a lab without calls', () => {
    client.begin('open', [lab]);
    expect(workers).toHaveLength(0);
    void reproduce('a');
    client.begin('open', [lab]);
    expect(worker().methods).toEqual(['open', 'reproduce', 'open']);
  });

  test('does not retry when the first call panics', async () => {
    client.begin('open', [lab]);
    const call = reproduce('a');
    worker().say({ id: -1, error: 'panic', fatal: true });
    await expect(call).rejects.toThrow('panic');
    expect(workers).toHaveLength(1);
  });

  test('sends no message for a call canceled before its start', async () => {
    await expect(reproduce('a', { signal: AbortSignal.abort(new Error('never mind')) })).rejects.toThrow('never mind');
    expect(workers).toHaveLength(0);
  });

  test('keeps a worker that confirms a cancellation', async () => {
    const abort = new AbortController();
    const call = reproduce('a', { signal: abort.signal });
    abort.abort();
    await expect(call).rejects.toThrow('abort');
    expect(worker().received.at(-1)).toEqual({ cancel: 0 });
    worker().say({ id: 0, cancelled: true });
    vi.advanceTimersByTime(2 * Connection.patience);
    expect(worker().ended).toBe(false);
  });

  test('replaces a worker that does not confirm a cancellation', async () => {
    const abort = new AbortController();
    const stuck = reproduce('stuck', { signal: abort.signal });
    const other = reproduce('other');
    abort.abort();
    await expect(stuck).rejects.toThrow('abort');
    vi.advanceTimersByTime(Connection.patience);
    expect([workers[0]?.ended, workers.length, worker().methods]).toEqual([true, 2, ['reproduce']]);
    worker().say({ id: 1, value: 'O' });
    expect(await other).toBe('O');
  });

  test('ignores messages of a terminated worker', async () => {
    const call = reproduce('a');
    const old = worker();
    old.break('gone');
    await expect(call).rejects.toThrow('gone');
    const next = reproduce('b');
    old.break('still gone');
    old.say({ id: 1, value: 'late' });
    worker().say({ id: 1, value: 'B' });
    expect(await next).toBe('B');
  });
});

describe('worker that vanished without an event', () => {
  /** Lets the given number of pings pass; a healthy worker answers each of them. */
  function pass(pulses: number, alive?: FakeWorker): void {
    for (let pulse = 0; pulse < pulses; pulse++) {
      vi.advanceTimersByTime(Connection.pulse);
      const asked = alive?.received.at(-1);
      if (asked && 'cancel' in asked) alive?.say({ id: asked.cancel, cancelled: true });
    }
  }
  const silence = Connection.maxSilence + 1;

  test('is replaced, and pending calls are repeated', async () => {
    client.begin('open', [lab]);
    const call = reproduce('a');
    pass(silence);
    expect([workers.length, workers[0]?.ended, worker().methods]).toEqual([2, true, ['open', 'reproduce']]);
    worker().say({ id: 0, value: 'A' });
    expect(await call).toBe('A');
  });

  test('is replaced only once', async () => {
    const call = reproduce('a');
    pass(silence);
    pass(silence);
    await expect(call).rejects.toThrow('the engine stopped answering; close other tabs and try again');
    expect([workers.length, worker().ended]).toEqual([2, true]);
    // The next call starts over.
    void reproduce('b');
    expect(workers).toHaveLength(3);
  });

  test('is not assumed while pings are answered for hours', () => {
    void reproduce('a');
    pass(720, worker());
    expect([workers.length, worker().ended]).toEqual([1, false]);
  });

  test('is not assumed up to the limit of unanswered pings', async () => {
    const call = reproduce('a');
    pass(Connection.maxSilence);
    worker().say({ id: 0, value: 'A' });
    expect(await call).toBe('A');
    expect(workers).toHaveLength(1);
  });

  test('is not looked for without pending calls', async () => {
    const call = reproduce('a');
    worker().say({ id: 0, value: 'A' });
    await call;
    pass(100);
    expect([workers.length, worker().ended, vi.getTimerCount()]).toEqual([1, false, 0]);
  });
});

describe('connection to a worker with state', () => {
  interface Counter {
    add(n: number): number;
  }
  const lost = vi.fn();
  const connect = (): Connection<Counter> =>
    new Connection(() => {
      workers.push(new FakeWorker());
      return worker();
    }, lost);
  beforeEach(() => lost.mockClear());

  test('repeats no call and reports the loss once', async () => {
    const counter = connect();
    const calls = [counter.ask('add', [1]), counter.ask('add', [2])];
    worker().say({ id: 0, error: 'panic', fatal: true });
    await expect(calls[0]).rejects.toThrow('panic');
    await expect(calls[1]).rejects.toThrow('restarted');
    expect([lost.mock.calls.length, workers.length, worker().ended]).toEqual([1, 1, true]);
    void counter.ask('add', [3]);
    expect(worker().methods).toEqual(['add']);
    expect(workers).toHaveLength(2);
  });

  test('rejects pending calls when its worker vanished', async () => {
    const call = connect().ask('add', [1]);
    vi.advanceTimersByTime((Connection.maxSilence + 1) * Connection.pulse);
    await expect(call).rejects.toThrow('the engine stopped answering');
    expect([lost.mock.calls.length, workers.length, worker().ended]).toEqual([1, 1, true]);
  });

  test('terminates its worker when it is closed', async () => {
    const counter = connect();
    const call = counter.ask('add', [1]);
    counter.close();
    await expect(call).rejects.toThrow('closed');
    expect([worker().ended, vi.getTimerCount()]).toEqual([true, 0]);
  });
});
