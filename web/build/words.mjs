/**
 * Finds words, phrases, and names that this project does not use: `npm run lint:words`. `words.toml` lists them, and
 * the folders that are not yet cleaned up. The lint fails on a finding in any other folder, and on a listed folder
 * without findings.
 */
import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { parse } from 'smol-toml';
import { ask, at } from './run.mjs';
import { failed, Problem } from './say.mjs';

/** @typedef {{ index: number, length: number, instead: string }} Finding */

const sources = new Set(['.css', '.js', '.mjs', '.rs', '.svelte', '.ts']);
/** The separators between two words of a phrase: spaces, also across lines of a comment, and underscores in names. */
const gap = String.raw`(?:[\s_]|(?<=\n[\t ]*)(?:\/\/[\/!]?|\*))+`;
const words = (text) => text.trim().split(/\s+/);
const alternatives = (list) => list.join('|');

/**
 * Turns the lists of `words.toml` into regular expressions; the capture of a match is the finding.
 * @param {any} lists
 * @returns {{ pattern: RegExp, instead: string }[]}
 */
export function rules({ phrases, sentences, types, limits, functions, tests }) {
  const limit = alternatives(words(limits.words));
  const [type, call, first] = [types.names, functions.names, tests.beginnings].map((list) => alternatives(words(list)));
  const rule = (pattern, instead, flags = '') => ({ pattern: new RegExp(pattern, `g${flags}`), instead });
  const prose = (list, flags) =>
    Object.entries(list).map(([phrase, instead]) =>
      rule(`(?<![\\p{L}\\d])(${phrase.replaceAll(' ', gap)})(?![\\p{L}\\d])`, instead, `u${flags}`),
    );
  return [
    ...prose(phrases, 'i'),
    ...prose(sentences, ''),
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
 * Returns the rules' findings in a source file, in file order.
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

export default function lint() {
  const lists = parse(readFileSync(at('web/build/words.toml'), 'utf8'));
  const patterns = rules(lists);
  const files = ask('git', ['ls-files', '--cached', '--others', '--exclude-standard', '--', ...lists.folders]).split(
    '\n',
  );
  const texts = new Map(
    files.filter((file) => sources.has(extname(file))).map((file) => [file, readFileSync(at(file), 'utf8')]),
  );
  let count = 0;
  for (const [file, text] of texts)
    for (const { index, length, instead } of findings(text, patterns)) {
      const line = text.slice(0, index).split('\n').length;
      const found = text.slice(index, index + length).replace(/\s+/g, ' ');
      failed(`${file}:${line}: "${found}": write ${instead}`);
      count++;
    }
  if (count) throw new Problem('words that are not used here: rewrite the places named above');
}
