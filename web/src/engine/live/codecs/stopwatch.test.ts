import { expect, it } from 'vitest';
import { Stopwatch, warmUp } from './stopwatch';

it('is warm after half a second of one kind of work, waits aside', () => {
  let now = 0;
  const watch = new Stopwatch(() => now);
  const work = (ms: number) => () => {
    now += ms;
    return 'done';
  };
  expect(warmUp).toBe(500);
  expect(watch.time('zstd', work(300))).toEqual({ value: 'done', ms: 300 });
  now += 10_000;
  expect(watch.warm('zstd')).toBe(false);
  watch.time('lz4', work(900));
  expect([watch.warm('zstd'), watch.warm('lz4'), watch.warm('aldc')]).toEqual([false, true, false]);
  watch.time('zstd', work(200));
  expect(watch.warm('zstd')).toBe(true);
});
