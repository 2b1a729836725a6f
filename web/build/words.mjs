/**
 * Looks for words, phrases and names that are not used here: `npm run lint:words`. `words.toml` lists them, and the folders
 * that are not swept yet. It fails on a finding in any other folder, and on a listed folder that has none any more.
 */
import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { parse } from 'smol-toml';
import { ask, at } from './run.mjs';
import { done, failed, Problem } from './say.mjs';

/** @typedef {{ index: number, length: number, instead: string }} Finding */

const sources = new Set(['.css', '.js', '.mjs', '.rs', '.svelte', '.ts']);
/** What may be between two words of a phrase: blanks, also across lines of a comment, and underscores in names. */
const gap = String.raw`(?:[\s_]|(?<=\n[\t ]*)(?:\/\/[\/!]?|\*))+`;
const words = (text) => text.trim().split(/\s+/);
const alternatives = (list) => list.join('|');

/**
 * Turns the lists of `words.toml` into regular expressions; what one captures is the finding.
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
 * Finds what a source file has that the rules name, in the order of the file.
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

/**
 * Sorts findings by the entry of the list of unswept folders that covers each file.
 * @param {string[]} unswept
 * @param {Map<string, unknown[]>} byFile
 */
export function sortByFolder(unswept, byFile) {
  const covers = (entry, file) => file === entry || file.startsWith(`${entry}/`);
  const counts = unswept.map((entry) => {
    const inside = [...byFile].filter(([file]) => covers(entry, file));
    return { entry, count: inside.reduce((sum, [, list]) => sum + list.length, 0) };
  });
  const swept = [...byFile].filter(([file, list]) => list.length && !unswept.some((entry) => covers(entry, file)));
  return { counts, swept };
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
  const byFile = new Map([...texts].map(([file, text]) => [file, findings(text, patterns)]));
  const { counts, swept } = sortByFolder(lists.unswept, byFile);

  for (const { entry, count } of counts) done(`${entry}: ${count} to rewrite`);
  for (const [file, list] of swept)
    for (const { index, length, instead } of list) {
      const text = texts.get(file);
      const line = text.slice(0, index).split('\n').length;
      const found = text.slice(index, index + length).replace(/\s+/g, ' ');
      failed(`${file}:${line}: "${found}": write ${instead}`);
    }
  const clean = counts.filter(({ count }) => count === 0).map(({ entry }) => entry);
  if (clean.length)
    throw new Problem(`no finding in ${clean.join(', ')}: take it out of "unswept" in web/build/words.toml`);
  if (swept.length) throw new Problem('words that are not used here: rewrite what is named above');
}
