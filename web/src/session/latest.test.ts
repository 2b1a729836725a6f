import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Client } from '../engine/client';
import { Latest } from './latest.svelte';

interface PendingRequest {
  scenario: unknown;
  answer: (value: number) => Promise<void>;
  signal: AbortSignal | undefined;
}
let requests: PendingRequest[] = [];
const settle = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);
const engine = {
  ask: (_: 'evaluate', [scenarios]: [unknown[], string[]], options: { signal?: AbortSignal } = {}) =>
    new Promise<Float64Array>((resolve, reject) => {
      options.signal?.addEventListener('abort', () => reject(options.signal?.reason as Error));
      requests.push({
        scenario: scenarios[0],
        signal: options.signal,
        answer: async (value) => {
          resolve(Float64Array.of(value));
          await settle();
        },
      });
    }),
} as unknown as Client;

beforeEach(() => {
  requests = [];
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout'] });
});
afterEach(() => vi.useRealTimers());

const ask = (latest: Latest<number>, about: number): void => latest.ask(engine, about, [{ names: about }], ['x']);

test('moving slider gets the pending result, then the latest', async () => {
  const latest = new Latest<number>();
  [1, 2, 3].forEach((about) => ask(latest, about));
  expect([requests.length, latest.busy]).toEqual([1, true]);
  await requests[0]?.answer(10);
  expect([latest.about, latest.values?.[0]]).toEqual([1, 10]);
  expect(requests.map(({ scenario }) => scenario)).toEqual([{ names: 1 }, { names: 3 }]);
  await requests[1]?.answer(30);
  expect([latest.about, latest.values?.[0], latest.busy]).toEqual([3, 30, false]);
});

test('slow request is canceled when a newer one comes', async () => {
  const latest = new Latest<number>();
  ask(latest, 1);
  await vi.advanceTimersByTimeAsync(Latest.maxRunMs + 1);
  ask(latest, 2);
  await settle();
  expect([requests[0]?.signal?.aborted, requests.length, latest.failure]).toEqual([true, 2, '']);
  await requests[1]?.answer(20);
  expect([latest.about, latest.values?.[0]]).toEqual([2, 20]);
});

test('failure is shown and cleared by the next result', async () => {
  const latest = new Latest<number>();
  const failing = { ask: () => Promise.reject(new Error('no such output')) } as unknown as Client;
  latest.ask(failing, 1, [{}], ['x']);
  await settle();
  expect(latest.failure).toBe('no such output');
  ask(latest, 2);
  await requests[0]?.answer(20);
  expect(latest.failure).toBe('');
});
