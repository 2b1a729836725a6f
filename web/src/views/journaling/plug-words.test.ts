import { describe, expect, test } from 'vitest';
import { crashCountColumns, type CrashCounts, type ExperimentConfig } from '../../engine/live/plug/protocol';
import { layoutOf } from './strip';
import { damage, describeCrash, firstUnflushed, lostBy, nextEpoch } from './plug-words';

const epochs = Uint32Array.from([0, 0, 2, 2, 2, 3]);
const counts = (some: Partial<CrashCounts>): CrashCounts => ({
  ...(Object.fromEntries(crashCountColumns.map((name) => [name, 0])) as CrashCounts),
  ...some,
});
const config = (policy: string): ExperimentConfig => ({
  policy,
  script: 'mixed',
  stream: 1,
  noRevoke: false,
  noBarrier: false,
  earlyReuse: false,
  parameters: {},
});

describe('crash point', () => {
  test('has unflushed writes since the previous flush', () => {
    expect([0, 1, 2, 4, 5].map((at) => firstUnflushed(epochs, at))).toEqual([0, 0, 2, 2, 5]);
  });

  test('moves to the last write of the next or previous epoch', () => {
    expect(nextEpoch(epochs, 0, 1)).toBe(4);
    expect(nextEpoch(epochs, 4, 1)).toBe(5);
    expect(nextEpoch(epochs, 5, 1)).toBe(5);
    expect(nextEpoch(epochs, 3, -1)).toBe(1);
    expect(nextEpoch(epochs, 1, -1)).toBe(0);
  });

  test('loses none, all or every other unflushed write', () => {
    expect([...lostBy('none', epochs, 4)]).toEqual([]);
    expect([...lostBy('all', epochs, 4)]).toEqual([2, 3, 4]);
    expect([...lostBy('odd', epochs, 4)]).toEqual([2, 4]);
  });
});

describe('crash description', () => {
  test('names damage but not mere losses', () => {
    expect(damage(counts({ oldPages: 3, zeroPages: 1, missingObjects: 2 }))).toBe('');
    expect(damage(counts({ problemsAfter: 1, stalePages: 2, lostSynced: 1 }))).toBe(
      '1 problem in the structure, 2 pages with foreign or stale content and 1 loss of synced data',
    );
  });

  test('gives the age of the oldest loss, or says that there is no loss', () => {
    const summary = { crashedAt: 9, oldestLoss: 4.26, counts: counts({ oldPages: 2 }) };
    expect(describeCrash(config('ordered'), summary).at(-1)).toContain(
      '2 pages; the oldest lost operation is from 4.3 s before',
    );
    expect(describeCrash(config('ordered'), { ...summary, counts: counts({}) }).at(-1)).toBe('No operation is lost.');
  });

  test('names a check without a log and a replay with one', () => {
    const summary = { crashedAt: 1, oldestLoss: 0, counts: counts({ read: 8, problemsBefore: 1 }) };
    expect(describeCrash(config('ext2'), summary)[0]).toContain('full check read 8 blocks, found 1 problem');
    expect(describeCrash(config('jfs'), summary)[0]).toContain('nothing to replay');
  });
});

test('strip layout breaks blocks into lines and marks flushes', () => {
  const { cells, flushes, size, height } = layoutOf(epochs, 60);
  expect(cells).toHaveLength(6);
  expect(flushes).toHaveLength(2);
  expect(cells.every(({ x, y }) => x + size <= 60 && y + size <= height)).toBe(true);
  expect(new Set(cells.map(({ x, y }) => `${x} ${y}`)).size).toBe(6);
});
