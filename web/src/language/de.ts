// German: numbers, lists, and names; units and the engine's words are in separate files.
export { engineWords, modelWords } from './de-engine.ts';
export { singular, unitWords } from './de-units.ts';

/** The language tag (BCP 47) of texts and numbers. */
export const tag = 'de';

/** The language tag for times and dates, with 24 hours and the day first. */
export const timeTag = 'de';

/** The marks in numbers, for d3-format: the decimal mark, the mark between groups of digits, and the groups' sizes. */
export const marks = { decimal: ',', thousands: '.', grouping: [3], currency: ['', ''] as [string, string] };

const joins = { and: 'und', or: 'oder' };

/** Joins words: a, b und c. */
export const listed = (words: readonly string[], last: 'and' | 'or' = 'and'): string =>
  [words.slice(0, -1).join(', '), ...words.slice(-1)].filter(Boolean).join(` ${joins[last]} `);

/** Removes the points between groups of three digits; the point of 0.233 is a decimal point. */
const ungrouped = (text: string): string =>
  text.replaceAll(/(?<![\d.,])[1-9]\d{0,2}(?:\.\d{3})+(?![\d.])/g, (number) => number.replaceAll('.', ''));

/** Converts a number that a reader has written to the notation of scripts: 1.234,5 to 1234.5. */
export const plainNumber = (text: string): string => ungrouped(text).replace(/(?<=\d),(?=\d)/, '.');

/** Converts a number from the notation of scripts to the form in which readers write it: 1234.5 to 1234,5. */
export const localNumber = (text: string): string => text.replace(/(?<=\d)\.(?=\d)/, ',');

/** Returns a name as it appears within a sentence: unchanged, because nouns begin with a capital. */
export const inSentence = (name: string): string => name;

const keyNames: Record<string, string> = {
  Ctrl: 'Strg',
  End: 'Ende',
  Enter: 'Eingabe',
  Escape: 'Esc',
  Home: 'Pos1',
  Shift: 'Umschalt',
  Space: 'Leertaste',
};

/** Returns the German name of a key, or of keys to press together. */
export const keyWords = (keys: string): string => keys.replaceAll(/\p{L}+/gu, (name) => keyNames[name] ?? name);
