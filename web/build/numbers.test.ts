import { describe, expect, test } from 'vitest';
import { complaints, constants, numbers } from './numbers.mjs';

const lists = {
  everywhere: { '1e3': 'units' },
  files: { 'a.rs': { '0.5': 'half of the last printed digit' } },
};
const wrong = (text: string) => complaints(new Map([['a.rs', `let half = 0.5;\n${text}`]]), lists);

describe('numbers', () => {
  test.each([
    ['a product', 'let lookups = 0.75 * costs.search;', ['0.75']],
    ['a constant with a type', 'const SHARE: f64 = 2.0f64;', ['2.0f64']],
    ['an exponent', 'x * 1e6 + 2.5e-3', ['1e6', '2.5e-3']],
    ['both ends of a range', '(0.1..=0.7).contains(&x)', ['0.1', '0.7']],
  ])('are found in %s', (_, text, expected) => expect(numbers(text).map(({ number }) => number)).toEqual(expected));

  test.each([
    ['whole numbers', 'for k in 1..=64 { at[3] }'],
    ['fields of tuples', 'pair.0.1 + pair.1'],
    ['comments', '/// About 0.75 of them.\n// 0.5'],
    ['texts', '"give 0.5 to 1.5" \'"\' "0.1"'],
    ['tests', 'fn f() {}\n#[cfg(test)]\nmod tests {\n  const X: f64 = 0.75;\n}'],
  ])('are not found in %s', (_, text) => expect(numbers(text)).toEqual([]));

  test('have the line of the file', () => {
    expect(numbers('// 0.1\n"0.2\n0.3"\n0.4')).toEqual([{ line: 4, number: '0.4' }]);
  });
});

describe('constants', () => {
  const found = (text: string) => constants(text).map(({ number }) => number);

  test.each([
    ['a whole number', 'const CLIENTS: usize = 4;', ['CLIENTS']],
    ['a product', 'const END: Nanoseconds = 90 * SECOND;', ['END']],
    ['hexadecimal digits', 'pub(super) const MAGIC: u32 = 0x414e_4f44;', ['MAGIC']],
    ['a constant of a function', 'fn f() {\n    const FILES: u32 = 8;\n}', ['FILES']],
  ])('with %s are found', (_, text, expected) => expect(found(text)).toEqual(expected));

  test.each([
    ['0 and 1', 'const FIRST: u32 = 0;\nconst ROOT: u32 = 1;'],
    ['other constants', 'const END: u64 = LENGTH * SECOND;'],
    ['settings', 'const SIZE: Number = number("size", "Size", [1, 64], "GiB");'],
    ['floating-point numbers', 'const MIN_SHARE: f64 = 1e-9;'],
    ['a type alone', 'const NAMES: [&str; 3] = all();'],
  ])('with %s are not found', (_, text) => expect(found(text)).toEqual([]));

  test('are complained about by their name', () => {
    expect(wrong('const CLIENTS: usize = 4;')).toEqual([expect.stringMatching(/^a\.rs:2: CLIENTS is not listed: /)]);
  });
});

describe('complaints', () => {
  test('name file, line, and number when a number is not listed', () => {
    expect(wrong('let lookups = 0.75 * cost;')).toEqual([expect.stringMatching(/^a\.rs:2: 0\.75 is not listed: /)]);
  });

  test('are absent when numbers are listed for the file or everywhere', () => {
    expect(wrong('0.5 * 1e3')).toEqual([]);
  });

  test('name a listed number when the file no longer has it', () => {
    expect(complaints(new Map([['a.rs', '1e3']]), lists)).toEqual([expect.stringContaining('a.rs: 0.5')]);
  });
});
