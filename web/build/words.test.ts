import { describe, expect, test } from 'vitest';
import { findings, proseRules, rules } from './words.mjs';

const lists = {
  phrases: { 'odd words': 'plain words', '(?<!there )is red': 'is not green' },
  sentences: { 'Why is': 'the noun first' },
  types: { names: 'Blue Green', instead: 'a noun' },
  limits: { words: 'tallest smallest', terms: 'smallest_common', instead: 'max' },
  functions: { names: 'sideways', instead: 'a verb' },
  tests: { beginnings: 'a every', max_length: 20, instead: 'subject first' },
};
const patterns = rules(lists);
const found = (text: string) =>
  findings(text, patterns).map(({ index, length }) => text.slice(index, index + length).replace(/\s+/g, ' '));

describe('findings', () => {
  test.each([
    ['in prose', 'some Odd words here', ['Odd words']],
    ['across lines of a comment', '  // odd\n  // words', ['odd // words']],
    ['in the name of a function', 'fn has_odd_words()', ['odd_words']],
    ['not in parts of words', 'oddwords, modd words, odd wordsmith', []],
    ['not after what allows it', 'it is red, and there is red', ['is red']],
  ])('have a phrase %s', (_, text, expected) => expect(found(text)).toEqual(expected));

  test('have only phrases and sentences in documents', () => {
    const text = 'Why is a struct Blue like odd words?';
    expect(findings(text, proseRules(lists)).map(({ index }) => index)).toEqual([0, text.indexOf('odd')]);
  });

  test('have a sentence only where its capital letter begins it', () => {
    expect(found('Why is it? For why is it.')).toEqual(['Why is']);
  });

  test.each([
    ['a type', 'pub struct Blue; interface BlueSky; enum Green {', ['Blue', 'Green']],
    ['a constant', 'const TALLEST_TREE_M: f64 = SMALLEST;', ['TALLEST_TREE_M', 'SMALLEST']],
    [
      'a variable',
      'let tallest = tree.smallest; tallestTree(smallest_common(tallest_m))',
      ['tallest', 'smallest', 'tallestTree', 'tallest_m'],
    ],
    ['a method that only compares', 'tree.smallest()', []],
    ['a function', 'fn sideways() {} function sideways() {} fn sideways_step() {}', ['sideways', 'sideways']],
    ['a test in Rust', '#[test]\n#[ignore]\nfn every_tree_grows() {}\nfn a_helper() {}', ['every_tree_grows']],
    ['a test with a long name', `#[test]\nfn tree_${'x'.repeat(16)}() {}`, [`tree_${'x'.repeat(16)}`]],
    ['a test in TypeScript', "test('Every tree grows'); it.each([])('all')", ['Every ']],
  ])('have the name of %s', (_, text, expected) => expect(found(text)).toEqual(expected));
});
