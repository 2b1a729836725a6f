// Running text: Markdown's inline syntax, and figures.
import type { Definition, PhrasingContent, Root } from 'mdast';
import { plainText } from '../plain-text.ts';
import type { Inline } from '../types.ts';
import { refusedLink } from './addresses.ts';
import { commandSchemes, readCommand } from './commands.ts';
import { deskScheme, readDeskLink } from './desk-links.ts';
import { figureSchemes, readFigure } from './figures.ts';
import { placeIn, type SourceFile } from './files.ts';
import type { Lesson, BlockContext } from './lesson.ts';
import { placeOf } from './markdown.ts';
import { findMeasured } from './printed.ts';
import type { SourcePosition } from './problems.ts';
import { nearest } from './suggest.ts';
import { readTerm, termScheme } from './terms.ts';

/** Syntax of other Markdown dialects that labs do not render; prices such as $5 and $6 are not formulas. */
const foreignMarks: readonly { pattern: RegExp; message: (found: string) => string }[] = [
  {
    pattern: /\${1,2}(?=[^\s$])[^$]*(?<=[^\s$])\${1,2}(?!\d)/g,
    message: (found) =>
      `formulas such as ${found} are not rendered: write them in words and characters, such as \`n²/2\``,
  },
  {
    pattern: /\[\^[^\]\s]+\]:?/g,
    message: (found) =>
      `the footnote ${found.replace(':', '')} is not rendered: write a :::note, or give the source as [text](documented:source "place")`,
  },
];

/** A space before the symbol of a unit. */
const beforeUnit = "[ \\n](?=(?:%|×|[nmµ]?s|[kKMGT]i?B|[MG]Hz)(?![\\w’']))";
const afterDigit = new RegExp(`(?<=\\d)${beforeUnit}`, 'gu');
const afterFigure = new RegExp(`^${beforeUnit}`, 'u');

/** Keeps a number and the symbol of its unit on one line; the number may be a figure before the text. */
function keepUnits(text: string, before: Inline | undefined): string {
  const kept = text.replace(afterDigit, '\u00a0');
  return before?.kind === 'figure' || before?.kind === 'drawn' ? kept.replace(afterFigure, '\u00a0') : kept;
}

/** Advice for a number whose link has an unknown scheme. */
const figureAdvice = '; the address of a figure begins with published:, derived:, model:, documented:, or assumed:';

/** A reader of the running text in one file. */
export class InlineReader {
  readonly #lesson: Lesson;
  readonly #source: SourceFile;
  readonly #definitions = new Map<string, Definition>();

  constructor(lesson: Lesson, source: SourceFile, root: Root) {
    this.#lesson = lesson;
    this.#source = source;
    const collect = (node: { type: string; children?: unknown[] }): void => {
      if (node.type === 'definition') {
        const definition = node as unknown as Definition;
        if (!this.#definitions.has(definition.identifier)) this.#definitions.set(definition.identifier, definition);
      }
      for (const child of node.children ?? []) collect(child as Parameters<typeof collect>[0]);
    };
    collect(root);
  }

  read(nodes: readonly PhrasingContent[], where: BlockContext): Inline[] {
    const found: Inline[] = [];
    for (const node of nodes) {
      const inline = this.#one(node, where, found.at(-1));
      if (inline) found.push(inline);
    }
    return found;
  }

  #one(node: PhrasingContent, where: BlockContext, before: Inline | undefined): Inline | undefined {
    const wrong = (message: string): undefined => this.#source.error(placeOf(node), message);
    switch (node.type) {
      case 'text':
        this.#checkText(node.value, placeOf(node), where, this.#written(node));
        this.#lesson.show(this.#source, placeOf(node), where, { kind: 'text', text: node.value });
        // The text of a figure stays unchanged for the comparison with its source; style sheets keep it on one line.
        return { kind: 'text', text: where.hidden ? node.value : keepUnits(node.value, before) };
      case 'emphasis':
      case 'strong':
        return { kind: node.type, text: this.read(node.children, where) };
      case 'inlineCode':
        return { kind: 'code', text: node.value };
      case 'break':
        return { kind: 'break' };
      case 'link':
        return this.#link(node.url, node.title ?? '', node.children, placeOf(node), where);
      case 'linkReference': {
        if (node.identifier.startsWith('^')) {
          this.#checkText(`[${node.identifier}]`, placeOf(node), where);
          return undefined;
        }
        const { url = '', title } = this.#definitions.get(node.identifier) ?? {};
        return this.#link(url, title ?? '', node.children, placeOf(node), where);
      }
      case 'html':
        return wrong('HTML is not supported in labs; to show it as text, put it between backticks');
      case 'image':
      case 'imageReference':
        return wrong('an image must be a separate block: ::image[caption]{src=images/… alt="what it shows"}');
      default:
        return wrong(`"${node.type}" is not supported in labs`);
    }
  }

