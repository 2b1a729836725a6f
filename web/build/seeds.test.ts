import { describe, expect, test } from 'vitest';
import { propertyTests } from './seeds.mjs';

describe('propertyTests', () => {
  test('returns functions with arguments and leaves out usual tests and helpers', () => {
    const source = `
      #[test]
      fn one_case_is_seen() {}
      proptest! {
          #[test]
          fn each_case_is_seen(x in 0..1) {}
          // Why it is slow.
          #[test]
          #[ignore = "nightly: takes minutes"]
          // More.
          fn each_pair_is_seen(
              (x, y) in pairs(),
          ) {}
      }
      fn pairs(n: usize) {}
    `;
    expect(propertyTests(source)).toEqual(['each_case_is_seen', 'each_pair_is_seen']);
  });
});
