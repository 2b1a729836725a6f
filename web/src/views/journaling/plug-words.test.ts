import { describe, expect, test } from 'vitest';
import { counted, type Counts, type Demand } from '../../engine/live/plug/protocol';
import { layoutOf } from './strip';
import { damage, firstInDoubt, lostBy, nextEpoch, told } from './plug-words';

const epochs = Uint32Array.from([0, 0, 2, 2, 2, 3]);
const counts = (some: Partial<Counts>): Counts => ({
  ...(Object.fromEntries(counted.map((name) => [name, 0])) as Counts),
  ...some,
});
const demand = (policy: string): Demand => ({
  policy,
  story: 'mixed',
  stream: 1,
  noRevoke: false,
  noBarrier: false,
  earlyReuse: false,
});

describe('a place in the log of writes', () => {
  test('has writes in doubt from the flush before it on', () => {
    expect([0, 1, 2, 4, 5].map((at) => firstInDoubt(epochs, at))).toEqual([0, 0, 2, 2, 5]);
  });

  test('is followed and preceded by the last write before another flush', () => {
    expect(nextEpoch(epochs, 0, 1)).toBe(4);
    expect(nextEpoch(epochs, 4, 1)).toBe(5);
    expect(nextEpoch(epochs, 5, 1)).toBe(5);
    expect(nextEpoch(epochs, 3, -1)).toBe(1);
    expect(nextEpoch(epochs, 1, -1)).toBe(0);
  });

  test('loses none, all or every other one of them', () => {
    expect([...lostBy('none', epochs, 4)]).toEqual([]);
    expect([...lostBy('all', epochs, 4)]).toEqual([2, 3, 4]);
    expect([...lostBy('odd', epochs, 4)]).toEqual([2, 4]);
  });
});

describe('what is told of a cut', () => {
  test('names damage, and not what is only lost', () => {
    expect(damage(counts({ pages: 3, holes: 1, missing: 2 }))).toBe('');
    expect(damage(counts({ problems: 1, foreign: 2, promises: 1 }))).toBe(
      '1 problem in the structure, 2 pages with foreign or stale content and 1 broken promise that something is durable',
    );
  });

  test('says how old what is lost is, and that nothing is lost if so', () => {
    const outcome = { at: 9, lostSeconds: 4.26, counts: counts({ pages: 2 }) };
    expect(told(demand('ordered'), outcome).at(-1)).toContain(
      '2 pages; the oldest of what is lost was done 4.3 s before',
    );
    expect(told(demand('ordered'), { ...outcome, counts: counts({}) }).at(-1)).toBe('Nothing that was done is lost.');
  });

  test('is a check without a log and a replay with one', () => {
    const outcome = { at: 1, lostSeconds: 0, counts: counts({ read: 8, before: 1 }) };
    expect(told(demand('ext2'), outcome)[0]).toContain('full check read 8 blocks, found 1 problem');
    expect(told(demand('jfs'), outcome)[0]).toContain('nothing to replay');
  });
});

test('blocks stand in lines, with a mark where a flush came between', () => {
  const { cells, flushes, size, height } = layoutOf(epochs, 60);
  expect(cells).toHaveLength(6);
  expect(flushes).toHaveLength(2);
  expect(cells.every(({ x, y }) => x + size <= 60 && y + size <= height)).toBe(true);
  expect(new Set(cells.map(({ x, y }) => `${x} ${y}`)).size).toBe(6);
});
