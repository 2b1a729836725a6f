// Finds the messages of a source file: the texts that readers see, with the places where a translation replaces them.
import { parse } from 'svelte/compiler';
import { parseAst } from 'vite';
import {
  blocks,
  codeAttributes,
  codeCalls,
  hasLetters,
  isPhrase,
  isWords,
  looksRead,
  readAttributes,
  readCalls,
  readFields,
  silent,
  wordLists,
} from './readers.ts';
import { readPieces, writePieces, type Piece } from './text.ts';

/** A node of a syntax tree, from the compiler of Svelte or from the parser of scripts. */
interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

/** A change to a source file: the text from `start` to `end` is replaced. */
interface Edit {
  start: number;
  end: number;
  text: string;
}

/** Returns the translation of a message; the message itself if there is no translation. */
export type Translate = (message: string) => string;

const keyOf = (node: Node): string => String((node['key'] as Node)['name'] ?? '');

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';

/** Returns the nodes inside a node, in the order of the source. */
function inside(node: Node): Node[] {
  const found: Node[] = [];
  for (const [key, value] of Object.entries(node)) {
    if (key === 'metadata' || key === 'loc' || key === 'parent') continue;
    if (isNode(value)) found.push(value);
    else if (Array.isArray(value)) found.push(...value.filter(isNode));
  }
  return found.sort((a, b) => a.start - b.start);
}

/** Returns whether a `satisfies` expression marks a string as text for readers: `'computes' satisfies Words`. */
const isForReaders = (node: Node): boolean =>
  ((node['typeAnnotation'] as Node | undefined)?.['typeName'] as Node | undefined)?.['name'] === 'Words';

const hasText = (node: Node): boolean => node.type === 'Text' && hasLetters(node['data'] as string);

const inOrder = (a: Edit, b: Edit): number => a.start - b.start;

/** Replaces each run of white space with one space, except non-breaking spaces. */
const oneLine = (text: string): string => text.replaceAll(/[ \t\n\r]+/g, ' ');

