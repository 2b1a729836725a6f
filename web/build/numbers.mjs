/**
 * Finds chosen numbers in the code of models: `npm run lint:numbers`. A model takes such numbers from the parameters of
 * a lab, where each has a unit and a source. `numbers.toml` lists the numbers that code may contain, and why. The lint
 * fails on an unlisted number with a decimal point or an exponent, and on an unlisted constant with a whole number. It
 * also fails on an entry that no longer occurs. Whole numbers outside constants are counts and indexes.
 */
import { readFileSync } from 'node:fs';
import { parse } from 'smol-toml';
import { ask, at } from './run.mjs';
import { failed, Problem } from './say.mjs';

const literal = /(?<![\w.])\d[\d_]*(?:\.\d[\d_]*)?(?:e[+-]?\d+)?(?:f64)?(?![\w.]*\()/g;
/** Rust comments, strings, and characters: numbers in them are prose. */
const prose = /\/\/[^\n]*|"(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\.)'/g;

/**
 * A constant and its value. `Number` settings are exempt: they list the values that they accept, and the page shows
 * them.
 */
const constant = /\bconst (\w+): (?!Number\b)[^=;]+? =\s*([^;]+);/g;
const whole = /(?<![\w.]|\de[+-])(?:0[xb][\da-fA-F_]+|\d[\d_]*)(?![\w.]*[\w(]|\.\d)/g;

/** Returns the code of a Rust file without its tests; comments and strings are blanked. */
const codeOf = (text) =>
  text.replace(prose, (found) => found.replace(/[^\n]/g, ' ')).split(/#\[cfg\(test\)\]\s+mod \w+ \{/)[0];
const lineOf = (code, index) => code.slice(0, index).split('\n').length;

/**
 * Returns the floating-point numbers of a Rust file without its tests.
 * @param {string} text
 * @returns {{ line: number, number: string }[]}
 */
export function numbers(text) {
  const code = codeOf(text);
  return [...code.matchAll(literal)]
    .filter(([number]) => /[.e]/.test(number))
    .map(({ 0: number, index }) => ({ line: lineOf(code, index), number }));
}

/**
 * Returns the constants of a Rust file, without its tests, that have a whole number other than 0 and 1.
 * @param {string} text
 * @returns {{ line: number, number: string }[]}
 */
export function constants(text) {
  const code = codeOf(text);
  return [...code.matchAll(constant)]
    .filter(([, , value]) => [...value.matchAll(whole)].some(([number]) => number !== '0' && number !== '1'))
    .map(({ 1: number, index }) => ({ line: lineOf(code, index), number }));
}

/**
 * Returns the complaints about files, given as text by name: unlisted numbers, and listed numbers that no longer occur.
 * @param {Map<string, string>} files
 * @param {{ everywhere: Record<string, string>, files: Record<string, Record<string, string>> }} lists
 * @returns {string[]}
 */
export function complaints(files, lists) {
  const [wrong, unused] = [[], new Set()];
  for (const [file, list] of Object.entries(lists.files))
    for (const number of Object.keys(list)) unused.add(`${file}: ${number}`);
  for (const [file, text] of files)
    for (const { line, number } of [...numbers(text), ...constants(text)]) {
      unused.delete(`${file}: ${number}`);
      if (!lists.everywhere[number] && !lists.files[file]?.[number])
        wrong.push(
          `${file}:${line}: ${number} is not listed: make it a lab parameter, or give the reason for it in web/build/numbers.toml`,
        );
    }
  return [...wrong, ...[...unused].map((entry) => `web/build/numbers.toml lists ${entry}, which is gone: remove it`)];
}

export default function lint() {
  const lists = parse(readFileSync(at('web/build/numbers.toml'), 'utf8'));
  const names = ask('git', ['ls-files', '--cached', '--others', '--exclude-standard', '--', ...lists.folders]);
  const files = names.split('\n').filter((file) => file.endsWith('.rs') && !/\/tests(?:\.rs$|\/)/.test(file));
  const wrong = complaints(new Map(files.map((file) => [file, readFileSync(at(file), 'utf8')])), lists);
  wrong.forEach(failed);
  if (wrong.length) throw new Problem('problems with numbers in model code: fix those listed above');
}
