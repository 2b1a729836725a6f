/**
 * Finds words, phrases, and names that this project does not use, and long sentences: `npm run lint:words`. `words.toml`
 * lists them, with the folders and documents to search.
 */
import { existsSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { parse } from 'smol-toml';
import { ask, at } from './run.mjs';
import { failed, Problem } from './say.mjs';
import { longSentences } from './sentences.mjs';

/** @typedef {{ index: number, length: number, instead: string }} Finding */

const sources = new Set(['.css', '.js', '.mjs', '.rs', '.svelte', '.ts']);
/** The separators between two words of a phrase: spaces, also across lines of a comment, and underscores in names. */
const gap = String.raw`(?:[\s_]|(?<=\n[\t ]*)(?:\/\/[\/!]?|\*))+`;
const words = (text) => text.trim().split(/\s+/);
const alternatives = (list) => list.join('|');

const rule = (pattern, instead, flags = '') => ({ pattern: new RegExp(pattern, `g${flags}`), instead });

/**
 * Turns the phrases and sentences of `words.toml` into regular expressions; the capture of a match is the finding.
 * @param {any} lists
 * @returns {{ pattern: RegExp, instead: string }[]}
 */
export function proseRules({ phrases, sentences }) {
  const prose = (list, flags) =>
    Object.entries(list).map(([phrase, instead]) =>
      rule(`(?<![\\p{L}\\d])(${phrase.replaceAll(' ', gap)})(?![\\p{L}\\d])`, instead, `u${flags}`),
    );
  return [...prose(phrases, 'i'), ...prose(sentences, '')];
}

/**
 * Turns all lists of `words.toml` into regular expressions, for sources.
 * @param {any} lists
 * @returns {ReturnType<typeof proseRules>}
 */
export function rules(lists) {
  const { types, limits, functions, tests } = lists;
  const limit = alternatives(words(limits.words));
  const [type, call, first] = [types.names, functions.names, tests.beginnings].map((list) => alternatives(words(list)));
  return [
    ...proseRules(lists),
    rule(`\\b(?:class|enum|interface|struct|trait|type|union) (${type})\\b`, types.instead),
    rule(`\\b((?:${limit.toUpperCase()})(?:_[A-Z\\d_]+)?)\\b(?! [a-z])`, limits.instead),
    rule(`\\b(?!${alternatives(words(limits.terms))})((?:${limit})(?:_\\w+|[A-Z]\\w*))`, limits.instead),
    rule(`(?:\\b(?:const|let|mut|pub|fn) |\\.)(${limit})\\b(?!\\()`, limits.instead),
    rule(`\\b(?:fn|function) (${call})\\b`, functions.instead),
    rule(
      `#\\[test\\]\\s+(?:#\\[[^\\]]*\\]\\s+)*(?:async )?fn ((?:${first})_\\w+|\\w{${tests.max_length + 1},})`,
      tests.instead,
    ),
    rule(`\\b(?:describe|it|test)(?:\\.\\w+)*\\(\\s*['"\`]((?:${first}) )`, tests.instead, 'i'),
  ];
}

/**
 * Returns the rules' findings in a file, in file order.
 * @param {string} text
 * @param {ReturnType<typeof rules>} patterns
 * @returns {Finding[]}
 */
export function findings(text, patterns) {
  const found = patterns.flatMap(({ pattern, instead }) =>
    [...text.matchAll(pattern)].map((match) => {
      const [whole, finding] = match;
      return { index: match.index + whole.lastIndexOf(finding), length: finding.length, instead };
    }),
  );
  return found.sort((a, b) => a.index - b.index);
}

/** Returns the files of this work tree that match patterns of Git. */
const filesOf = (patterns) =>
  ask('git', ['ls-files', '--cached', '--others', '--exclude-standard', '--', ...patterns])
    .split('\n')
    .filter((file) => existsSync(at(file)));

export default function lint() {
  const lists = parse(readFileSync(at('web/build/words.toml'), 'utf8'));
  const [inSources, inDocuments] = [rules(lists), proseRules(lists)];
  const places = [
    ...filesOf(lists.folders).flatMap((file) => (sources.has(extname(file)) ? [[file, inSources]] : [])),
    ...filesOf(lists.documents).map((file) => [file, inDocuments]),
  ];
  let count = 0;
  for (const [file, patterns] of places) {
    const text = readFileSync(at(file), 'utf8');
    for (const { index, length, instead } of findings(text, patterns)) {
      const line = text.slice(0, index).split('\n').length;
      const found = text.slice(index, index + length).replace(/\s+/g, ' ');
      failed(`${file}:${line}: "${found}": write ${instead}`);
      count++;
    }
    if (extname(file) === '.toml' || lists.length.exceptions.includes(file)) continue;
    for (const { line, words, sentence } of longSentences(file, text, lists.length.max_words)) {
      failed(`${file}:${line}: ${words} words, and ${lists.length.max_words} are allowed: split "${sentence}"`);
      count++;
    }
  }
  if (count) throw new Problem('unwanted words or sentences: rewrite them as listed above');
}
