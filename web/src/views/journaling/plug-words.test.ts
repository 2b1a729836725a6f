import { describe, expect, test } from 'vitest';
import {
  crashCountColumns,
  fileFates,
  pageFates,
  type CrashCounts,
  type ExperimentConfig,
} from '../../engine/live/plug/protocol';
import { rowsOf } from './files';
import { blockAt, layoutOf } from './strip';
import { damage, describeCrash, nextEpoch } from './plug-words';

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
  checksums: false,
  parameters: {},
});

const files = {
  numbers: new Uint32Array(),
  fates: new Uint8Array(),
  pages: new Uint32Array(),
  pageFates: new Uint8Array(),
};
const crash = { crashedAt: 9, firstUnflushed: 0, lostWrites: new Uint32Array(), tornWrite: undefined, files };

describe('crash point', () => {
  test('moves to the last write of the next or previous epoch', () => {
    expect(nextEpoch(epochs, 0, 1)).toBe(4);
    expect(nextEpoch(epochs, 4, 1)).toBe(5);
    expect(nextEpoch(epochs, 5, 1)).toBe(5);
    expect(nextEpoch(epochs, 3, -1)).toBe(1);
    expect(nextEpoch(epochs, 1, -1)).toBe(0);
  });
});

describe('crash description', () => {
  test('names damage but not mere losses', () => {
    expect(damage(counts({ oldPages: 3, zeroPages: 1, missingObjects: 2 }))).toBe('');
    expect(damage(counts({ problemsAfter: 1, stalePages: 2, lostSynced: 1 }))).toBe(
      '1 problem in the structure, 2 pages with foreign or stale content, and 1 loss of synced data',
    );
  });

  test('gives the age of the oldest loss, or says that there is no loss', () => {
    const summary = { ...crash, oldestLoss: 4.26, counts: counts({ oldPages: 2 }) };
    expect(describeCrash(config('ordered'), summary).at(-1)).toContain(
      '2 pages; the oldest lost operation is from 4.3 s before',
    );
    expect(describeCrash(config('ordered'), { ...summary, counts: counts({}) }).at(-1)).toBe('No operation is lost.');
  });

  test('counts the pages of lost files among the lost pages, as the picture does', () => {
    const [missing, present] = [fileFates.indexOf('missing'), fileFates.indexOf('present')];
    const files = {
      numbers: Uint32Array.of(3, 5),
      fates: Uint8Array.of(missing, present),
      pages: Uint32Array.of(2, 1),
      pageFates: Uint8Array.of(1, 1, 1).fill(pageFates.indexOf('lost')),
    };
    const summary = { ...crash, oldestLoss: 4, counts: counts({ oldPages: 1, missingObjects: 1 }), files };
    expect(describeCrash(config('ordered'), summary).at(-1)).toContain(
      '3 pages and 1 file or directory (with 2 of these',
    );
  });

  test('names a check without a log and a replay with one', () => {
    const summary = { ...crash, oldestLoss: 0, counts: counts({ read: 8, problemsBefore: 1 }) };
    expect(describeCrash(config('ext2'), summary)[0]).toContain('full check read 8 blocks, found 1 problem');
    expect(describeCrash(config('jfs'), summary)[0]).toContain('nothing to replay');
  });

  test('says whether the recovery recognized damage', () => {
    const words = (checksums: boolean, some: Partial<CrashCounts>): string =>
      describeCrash({ ...config('ordered'), checksums }, { ...crash, oldestLoss: 0, counts: counts(some) }).join(' ');
    expect(words(false, {})).not.toMatch(/recogni/);
    expect(words(false, { damagedBlocks: 1 })).toContain('No checksum covers it, so the recovery did not detect it');
    expect(words(true, { damagedBlocks: 1, recognized: 1 })).toContain('detected a damaged log block by a checksum');
    expect(words(true, { damagedBlocks: 1 })).toContain('No checksum covers it');
  });
});

test('strip layout breaks blocks into lines and marks flushes', () => {
  const { cells, flushes, size, height } = layoutOf(epochs, 60);
  expect(cells).toHaveLength(6);
  expect(flushes).toHaveLength(2);
  expect(cells.every(({ x, y }) => x + size <= 60 && y + size <= height)).toBe(true);
  expect(new Set(cells.map(({ x, y }) => `${x} ${y}`)).size).toBe(6);
});

test('strip blocks shrink to a height, and each is found at its own place', () => {
  const many = Uint32Array.from({ length: 200 }, (_, at) => Math.floor(at / 7));
  const layout = layoutOf(many, 360, 250);
  expect(layout.height).toBeLessThanOrEqual(250);
  layout.cells.forEach(({ x, y }, at) => {
    expect(blockAt(layout, x + layout.size / 2, y + layout.size / 2)).toBe(at);
  });
  // For a position outside the strip, the result is the nearest block of the line.
  expect(blockAt(layout, -20, 10)).toBe(0);
  expect(blockAt(layout, 5000, 5000)).toBe(199);
});

test('files are listed with the worst first, each with its pages', () => {
  const rows = rowsOf({
    numbers: Uint32Array.of(3, 5, 8, 9),
    fates: Uint8Array.of(0, 1, 0, 2),
    pages: Uint32Array.of(2, 1, 3, 0),
    pageFates: Uint8Array.of(0, 0, 1, 0, 3, 2),
  });
  expect(rows.map(({ number, words }) => `${number}: ${words}`)).toEqual([
    '8: 1 foreign page, 1 page of zeros',
    '5: lost',
    '9: removed, but exists again',
    '3: kept',
  ]);
  expect(rows[0]?.pages).toEqual(['kept', 'foreign', 'zero']);
});
