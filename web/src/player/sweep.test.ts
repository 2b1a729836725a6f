import { expect, test, vi } from 'vitest';
import { worthMs } from '../engine/client';
import { Sweep, type SweepRequest } from './sweep.svelte';

/** Waits for an answer and for the frame after it. */
const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 2; turn++) await new Promise((resolve) => setTimeout(resolve));
};

/** A request whose values arrive when the test releases them. */
function slow(key: string, xs: number[]) {
  const asked: { x: number; answer: (...values: number[]) => Promise<unknown>; fail: () => Promise<unknown> }[] = [];
  const ask = (x: number, signal: AbortSignal): Promise<Float64Array> =>
    new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => reject(new Error('aborted')));
      asked.push({
        x,
        answer: (...values) => (resolve(Float64Array.of(...values)), settle()),
        fail: () => (reject(new Error('no such format')), settle()),
      });
    });
  const question: SweepRequest = { key, xs, width: 2, ask };
  return { asked, question };
}
const columns = (sweep: Sweep): number[][] => sweep.columns.map((column) => [...column]);

test('columns grow x by x, and pending values are gaps', async () => {
  const sweep = new Sweep();
  const { asked, question } = slow('a', [1, 2]);
  const whole = sweep.draw(question);
  await asked[0]?.answer(10, 20);
  expect([columns(sweep), sweep.done, sweep.running]).toEqual([
    [
      [10, NaN],
      [20, NaN],
    ],
    1,
    true,
  ]);
  await asked[1]?.answer(11, 21);
  expect([await whole, sweep.done, sweep.running]).toEqual([true, 2, false]);
  expect(asked.map(({ x }) => x)).toEqual([1, 2]);
});

test('new request replaces the first, which can be resumed', async () => {
  const sweep = new Sweep();
  const [a, b] = [slow('a', [1, 2]), slow('b', [1])];
  const first = sweep.draw(a.question);
  await a.asked[0]?.answer(10, 20);
  void sweep.draw(b.question);
  await b.asked[0]?.answer(1, 2);
  expect([await first, columns(sweep)]).toEqual([false, [[1], [2]]]);
  void sweep.draw(a.question);
  await a.asked.at(-1)?.answer(11, 21);
  expect(a.asked.map(({ x }) => x)).toEqual([1, 2, 2]);
  expect(columns(sweep)).toEqual([
    [10, 11],
    [20, 21],
  ]);
});

test('stopped sweep ignores a late answer', async () => {
  const sweep = new Sweep();
  const { asked, question } = slow('a', [1, 2]);
  void sweep.draw(question);
  await asked[0]?.answer(10, 20);
  sweep.stop();
  await asked[1]?.answer(11, 21);
  expect([sweep.running, sweep.done, sweep.failure]).toEqual([false, 1, '']);
});

test('missing value does not delay the others', async () => {
  const sweep = new Sweep();
  const { asked, question } = slow('a', [1, 2]);
  const whole = sweep.draw(question);
  await asked[0]?.answer(NaN, 20);
  await asked[1]?.answer(11, 21);
  expect([await whole, sweep.done]).toEqual([true, 2]);
});

test('failure is shown and cleared by the next request', async () => {
  const sweep = new Sweep();
  const [a, b] = [slow('a', [1]), slow('b', [1])];
  const whole = sweep.draw(a.question);
  await a.asked[0]?.fail();
  expect([await whole, sweep.failure, sweep.running]).toEqual([false, 'no such format', false]);
  void sweep.draw(b.question);
  expect(sweep.failure).toBe('');
});

test('only the newest questions are kept', async () => {
  const sweep = new Sweep();
  let asked = 0;
  const draw = (key: string): Promise<boolean> =>
    sweep.draw({ key, xs: [1], width: 1, ask: () => Promise.resolve(Float64Array.of(asked++)) });
  for (let i = 0; i <= Sweep.maxResults; i++) await draw(`${i}`);
  await draw(`${Sweep.maxResults}`);
  expect(asked).toBe(Sweep.maxResults + 1);
  await draw('0');
  expect(asked).toBe(Sweep.maxResults + 2);
});

test('complete result is held while the next one is computed', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const sweep = new Sweep();
    const [a, b, c] = [slow('a', [1, 2]), slow('b', [1, 2]), slow('c', [1, 3])];
    const first = sweep.draw(a.question);
    await vi.advanceTimersByTimeAsync(0);
    for (const at of [0, 1]) {
      void a.asked[at]?.answer(10 + at, 20 + at);
      await vi.advanceTimersByTimeAsync(1);
    }
    await first;
    void sweep.draw(b.question);
    void b.asked[0]?.answer(5, 6);
    await vi.advanceTimersByTimeAsync(100);
    expect([columns(sweep)[0], sweep.running]).toEqual([[10, 11], true]);
    await vi.advanceTimersByTimeAsync(300);
    expect(columns(sweep)[0]).toEqual([5, NaN]);
    // At other x values, the previous result would be drawn at wrong positions.
    void sweep.draw(c.question);
    await vi.advanceTimersByTimeAsync(1);
    expect(columns(sweep)[0]).toEqual([NaN, NaN]);
  } finally {
    vi.useRealTimers();
  }
});

test('slow places are computed several at a time, and early answers are shown at once', async () => {
  vi.useFakeTimers();
  const sweep = new Sweep();
  const { asked, question } = slow('lanes', [1, 2, 3]);
  const whole = sweep.draw({ ...question, lanes: 2 });
  await vi.advanceTimersByTimeAsync(3 * worthMs);
  expect(asked.map(({ x }) => x)).toEqual([1, 2]);
  vi.useRealTimers();
  await asked[1]?.answer(12, 22);
  expect([columns(sweep)[0], sweep.done]).toEqual([[NaN, 12, NaN], 1]);
  await asked[0]?.answer(11, 21);
  await asked[2]?.answer(13, 23);
  expect([await whole, columns(sweep), sweep.done]).toEqual([
    true,
    [
      [11, 12, 13],
      [21, 22, 23],
    ],
    3,
  ]);
});
