// The language of the pages. The build for another language uses that language's file instead of en.ts.
import { tag } from './en';

export {
  engineWords,
  keyWords,
  listed,
  localNumber,
  marks,
  modelWords,
  plainNumber,
  singular,
  tag,
  timeTag,
  unitWords,
  inSentence,
} from './en';

/**
 * Text for readers. `'computes' satisfies Words` marks a string as text for readers if its form does not: a single
 * word, or a word that the same source file compares.
 */
export type Words = string;

declare const __TRANSLATED__: readonly string[] | undefined;

/** The ids of the labs translated into the language of the page; undefined on English pages. */
export const translated: readonly string[] | undefined =
  typeof __TRANSLATED__ === 'undefined' ? undefined : __TRANSLATED__;

/** The path from the root of the pages in this language to that of the English pages, which have all tools. */
export const toEnglish = translated ? '../' : '';

/** Formats a number with all its digits, in the format of the language. */
export const allDigits = (value: number, options?: Intl.NumberFormatOptions): string =>
  value.toLocaleString(tag, options);
