// English: numbers, lists, and units.

/** The language tag (BCP 47) of texts and numbers. */
export const tag = 'en';

/** The language tag for times and dates, with 24 hours and the day first. */
export const timeTag = 'en-GB';

/** The marks in numbers, for d3-format: the decimal mark, the mark between groups of digits, and the groups' sizes. */
export const marks = { decimal: '.', thousands: ',', grouping: [3], currency: ['', ''] as [string, string] };

/** Joins words: a, b, and c. Creating an Intl.ListFormat would take longer than rendering a view of a lab. */
export const listed = (words: readonly string[], last: 'and' | 'or' = 'and'): string =>
  words.length < 3 ? words.join(` ${last} `) : `${words.slice(0, -1).join(', ')}, ${last} ${words.at(-1) ?? ''}`;

/** Returns the form of a unit for the number 1, given its form for other numbers: client for clients. */
export const singular = (unit: string): string => unit.replace(/(\w{3})s$/, '$1').replace(/ie$/, 'y');

/** Returns a name as it appears within a sentence: in lower case. */
export const inSentence = (name: string): string => name.toLowerCase();

/** Returns the text unchanged: labs, models, and the engine use English, and scripts write numbers as English does. */
const unchanged = (text: string): string => text;

export {
  /** Returns the words for a unit as labs write it, in the language of the page. */
  unchanged as unitWords,
  /** Converts a number that a reader has written to the notation of scripts. */
  unchanged as plainNumber,
  /** Converts a number from the notation of scripts to the form in which readers write it. */
  unchanged as localNumber,
  /** Returns a word of a model, such as the name of a term, in the language of the page. */
  unchanged as modelWords,
  /** Returns a message of the engine in the language of the page. */
  unchanged as engineWords,
  /** Returns the name of a key, or of keys to press together, in the language of the page. */
  unchanged as keyWords,
};
