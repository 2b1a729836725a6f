import { describe, expect, test } from 'vitest';
import type { PageView } from '../../engine/live/protocol';
import { boxes, chainOf, free, fullestBucket, tables } from './bytes';

const entry = (offset: number, bytes: number, bucket: number, next: number) => ({
  offset,
  bytes,
  bucket,
  next,
  name: `n${offset}`,
});
const page = (entries: PageView['entries'], gaps: PageView['gaps'], index = false): PageView => ({
  summary: {
    block: 1,
    index,
    names: entries.length,
    used_bytes: index ? 64 : 8192,
    depth: 0,
    prefix: '',
    suffix: '',
    damage: '',
  },
  entries,
  gaps,
});

const small = page(
  [entry(160, 32, 5, 0), entry(192, 64, 9, 0), entry(256, 32, 5, 160), entry(288, 32, 5, 256)],
  [{ offset: 320, bytes: 7872 }],
);

describe('bytes of a page', () => {
  test('are header and table outside entries and gaps', () => {
    expect(tables(small)).toEqual([{ offset: 0, bytes: 160 }]);
    expect(tables(page([], [{ offset: 100, bytes: 50 }]))).toEqual([
      { offset: 0, bytes: 100 },
      { offset: 150, bytes: 8042 },
    ]);
  });

  test('are pointers, then free, in an index page', () => {
    const index = page([], [], true);
    expect([tables(index), free(index)]).toEqual([[{ offset: 0, bytes: 64 }], [{ offset: 64, bytes: 8128 }]]);
  });

  test('form a hash chain that is followed from its head', () => {
    expect(chainOf(small, 5).map(({ offset }) => offset)).toEqual([288, 256, 160]);
    expect(chainOf(small, 6)).toEqual([]);
    expect(fullestBucket(small)).toBe(5);
  });

  test('form a finite chain when damage makes it circular', () => {
    const circle = page([entry(160, 32, 5, 0), entry(192, 32, 5, 224), entry(224, 32, 5, 192)], []);
    expect(chainOf(circle, 5).length).toBeLessThanOrEqual(3);
  });

  test('are split at the ends of rows', () => {
    const band = { width: 512, row: 12, step: 17 };
    expect(boxes(band, [{ offset: 1000, bytes: 2000 }]).match(/z/g)).toHaveLength(3);
    expect(boxes(band, [{ offset: 0, bytes: 1024 }]).match(/z/g)).toHaveLength(1);
  });
});
