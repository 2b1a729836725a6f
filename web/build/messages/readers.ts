// Determines which texts of a source readers see, from the form and the context of each text.

/** Attributes with text that readers read or hear. */
export const readAttributes = new Set([
  'alt',
  'aria-description',
  'aria-label',
  'aria-roledescription',
  'aria-valuetext',
  'content',
  'label',
  'placeholder',
  'title',
]);

/** Properties of components that never hold text for readers. */
export const codeAttributes =
  /^(?:class|data-.*|for|form|href|id|kind|name|names|of|on.*|role|src|style|type|use|width|xmlns)$/;

/** Elements that end a sentence: the text before and after them is not the same message. */
export const blocks = new Set(
  'article aside blockquote body caption circle dd defs details dialog div dl dt fieldset figcaption figure footer form g h1 h2 h3 h4 h5 h6 header hr iframe legend li line link main menu meta nav ol optgroup option p path polygon polyline pre rect script section style summary svelte:boundary svelte:head svg table tbody td template text tfoot th thead title tr ul'.split(
    ' ',
  ),
);

/** Elements whose content is not text for readers. */
export const silent = new Set(['code', 'kbd', 'pre', 'samp', 'script', 'style']);

/** Fields with strings that readers see. */
export const readFields = new Set(['label', 'meaning', 'text', 'title', 'words']);

/** Calls with strings that readers see. */
export const readCalls = new Set(['counted', 'plural', 'seriesWords']);

/** Calls with arguments that are code. */
export const codeCalls =
  /^(?:RegExp|URL|add|addEventListener|append|assertNever|attr|closest|createElement|createElementNS|createEventDispatcher|define|delete|dispatchEvent|endsWith|fetch|format|get|getAttribute|getContext|getElementById|has|hasAttribute|import|includes|indexOf|lastIndexOf|log|matchAll|matchMedia|matches|padEnd|padStart|querySelector|querySelectorAll|removeAttribute|removeEventListener|replace|replaceAll|requestFile|set|setAttribute|setContext|setProperty|split|startsWith|test|tickFormat|toLocaleDateString|toLocaleString|toLocaleTimeString|toggle|toggleAttribute|warn|Event|CustomEvent|Worker|IntersectionObserver|NumberFormat|DateTimeFormat|Blob)$/;

/** Returns whether text contains a word or a part of a word. */
export const hasLetters = (text: string): boolean => /\p{L}{2}/u.test(text);

/** Files that only list words for readers: each of their strings is a message. */
export const wordLists = /(?:^|\/)player\/roles\.ts$/;

/** Names in scripts, and names of keys, that look like text for readers. */
const codeWords = /^(?:Array|Arrow|Backspace|Blob|Delete|End|Enter|Error|Escape|Home|Shift|Space|Spacebar|Tab)$/;

/** Beginnings of style sheets, paths, queries, addresses, and markup. */
const codeStart = /^(?:[.#@/<[(]|data:|[a-z]+:[a-z-]+$|(?:calc|rotate|scale|translate|var)\()/;
/** Marks that occur in expressions, style declarations, markup, and path data. */
const codeMarks = /[{}\\`]|:\/\/|&&|\|\||=>|--|\w=["'\w]|<\/?\w|[\w-]+:\s?[^;]+;|^[MLHVCSQTAZ][\d\s.,]*$/i;

/** Returns whether a string that appears on the page is a line of words, and not a path or markup. */
export const isWords = (text: string): boolean =>
  hasLetters(text.replaceAll(/\{\d+\}/g, ' ')) && !/^[/<]|\n/.test(text);

/** Returns whether a string of a script looks like text for readers, and not like code. */
export function looksRead(text: string): boolean {
  const words = text.replaceAll(/\{\d+\}/g, ' ').trim();
  if (!hasLetters(words) || codeStart.test(text.trim()) || codeMarks.test(words)) return false;
  // Words in a row, or words after a number.
  if (/\p{L}[\p{L}’'-]*[,;:.]? +[(“]?\p{L}/u.test(words)) return true;
  return /^\p{Lu}\p{Ll}+[.:,!?…]?$/u.test(words) && !codeWords.test(words);
}

/** Text that consists only of values and words: `read {0}`, `{0} more`, `{0}, {1} of them`. */
const phrase = /^(?:[,;:]? ?)(?:\{\d+\}|[\p{L}\d]+)(?:[\s\u2009\u202f]?%)?(?:[,;:]? \(?(?:\{\d+\}|\p{L}+)\)?)*[.,:]?$/u;
/** Returns whether a template is a phrase of values and words. */
export const isPhrase = (text: string): boolean =>
  phrase.test(text) && /(?:^| )\p{L}{2,}(?=[ ,;:.)]|$)/u.test(text) && text.includes(' ');
