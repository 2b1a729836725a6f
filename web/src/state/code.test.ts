import { describe, expect, test } from 'vitest';
import { decode } from './code';

describe('link of the command', () => {
  test('has its settings when decoded', () => {
    // `engine/cli/src/link.rs` encodes them so.
    const code = '1.q1YqTi0pycxLL1ayqlbKS8xNBTJMDQwMamsB.c3e204de';
    expect(decode(code)).toEqual({ settings: { names: 5000 } });
  });
});
