import { describe, expect, it } from 'vitest';
import { columns, partsOf, readingSpeed, rowsOf } from './map';

/** Returns the blocks that a path covers. */
const covered = (path: string): number[] =>
  [...path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)].flatMap(([, x, y, length]) =>
    Array.from({ length: Number(length) }, (_, at) => Number(y) * columns + Number(x) + at),
  );

describe('block map', () => {
  it('draws every block of every owner once, row by row', () => {
    const extents = {
      starts: Uint32Array.of(0, 10, 310, 360),
      lengths: Uint32Array.of(10, 300, 50, 5),
      owners: Uint32Array.of(1, 3, 0, 3),
    };
    const parts = partsOf({ extents });
    expect(parts.map(({ owner }) => owner)).toEqual([1, 3]);
    const expected = [...Array(300).keys()].map((at) => at + 10).concat([360, 361, 362, 363, 364]);
    expect(covered(parts[1]?.path ?? '')).toEqual(expected);
    expect(rowsOf({ extents })).toBe(3);
  });

  it('charges a seek for every extent', () => {
    expect(readingSpeed(256, 1, 8, 50)).toBe(1);
    // 1 MiB at 50 MB/s takes 21 ms, and 64 seeks of 8 ms take 512 ms.
    expect(readingSpeed(256, 64, 8, 50)).toBeCloseTo(28.97 / 532.97, 3);
  });
});
