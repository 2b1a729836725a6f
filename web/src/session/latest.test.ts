import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Client } from '../engine/client';
import { Latest } from './latest.svelte';

interface Asked {
  scenario: unknown;
  answer: (value: number) => Promise<void>;
  signal: AbortSignal | undefined;
}
let asked: Asked[] = [];
const settle = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);
const engine = {
  ask: (_: 'evaluate', [scenarios]: [unknown[], string[]], options: { signal?: AbortSignal } = {}) =>
    new Promise<Float64Array>((resolve, reject) => {
      options.signal?.addEventListener('abort', () => reject(options.signal?.reason as Error));
      asked.push({
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
  asked = [];
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout'] });
});
afterEach(() => vi.useRealTimers());

const ask = (latest: Latest<number>, about: number): void => latest.ask(engine, about, [{ names: about }], ['x']);

test('a slider that moves on while an answer is due gets that answer, then the newest', async () => {
  const latest = new Latest<number>();
  [1, 2, 3].forEach((about) => ask(latest, about));
  expect([asked.length, latest.busy]).toEqual([1, true]);
  await asked[0]?.answer(10);
  expect([latest.about, latest.values?.[0]]).toEqual([1, 10]);
  expect(asked.map(({ scenario }) => scenario)).toEqual([{ names: 1 }, { names: 3 }]);
  await asked[1]?.answer(30);
  expect([latest.about, latest.values?.[0], latest.busy]).toEqual([3, 30, false]);
});

test('a question that takes long is given up for a newer one, without complaint', async () => {
  const latest = new Latest<number>();
  ask(latest, 1);
  await vi.advanceTimersByTimeAsync(Latest.patience + 1);
  ask(latest, 2);
  await settle();
  expect([asked[0]?.signal?.aborted, asked.length, latest.failure]).toEqual([true, 2, '']);
  await asked[1]?.answer(20);
  expect([latest.about, latest.values?.[0]]).toEqual([2, 20]);
});

test('a failure is told and forgotten with the next answer', async () => {
  const latest = new Latest<number>();
  const failing = { ask: () => Promise.reject(new Error('no such output')) } as unknown as Client;
  latest.ask(failing, 1, [{}], ['x']);
  await settle();
  expect(latest.failure).toBe('no such output');
  ask(latest, 2);
  await asked[0]?.answer(20);
  expect(latest.failure).toBe('');
});
