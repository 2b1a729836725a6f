// Markdown with directives and tables, with limits that bound the cost of hostile text.
import type { Nodes, Root } from 'mdast';
import { directiveFromMarkdown } from 'mdast-util-directive';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { directive } from 'micromark-extension-directive';
import { gfmTable } from 'micromark-extension-gfm-table';
import type { SourceFile } from './files.ts';
import { top, type SourcePosition } from './problems.ts';

/** The maximum nesting depth of blocks. */
const MAX_DEPTH = 20;
const MAX_BLOCKS = 2000;
const MAX_MARKDOWN_CHARS = 400_000;
/** The maximum length of text without an empty line. */
const MAX_PARAGRAPH_CHARS = 20_000;
/**
 * Characters such as * and [ may start or end markup, and the parser's time grows with the square of their number
 * between two empty lines. The limit applies to the sum of these squares in a file; a long lab needs a fraction of the
 * limit.
 */
const MAX_MARK_PAIRS = 4_000_000;

/** Block directives only: with inline `:name` directives, "2.5:1" and "DASD:zFS" would no longer be text. */
const blockDirectives = { ...directive(), text: {} };

const options = {
  extensions: [blockDirectives, gfmTable()],
  mdastExtensions: [directiveFromMarkdown({ verbose: true }), gfmTableFromMarkdown()],
};

export const placeOf = (node: Nodes): SourcePosition => node.position?.start ?? top;

/**
 * Returns the first line that makes the text too expensive for the parser, with the reason; undefined if no line does.
 * The check takes little time, because it only scans lines.
 */
function excess(text: string): { line: number; message: string } | undefined {
  let [stretch, marks, pairs, depth, directives] = [0, 0, 0, 0, 0];
  let fence = '';
  for (const [index, line] of text.split('\n').entries()) {
    const refuse = (message: string) => ({ line: index + 1, message });
    const [, quotes = '', rest = ''] = /^([\s>]*)(.*)$/.exec(line) ?? [];
    if (rest === '') [pairs, stretch, marks] = [pairs + marks * marks, 0, 0];
    stretch += line.length + 1;
    marks += line.replace(/[^*_`[\]<>|]/g, '').length;
    if (stretch > MAX_PARAGRAPH_CHARS)
      return refuse(`a paragraph is longer than ${MAX_PARAGRAPH_CHARS.toLocaleString('en')} characters: split it`);
    if (pairs + marks * marks > MAX_MARK_PAIRS)
      return refuse('there are too many marks such as * and [ between empty lines: split the text');
    if (quotes.replace(/[^>]/g, '').length > MAX_DEPTH || /^(?:[-+*]\s+){20}/.test(rest))
      return refuse(`blocks are nested more than ${MAX_DEPTH} levels deep: nest fewer`);
    const [ticks = ''] = /^(?:`{3,}|~{3,})/.exec(rest) ?? [];
    if (ticks && (fence === '' || ticks.startsWith(fence))) fence = fence === '' ? ticks : '';
    if (fence !== '') continue;
    if (/^:{2,}[a-z]/i.test(rest)) directives += 1;
    if (/^:{3,}[a-z]/i.test(rest)) depth += 1;
    else if (/^:{3,}\s*$/.test(rest)) depth = Math.max(0, depth - 1);
    if (depth > MAX_DEPTH)
      return refuse(
        `blocks are nested more than ${MAX_DEPTH} levels deep or are never closed: close them, or nest fewer`,
      );
    if (directives > MAX_BLOCKS)
      return refuse(`there are more than ${MAX_BLOCKS.toLocaleString('en')} blocks: remove some`);
  }
  return undefined;
}

const isBlock = ({ type }: Nodes): boolean =>
  !['text', 'emphasis', 'strong', 'inlineCode', 'link', 'break', 'tableCell', 'tableRow', 'listItem'].includes(type);

/**
 * Reads Markdown from `text`, which has the file's line numbers; reports text that exceeds a limit, and returns
 * undefined.
 */
export function readMarkdown(source: SourceFile, text = source.text): Root | undefined {
  const refuse = (line: number, message: string): undefined => source.error({ line, column: 1 }, message);
  if (text.length > MAX_MARKDOWN_CHARS)
    return refuse(1, `this text is longer than ${MAX_MARKDOWN_CHARS.toLocaleString('en')} characters: shorten it`);
  const early = excess(text);
  if (early) return refuse(early.line, early.message);
  const root = fromMarkdown(text, options);
  let blocks = 0;
  const measure = (node: Nodes, depth: number): SourcePosition | undefined => {
    blocks += isBlock(node) ? 1 : 0;
    if (depth > 2 * MAX_DEPTH || blocks > MAX_BLOCKS) return placeOf(node);
    if (!('children' in node)) return undefined;
    for (const child of node.children) {
      const place = measure(child, depth + 1);
      if (place) return place;
    }
    return undefined;
  };
  const late = measure(root, 0);
  if (late)
    return refuse(
      late.line,
      blocks > MAX_BLOCKS
        ? `there are more than ${MAX_BLOCKS.toLocaleString('en')} blocks: remove some`
        : `blocks are nested more than ${MAX_DEPTH} levels deep: nest fewer`,
    );
  return root;
}

/**
 * Returns the front matter between two --- lines, and the rest with the same line numbers; undefined if there is no
 * front matter.
 */
export function splitFrontMatter(text: string): { matter: string; rest: string } | undefined {
  const [, matter] = /^---[ \t]*\n([\s\S]*?\n)?---[ \t]*(?:\n|$)/.exec(text) ?? [];
  const head = /^---[ \t]*\n(?:[\s\S]*?\n)?---[ \t]*(?:\n|$)/.exec(text)?.[0];
  if (head === undefined) return undefined;
  return { matter: matter ?? '', rest: head.replace(/[^\n]/g, ' ') + text.slice(head.length) };
}