/** Writes text as the content of an element or an attribute. */
const escaped = (text: string): string => text.replaceAll(/[&"{}<]/g, (mark) => `&#${mark.charCodeAt(0)};`);

/** Returns a run of nodes without the nodes at its ends that are not part of a sentence. */
function withoutOuter(run: readonly Node[]): Node[] {
  const isOuter = (node: Node | undefined): boolean =>
    node !== undefined &&
    (['Comment', 'IfBlock', 'KeyBlock', 'RenderTag', 'Component'].includes(node.type) ||
      (node.type === 'Text' && (node['data'] as string).trim() === ''));
  let from = 0;
  let to = run.length;
  while (from < to && isOuter(run[from])) from++;
  while (to > from && isOuter(run[to - 1])) to--;
  return run.slice(from, to);
}

/** Lists the strings that a script compares with other values or uses as types. */
function comparedIn(node: Node): string[] {
  const compared =
    node.type === 'TSLiteralType'
      ? [node['literal']]
      : node.type === 'SwitchCase'
        ? [node['test']]
        : node.type === 'BinaryExpression' && node['operator'] !== '+'
          ? [node['left'], node['right']]
          : [];
  return [
    ...compared.flatMap((one) => (isNode(one) && typeof one['value'] === 'string' ? [one['value']] : [])),
    ...inside(node).flatMap(comparedIn),
  ];
}

/** The finder of the messages in one source file; it also replaces them. */
class Finder {
  readonly #source: string;
  readonly #translate: Translate;
  /** Strings that the source compares or uses as types: if they were translated, they would no longer match. */
  readonly #code: ReadonlySet<string>;

  constructor(source: string, translate: Translate, scripts: readonly Node[]) {
    this.#source = source;
    this.#translate = translate;
    this.#code = new Set(scripts.flatMap((script) => comparedIn(script)));
  }

  /** Returns the source from `start` to `end` with the changes applied. */
  edited(start: number, end: number, edits: readonly Edit[]): string {
    let text = '';
    let at = start;
    for (const edit of edits) {
      if (edit.start < at || edit.end > end) continue;
      text += this.#source.slice(at, edit.start) + edit.text;
      at = edit.end;
    }
    return text + this.#source.slice(at, end);
  }

  /** Returns the change for a message; empty if the message has no translation. */
  #change(start: number, end: number, message: string, write: (pieces: readonly Piece[]) => string): Edit[] {
    const translation = this.#translate(message);
    return translation === message ? [] : [{ start, end, text: write(readPieces(translation)) }];
  }

  /** Finds messages in a script; `shown` means that its strings appear on the page. */
  script(node: Node, shown: boolean): Edit[] {
    switch (node.type) {
      case 'ImportDeclaration':
      case 'ExportAllDeclaration':
      case 'ImportExpression':
        return [];
      case 'TSSatisfiesExpression':
        return isForReaders(node)
          ? this.#marked(node['expression'] as Node)
          : this.script(node['expression'] as Node, shown);
      case 'TSAsExpression':
      case 'TSNonNullExpression':
        return this.script(node['expression'] as Node, shown);
      case 'Literal':
        return typeof node['value'] === 'string' ? this.#string(node, node['value'], shown) : [];
      case 'TemplateLiteral':
        return this.#template(node, shown);
      case 'TaggedTemplateExpression':
        return [];
      case 'BinaryExpression': {
        const sides = [node['left'] as Node, node['right'] as Node];
        // Joined text can contain messages; a literal in a comparison is code.
        return sides.flatMap((side) =>
          node['operator'] === '+' || side.type !== 'Literal' ? this.script(side, false) : [],
        );
      }
      case 'ConditionalExpression':
        return [
          ...this.script(node['test'] as Node, false),
          ...this.script(node['consequent'] as Node, shown),
          ...this.script(node['alternate'] as Node, shown),
        ];
      case 'LogicalExpression':
        return [...this.script(node['left'] as Node, false), ...this.script(node['right'] as Node, shown)];
      case 'SwitchCase':
        return (node['consequent'] as Node[]).flatMap((one) => this.script(one, false));
      case 'Property':
      case 'PropertyDefinition':
        return [
          ...(node['computed'] ? this.script(node['key'] as Node, false) : []),
          ...(isNode(node['value']) ? this.script(node['value'], shown || readFields.has(keyOf(node))) : []),
        ];
      case 'MemberExpression':
        return [
          ...this.script(node['object'] as Node, false),
          ...(node['computed'] && (node['property'] as Node).type !== 'Literal'
            ? this.script(node['property'] as Node, false)
            : []),
        ];
      case 'NewExpression':
      case 'CallExpression': {
        const callee = node['callee'] as Node;
        const name = ((callee.type === 'MemberExpression' ? callee['property'] : callee) as Node)['name'] as string;
        const code = codeCalls.test(name);
        return [
          ...this.script(callee, false),
          ...(node['arguments'] as Node[]).flatMap((one) =>
            code && (one.type === 'Literal' || one.type === 'TemplateLiteral')
              ? []
              : this.script(one, readCalls.has(name)),
          ),
        ];
      }
      default:
        return node.type.startsWith('TS') ? [] : inside(node).flatMap((one) => this.script(one, shown));
    }
  }

  /** Finds a message in a string that its source marks as text for readers, regardless of its form. */
  #marked(node: Node): Edit[] {
    if (node.type !== 'Literal') return this.#template(node, true, true);
    return this.#change(node.start, node.end, node['value'] as string, (pieces) => JSON.stringify(writePieces(pieces)));
  }

  #string(node: Node, value: string, shown: boolean): Edit[] {
    if (this.#code.has(value) || !(shown ? isWords(value) : looksRead(value))) return [];
    return this.#change(node.start, node.end, value, (pieces) => JSON.stringify(writePieces(pieces)));
  }

  #template(node: Node, shown: boolean, isMarked = false): Edit[] {
    const quasis = node['quasis'] as (Node & { value: { cooked: string } })[];
    const expressions = node['expressions'] as Node[];
    const message = quasis.map(({ value }, at) => value.cooked + (at < expressions.length ? `{${at}}` : '')).join('');
    const words = quasis.map(({ value }) => value.cooked).join('');
    const read = isMarked || looksRead(message) || isPhrase(message) || (shown && isWords(message));
    // A template without words may still join texts for readers.
    const edits = expressions.flatMap((one) => this.script(one, read || !hasLetters(words)));
    if (!read) return edits;
    const holes = expressions.map(({ start, end }) => `\${${this.edited(start, end, edits)}}`);
    const changes = this.#change(
      node.start,
      node.end,
      message,
      (pieces) =>
        `\`${pieces.map((piece) => (piece.kind === 'value' ? (holes[piece.at] ?? '') : writePieces([piece]).replaceAll(/[\\`]|\$(?=\{)/g, '\\$&'))).join('')}\``,
    );
    return changes.length > 0 ? changes : edits;
  }

  /** Finds messages in the markup of a component. */
  markup(nodes: readonly Node[]): Edit[] {
    const edits: Edit[] = [];
    let run: Node[] = [];
    const close = (): void => {
      edits.push(...this.#sentence(run));
      run = [];
    };
    for (const node of nodes)
      if (this.#ends(node)) {
        close();
        edits.push(...this.#one(node));
      } else run.push(node);
    close();
    return edits;
  }

  /** Returns whether a node ends a sentence. */
  #ends(node: Node): boolean {
    return (
      ['ConstTag', 'SnippetBlock', 'EachBlock', 'AwaitBlock', 'DebugTag'].includes(node.type) ||
      (node.type === 'RegularElement' && blocks.has(node['name'] as string)) ||
      (/^Svelte|^TitleElement$/.test(node.type) && node.type !== 'SvelteElement')
    );
  }

  /** Finds messages in a node that is not part of a sentence. */
  #one(node: Node): Edit[] {
    const attributes = ((node['attributes'] as Node[] | undefined) ?? []).flatMap((one) => this.#attribute(one, node));
    switch (node.type) {
      case 'Text':
      case 'Comment':
        return [];
      case 'ExpressionTag':
      case 'HtmlTag':
        return this.script(node['expression'] as Node, true);
      case 'RenderTag':
        return this.script(node['expression'] as Node, false);
      case 'ConstTag':
        return this.script(node['declaration'] as Node, false);
      case 'IfBlock': {
        const { test, consequent, alternate } = node as unknown as {
          test: Node;
          consequent: Fragment;
          alternate?: Fragment;
        };
        return [...this.script(test, false), ...this.markup(consequent.nodes), ...this.markup(alternate?.nodes ?? [])];
      }
      case 'EachBlock': {
        const { expression, body, fallback } = node as unknown as {
          expression: Node;
          body: Fragment;
          fallback?: Fragment;
        };
        return [...this.script(expression, false), ...this.markup(body.nodes), ...this.markup(fallback?.nodes ?? [])];
      }
      case 'AwaitBlock': {
        const {
          pending,
          then,
          catch: failed,
        } = node as unknown as Record<'pending' | 'then' | 'catch', Fragment | null>;
        return [pending, then, failed].flatMap((one) => this.markup(one?.nodes ?? []));
      }
      case 'SnippetBlock':
        return this.markup((node['body'] as Fragment).nodes);
      case 'RegularElement':
        if (silent.has(node['name'] as string)) return attributes;
        return [...attributes, ...this.markup((node['fragment'] as Fragment).nodes)];
      default:
        return [...attributes, ...this.markup((node['fragment'] as Fragment | undefined)?.nodes ?? [])];
    }
  }

  #attribute(node: Node, element: Node): Edit[] {
    if (node.type !== 'Attribute') return inside(node).flatMap((one) => this.script(one, false));
    const name = node['name'] as string;
    const value = node['value'] as true | Node | Node[];
    if (value === true) return [];
    const read = readAttributes.has(name);
    const component = element.type === 'Component';
    const parts = Array.isArray(value) ? value : [value];
    if (!read && (!component || codeAttributes.test(name)))
      return name.startsWith('on') || component
        ? parts.flatMap((part) => (part.type === 'ExpressionTag' ? this.script(part['expression'] as Node, false) : []))
        : [];
    const [only] = parts;
    if (parts.length === 1 && only?.type === 'ExpressionTag') return this.script(only['expression'] as Node, read);
    const edits = parts.flatMap((part) =>
      part.type === 'ExpressionTag' ? this.script(part['expression'] as Node, true) : [],
    );
    const message = this.#textOf(parts);
    if (!(read ? hasLetters(message) : looksRead(message) || / /.test(message.trim()))) return edits;
    const first = parts[0]?.start ?? 0;
    const last = parts.at(-1)?.end ?? 0;
    const values = parts.filter(({ type }) => type !== 'Text').map(({ start, end }) => this.edited(start, end, edits));
    const changes = this.#change(first, last, message, (pieces) =>
      pieces
        .map((piece) => (piece.kind === 'value' ? (values[piece.at] ?? '') : escaped(writePieces([piece]))))
        .join(''),
    );
    return changes.length > 0 ? changes : edits;
  }

  /** Returns the text of an attribute's parts, with placeholders for its values. */
  #textOf(parts: readonly Node[]): string {
    let at = 0;
    return parts.map((part) => (part.type === 'Text' ? (part['data'] as string) : `{${at++}}`)).join('');
  }

  /** Finds the message formed by consecutive nodes in a line of text. */
  #sentence(run: readonly Node[]): Edit[] {
    const kept = withoutOuter(run);
    const apart = run.filter((node) => !kept.includes(node)).flatMap((node) => this.#one(node));
    if (!kept.some(hasText)) return [...apart, ...kept.flatMap((node) => this.#one(node))].sort(inOrder);
    const inner: Edit[] = [];
    const values: string[] = [];
    const tags: [string, string][] = [];
    const piecesOf = (nodes: readonly Node[]): Piece[] =>
      nodes.flatMap((node): Piece[] => {
        if (node.type === 'Comment') return [];
        if (node.type === 'Text') return [{ kind: 'text', text: oneLine(node['data'] as string) }];
        const at = values.push('') - 1;
        const children = (node['fragment'] as Fragment | undefined)?.nodes ?? [];
        const [first, last] = [children[0], children.at(-1)];
        if (!first || !last || !this.#wraps(node, children)) {
          const edits = this.#one(node);
          inner.push(...edits);
          values[at] = this.edited(node.start, node.end, edits);
          return [{ kind: 'value', at }];
        }
        const attributes = ((node['attributes'] as Node[] | undefined) ?? []).flatMap((one) =>
          this.#attribute(one, node),
        );
        inner.push(...attributes);
        tags[at] = [this.edited(node.start, first.start, attributes), this.edited(last.end, node.end, [])];
        return [{ kind: 'element', at, pieces: piecesOf(children) }];
      });
    const message = writePieces(piecesOf(kept));
    const write = (pieces: readonly Piece[]): string =>
      pieces
        .map((piece) => {
          if (piece.kind === 'text') return escaped(piece.text);
          if (piece.kind === 'value') return values[piece.at] ?? '';
          const [open = '', close = ''] = tags[piece.at] ?? [];
          return open + write(piece.pieces) + close;
        })
        .join('');
    const lead = message.startsWith(' ') ? ' ' : '';
    const tail = message.endsWith(' ') ? ' ' : '';
    const changes = this.#change(
      kept[0]?.start ?? 0,
      kept.at(-1)?.end ?? 0,
      message.trim(),
      (pieces) => lead + write(pieces) + tail,
    );
    return [...apart, ...(changes.length > 0 ? changes : inner)].sort(inOrder);
  }

  /** Returns whether an element becomes part of the message, together with the words that it encloses. */
  #wraps(node: Node, children: readonly Node[]): boolean {
    return (
      node.type === 'RegularElement' &&
      !silent.has(node['name'] as string) &&
      !children.some((child) => this.#ends(child)) &&
      children.some(hasText)
    );
  }
}

interface Fragment {
  nodes: Node[];
}

/** Replaces all messages of a source file; the extension of `file` determines how the source is parsed. */
export function translateSource(source: string, file: string, translate: Translate): string {
  const isList = wordLists.test(file);
  if (!file.endsWith('.svelte')) {
    const script = parseAst(source, { lang: 'ts' }) as unknown as Node;
    const finder = new Finder(source, translate, [script]);
    return finder.edited(0, source.length, finder.script(script, isList));
  }
  const root = parse(source, { modern: true }) as unknown as Record<'instance' | 'module', { content: Node } | null> & {
    fragment: Fragment & Node;
  };
  const scripts = [root.module, root.instance].flatMap((script) => (script ? [script.content] : []));
  const finder = new Finder(source, translate, [...scripts, root.fragment]);
  const edits = [...scripts.flatMap((script) => finder.script(script, false)), ...finder.markup(root.fragment.nodes)];
  return finder.edited(0, source.length, edits.sort(inOrder));
}

/** Returns the messages of a source file, each once. */
export function messagesOf(source: string, file: string): string[] {
  const found = new Set<string>();
  translateSource(source, file, (message) => {
    found.add(message);
    return message;
  });
  return [...found];
}
