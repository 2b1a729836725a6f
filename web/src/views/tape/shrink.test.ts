import { describe, expect, test } from 'vitest';
import { blocksAt, bytesPerBlock } from './shrink';

describe('blocks of a file', () => {
  test('are a power of two bytes, and at most 160 in the original', () => {
    for (const bytes of [100, 161, 2_000_000, 2 ** 21, 2 ** 30]) {
      const per = bytesPerBlock(bytes);
      expect(Math.log2(per) % 1).toBe(0);
      expect(bytes / per).toBeLessThanOrEqual(160);
      if (per > 1) expect(bytes / per).toBeGreaterThan(80);
    }
  });

  test('go from the original to the compressed size, which may be larger', () => {
    expect(blocksAt(1600, 400, 0, 100)).toBe(16);
    expect(blocksAt(1600, 400, 0.5, 100)).toBe(10);
    expect(blocksAt(1600, 400, 1, 100)).toBe(4);
    expect(blocksAt(1600, 1800, 1, 100)).toBe(18);
  });
});
