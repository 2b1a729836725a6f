import { describe, expect, test } from 'vitest';
import { decode } from './code';

describe('link of the command', () => {
  test('has its settings when decoded', () => {
    // `pathlength explain` printed this for a listing of 5,000 names.
    const code = '1.NckhDgAgCAXQu_xsoFi8jYE5NyEAjXF3Ldb3ErKVMRI6hR0DZ9piQzU4R2xdD_NvJ6KqCw.f16e8253';
    expect(decode(code)).toEqual({ settings: { names: 5000 }, mine: { names: 'larger' } });
  });
});
