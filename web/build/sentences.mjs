/** Finds sentences of documents and comments that are too long to read at once. */

/** Abbreviations whose point does not end a sentence. */
const abbreviation = /(?:^|[\s(])(?:e\.g|i\.e|vs|etc|cf|al|ch|fig|no|p|pp|vol|[A-Z])\.$/i;
/** The end of a sentence before a space and the beginning of the next. */
const end = /[.?!][”"’)*`\]]*(?=\s+[“"(*`[]*[\p{Lu}\d`])/gu;

/**
 * Returns the sentences of a paragraph.
 * @param {string} paragraph
 */
export function sentencesOf(paragraph) {
  const found = [];
  let from = 0;
  for (const match of paragraph.matchAll(end)) {
    const to = match.index + match[0].length;
    if (abbreviation.test(paragraph.slice(from, match.index + 1))) continue;
    found.push(paragraph.slice(from, to));
    from = to;
  }
  found.push(paragraph.slice(from));
  return found.map((text) => text.trim()).filter(Boolean);
}

/** Returns the text of links without their addresses, which may be expressions between angle brackets. */
const plain = (text) => text.replace(/\[([^\]]*)\]\((?:<.*?>(?: "[^"]*")?|(?:[^()<]|\([^()]*\))*)\)/g, '$1');

/** Returns the number of words: strings between spaces with a letter or a digit. */
export const wordCount = (sentence) =>
  plain(sentence)
    .split(/\s+/)
    .filter((word) => /[\p{L}\d]/u.test(word)).length;

/** A line that is not prose: a heading, a row of a table, a directive, a picture, a quotation, or HTML. */
const notProse = /^\s*(?:#|\||:::|::|!\[|>|<|\*\*\*|---)/;
const bullet = /^\s*(?:[-*+]|\d+\.)\s+/;

/**
 * Returns the paragraphs of lines with their line numbers, counted from 1. Code between fences is left out.
 * @param {readonly { text: string, line: number }[]} lines
 */
function paragraphs(lines) {
  /** @type {{ text: string, line: number }[]} */
  const found = [];
  let [open, inCode] = [false, false];
  for (const { text, line } of lines) {
    const isFence = /^\s*```/.test(text);
    if (isFence) inCode = !inCode;
    if (isFence || inCode || !text.trim() || notProse.test(text)) {
      open = false;
      continue;
    }
    if (open && !bullet.test(text) && !/^\s*@/.test(text)) found[found.length - 1].text += ` ${text.trim()}`;
    else found.push({ text: text.replace(bullet, '').trim(), line });
    open = true;
  }
  return found;
}

const numbered = (text) => text.split('\n').map((text, at) => ({ text, line: at + 1 }));

/** Returns the prose of a Markdown document without its front matter. */
const documentLines = (text) => numbered(text.replace(/^---\n.*?\n---\n/s, (matter) => matter.replace(/.+/g, '')));

/** Returns the text of the comments of a source; lines of code separate them. */
function commentLines(text) {
  let isBlock = false;
  return numbered(text).map(({ text, line }) => {
    if (isBlock) {
      const closed = text.includes('*/') || text.includes('-->');
      isBlock = !closed;
      return { text: text.replace(/(?:\*\/|-->).*$/, '').replace(/^\s*\*?\s?/, ''), line };
    }
    const [, ofLine] = /^\s*\/\/[/!]?\s?(.*)$/.exec(text) ?? [];
    if (ofLine !== undefined) return { text: ofLine, line };
    const [, ofBlock] = /^\s*(?:\/\*\*?|<!--)\s?(.*)$/.exec(text) ?? [];
    if (ofBlock === undefined) return { text: '', line };
    isBlock = !/\*\/|-->/.test(ofBlock);
    return { text: ofBlock.replace(/\s*(?:\*\/|-->).*$/, ''), line };
  });
}

/**
 * Returns the sentences of a file that have more words than allowed.
 * @param {string} file its name, which shows whether it is a document or a source
 * @param {string} text
 * @param {number} maxWords
 * @returns {{ line: number, words: number, sentence: string }[]}
 */
export function longSentences(file, text, maxWords) {
  const lines = file.endsWith('.md') ? documentLines(text) : commentLines(text);
  return paragraphs(lines).flatMap(({ text, line }) =>
    sentencesOf(text)
      .map((sentence) => ({ line, words: wordCount(sentence), sentence }))
      .filter(({ words }) => words > maxWords),
  );
}
