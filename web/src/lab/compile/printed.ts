// Compares printed numbers with rounded computed numbers.

/** The first number in a text: its value, half of its last printed digit's place value, and the words after it. */
export interface PrintedNumber {
  readonly value: number;
  readonly half: number;
  readonly words: string;
}

/**
 * The form of numbers in a language's texts: number words, names of powers of ten, and whether a comma is the decimal
 * mark.
 */
interface NumberWords {
  readonly spelt: ReadonlyMap<string, number>;
  readonly scales: ReadonlyMap<string, number>;
  readonly isCommaDecimal: boolean;
}

const counted = (words: string): [string, number][] => words.split(' ').map((word, at) => [word, at + 1]);

const languages: Readonly<Record<string, NumberWords>> = {
  en: {
    spelt: new Map([
      ['half', 0.5],
      ['once', 1],
      ['twice', 2],
      ...counted('one two three four five six seven eight nine ten eleven twelve'),
    ]),
    scales: new Map([
      ['thousand', 1e3],
      ['million', 1e6],
      ['billion', 1e9],
    ]),
    isCommaDecimal: false,
  },
  de: {
    spelt: new Map([
      ['halb', 0.5],
      ['einmal', 1],
      ['zweimal', 2],
      ['doppelt', 2],
      ['ein', 1],
      ['eine', 1],
      ...counted('eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf'),
    ]),
    scales: new Map([
      ['Tausend', 1e3],
      ['Million', 1e6],
      ['Millionen', 1e6],
      ['Milliarden', 1e9],
    ]),
    isCommaDecimal: true,
  },
};

const wordsOf = (language: string): NumberWords => languages[language] ?? wordsOf('en');

/** Rewrites the numbers in a language's text with points as decimal marks and commas between groups of digits. */
const pointed = (text: string, language: string): string =>
  wordsOf(language).isCommaDecimal ? text.replaceAll(/(?<=\d)[.,](?=\d)/g, (mark) => (mark === ',' ? '.' : ',')) : text;

/**
 * Parses a printed number; undefined for other text. Trailing zeros of a whole number may come from rounding: 12,000
 * may be 12,345 rounded to thousands. At least two digits are taken as significant.
 */
export function readPrinted(text: string, language = 'en'): PrintedNumber | undefined {
  const { spelt, scales } = wordsOf(language);
  const [, sign = '', whole = '', decimals, words = ''] =
    /([-−])?(\d{1,3}(?:[,\u202f\u2009\u00a0]\d{3})+|\d+)(?:\.(\d+))?([\s\S]*)$/.exec(pointed(text, language)) ?? [];
  if (whole === '') {
    const [word = '', after = ''] = /^\s*(\p{L}+)\s*([\s\S]*)$/u.exec(text)?.slice(1) ?? [];
    const shortNumber = spelt.get(word.toLowerCase());
    return shortNumber === undefined
      ? undefined
      : { value: shortNumber, half: shortNumber === 0.5 ? 0.05 : 0.5, words: after };
  }
  const digits = whole.replace(/\D/g, '');
  const zeros =
    decimals === undefined ? Math.min(/0*$/.exec(digits)?.[0].length ?? 0, Math.max(0, digits.length - 2)) : 0;
  const value = Number(decimals === undefined ? digits : `${digits}.${decimals}`);
  const [, scale, rest = ''] =
    new RegExp(`^\\s*(?:(${[...scales.keys()].join('|')})\\b)?\\s*([\\s\\S]*)$`).exec(words) ?? [];
  const factor = scales.get(scale ?? '') ?? 1;
  const half = (0.5 * 10 ** zeros * factor) / 10 ** (decimals?.length ?? 0);
  return { value: (sign ? -value : value) * factor, half, words: rest.trim() };
}

/** Returns whether a computed value rounds to the printed value. */
export const agrees = ({ value, half }: PrintedNumber, computed: number): boolean =>
  Math.abs(computed - value) <= half * (1 + 1e-9) + Math.abs(value) * 1e-12;

/** Formats a computed value for a message with four significant digits, or with all digits of a longer integer part. */
export function shortNumber(value: number): string {
  if (!Number.isFinite(value)) return 'no number';
  const size = Math.abs(value);
  const digits = size >= 1000 ? 0 : size === 0 ? 0 : Math.min(20, Math.max(0, 3 - Math.floor(Math.log10(size))));
  return value.toLocaleString('en', { maximumFractionDigits: digits });
}

const unit =
  "%|×|percent\\b|per cent\\b|times (?:as|more|faster|slower|less|fewer|the)\\b|(?:operations|names|pages|lookups|bytes|requests|blocks|B|[KMG]i?B|kB)\\s?(?:/\\s?s|a second|per second)\\b|/s\\b|[nmµμu]?s\\b(?!['’])|(?:nano|micro|milli)?seconds?\\b|[kKMGT]i?B\\b|bytes?\\b|[MG]Hz\\b|IOPS\\b";
const withUnit = new RegExp(`(?<![\\w.,-])\\d[\\d,]*(?:\\.\\d+)?[\\s\\u00a0-]?(?:${unit})`, 'gu');

/** Returns the numbers with a unit of measure in running text, and their offsets. */
export const findMeasured = (text: string, language = 'en'): { text: string; offset: number }[] =>
  [...pointed(text, language).matchAll(withUnit)].map(({ 0: found, index }) => ({
    text: text.slice(index, index + found.length),
    offset: index,
  }));
