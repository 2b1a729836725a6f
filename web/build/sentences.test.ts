import { describe, expect, test } from 'vitest';
import { longSentences, sentencesOf, wordCount } from './sentences.mjs';

const long = (file: string, text: string) =>
  longSentences(file, text, 4).map(({ line, words, sentence }) => [line, words, sentence]);

describe('sentences', () => {
  test.each([
    ['at points, question marks, and closing quotation marks', 'One. “Two?” Three', ['One.', '“Two?”', 'Three']],
    ['not at abbreviations', 'Units, e.g. KB, as in fig. 3 by A. Author', undefined],
    ['not before a small letter', 'The file lab.md is read', undefined],
    [
      'before a number or code',
      'Two are left. 3 are right. `x` is third.',
      ['Two are left.', '3 are right.', '`x` is third.'],
    ],
  ])('are split %s', (_, text, expected) => expect(sentencesOf(text)).toEqual(expected ?? [text]));

  test('have the words of their links, and no signs', () => {
    expect(wordCount('It is [12 KB](documented:deck "A title (2)") – or 5 × 3.')).toBe(7);
    expect(wordCount('It is [1.5 times](<model:((a(b=1) + c(d=2)) / e(f(g) > 1))> "of (all) users") as long.')).toBe(6);
  });
});

describe('long sentences', () => {
  test('of a document are in its paragraphs and list items, not in code, tables, headings, or front matter', () => {
    const text =
      '---\ntitle: one two three four five\n---\n# One two three four five\n\nOne two\nthree four five. Six.\n\n' +
      '- one two three\n- one two three four five\n\n| one two three four five |\n\n```\none two three four five\n```\n';
    expect(long('a.md', text)).toEqual([
      [6, 5, 'One two three four five.'],
      [10, 5, 'one two three four five'],
    ]);
  });

  test.each([
    ['lines', '// One two\n// three four five.\nlet x = 1;\n// Six.', [[1, 5, 'One two three four five.']]],
    [
      'doc comments of Rust',
      '/// One two three.\n///\n/// - four\nfn f() {}\n//! one two three four five',
      [[5, 5, 'one two three four five']],
    ],
    ['code in them', '/// ```\n/// one two three four five\n/// ```', []],
    [
      'blocks',
      '/**\n * One two three\n * four five.\n * @param one two three four\n */',
      [
        [2, 5, 'One two three four five.'],
        [4, 5, '@param one two three four'],
      ],
    ],
    [
      'one line',
      '/** One two three four five. */\nconst x = "one two three four five";',
      [[1, 5, 'One two three four five.']],
    ],
    ['markup', '<!-- One two three four five. -->', [[1, 5, 'One two three four five.']]],
  ])('of a source are in its comments: %s', (_, text, expected) => expect(long('a.ts', text)).toEqual(expected));
});