  #link(url: string, title: string, children: PhrasingContent[], place: SourcePosition, where: BlockContext): Inline {
    const text = this.read(children, { ...where, prose: false, hidden: true });
    const said = plainText(text);
    const figure = readFigure(this.#lesson, this.#source, { text: said, url, title, place }, where);
    if (figure) {
      if (figure.inline.kind === 'figure')
        this.#lesson.show(this.#source, place, where, { kind: 'figure', figure: figure.inline });
      const only = children.length === 1 && children[0]?.type === 'text';
      if (!only) this.#source.error(place, 'a figure must be plain text without emphasis or code');
      return figure.inline;
    }
    const command = readCommand(this.#lesson, this.#source, { text: said, url, inlines: text, place });
    if (command) return command;
    if (said.trim() === '') this.#source.error(place, 'the link has no text: write it in the brackets');
    const term = readTerm(this.#lesson, this.#source, { text: said, url, place });
    if (term) {
      this.#lesson.show(this.#source, place, where, { kind: 'text', text: said });
      return term;
    }
    const desk = readDeskLink(this.#lesson, this.#source, { url, inlines: text, place });
    if (desk) return desk;
    const [, scheme = ''] = /^([a-z]+):/i.exec(url) ?? [];
    const known = [...figureSchemes, ...commandSchemes, termScheme, deskScheme];
    const meant = scheme === 'https' ? undefined : nearest(scheme, known);
    const refused = refusedLink(url);
    const advice = meant ? `; did you mean "${meant}:"?` : /^\d/.test(said) ? figureAdvice : '';
    if (refused) this.#source.error(place, `${refused}${advice}`);
    if (url.startsWith('#')) this.#lesson.references.push({ source: this.#source, place, to: url.slice(1) });
    return { kind: 'link', href: refused ? '' : url, text };
  }

  /** Returns text as written in the file; spaces replace escaped characters, which are not markup. */
  #written({ position }: PhrasingContent): string | undefined {
    if (!position) return undefined;
    const lines = this.#source.text.split('\n').slice(position.start.line - 1, position.end.line);
    const [first = '', ...rest] = lines;
    const ended = [first, ...rest].with(-1, (lines.at(-1) ?? '').slice(0, position.end.column - 1));
    const cut = ended.with(0, (ended[0] ?? '').slice(position.start.column - 1));
    return cut.join('\n').replace(/\\[!-/:-@[-`{-~]/g, '  ');
  }

  #checkText(text: string, start: SourcePosition, { prose }: BlockContext, written = text): void {
    const colons = /(?:^|\n)[ \t]*(:{2,})(?:[A-Za-z]|[ \t]*(?:\n|$))/.exec(text);
    if (colons) {
      const line = start.line + text.slice(0, colons.index + 1).split('\n').length - 1;
      this.#source.error(
        { line, column: start.column },
        'these colons do not begin or end a block: check the braces (no space before them) and quotes (straight, in pairs), and give outer blocks more colons',
      );
    }
    for (const { pattern, message } of foreignMarks)
      for (const { 0: found, index } of written.matchAll(pattern))
        this.#source.error(placeIn(written, index, start), message(found));
    for (const { text: figure, offset } of prose ? findMeasured(text, this.#lesson.language) : [])
      this.#source.error(
        placeIn(text, offset, start),
        `the figure "${figure}" has no source: write it as a link, such as [${figure}](documented:source "place"), published:, derived:, model:, or assumed:`,
      );
  }
}
