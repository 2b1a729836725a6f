// One directive, `::name[label]{#id key=value flag}`: its attributes with their positions, read by name.
import type { BlockContent, DefinitionContent, RootContent } from 'mdast';
import type { ContainerDirective, LeafDirective } from 'mdast-util-directive';
import type { Scale, Scenario } from '../types.ts';
import type { SourceFile } from './files.ts';
import type { Expression, Lesson, NamedKind } from './lesson.ts';
import { placeOf } from './markdown.ts';
import type { SourcePosition } from './problems.ts';
import { number } from './settings.ts';
import { hint } from './suggest.ts';

/** A block at the top level of a file or inside a directive. */
export type Content = RootContent | BlockContent | DefinitionContent;

export const isDirective = (node: { type: string }): node is ContainerDirective | LeafDirective =>
  node.type === 'containerDirective' || node.type === 'leafDirective';

export interface Attribute {
  readonly text: string;
  /** The position of the value. */
  readonly place: SourcePosition;
}

export class Directive {
  readonly node: ContainerDirective | LeafDirective;
  readonly lesson: Lesson;
  readonly source: SourceFile;
  readonly place: SourcePosition;
  readonly #asked = new Set<string>();

  constructor(node: ContainerDirective | LeafDirective, lesson: Lesson, source: SourceFile) {
    this.node = node;
    this.lesson = lesson;
    this.source = source;
    this.place = placeOf(node);
  }

  get name(): string {
    return this.node.name;
  }

  error(message: string, place = this.place): undefined {
    return this.source.error(place, message);
  }

  /** Reads an optional attribute. */
  optional(name: string): Attribute | undefined {
    this.#asked.add(name);
    const attributes = this.node.attributes ?? {};
    if (!Object.hasOwn(attributes, name)) return undefined;
    const position = this.node.data?.position?.attributes?.[name];
    const written = position ? this.source.text.slice(position.start.offset, position.end.offset) : '';
    const before = /^[^=]*=\s*["']?/.exec(written)?.[0].length ?? 0;
    const { line, column } = position?.start ?? this.place;
    return { text: attributes[name] ?? '', place: { line, column: column + before } };
  }

  /** Returns whether the model has an output that an axis can show; reports an unknown or untitled output. */
  quantity(output: string, place: SourcePosition): boolean {
    const { vocabulary, quantities } = this.lesson;
    if (!vocabulary?.output(this.source, output, place)) return false;
    quantities.check(this.source, output, place);
    return true;
  }

  /** Reads an optional attribute that must not be empty. */
  said(name: string): Attribute | undefined {
    const attribute = this.optional(name);
    if (attribute?.text.trim() !== '') return attribute;
    return this.error(`\`${name}\` of ${this.name} is empty: fill it in or remove it`, attribute.place);
  }

  /** Reads a required attribute that must not be empty. */
  needed(name: string, example: string): Attribute | undefined {
    const attribute = this.said(name);
    if (!attribute && !Object.hasOwn(this.node.attributes ?? {}, name))
      this.error(
        name === 'id'
          ? `${this.name} needs an id: {#${example}}`
          : `${this.name} needs ${name}, such as ${name}=${example}`,
      );
    return attribute;
  }

  /** Returns whether a flag is among the attributes. */
  flag(name: string): boolean {
    const attribute = this.optional(name);
    if (attribute && attribute.text !== '') this.error(`write just ${name}, without a value`, attribute.place);
    return attribute !== undefined;
  }

  oneOf<T extends string>(name: string, allowed: readonly T[], otherwise?: T): T | undefined {
    const attribute = otherwise === undefined ? this.needed(name, allowed.join('|')) : this.said(name);
    if (!attribute) return otherwise;
    const found = allowed.find((word) => word === attribute.text);
    if (found === undefined)
      this.error(
        `${name} of ${this.name} must be one of ${allowed.join(', ')}, not "${attribute.text}"`,
        attribute.place,
      );
    return found ?? otherwise;
  }

  scale(name: string, otherwise: Scale = 'linear'): Scale {
    return this.oneOf(name, ['linear', 'log'], otherwise) ?? otherwise;
  }

  number(name: string): number | undefined {
    const attribute = this.said(name);
    const value = attribute && number(attribute.text);
    if (attribute && value === undefined) this.error(`"${attribute.text}" is not a number`, attribute.place);
    return value;
  }

  /** Reads ascending numbers separated by spaces. */
  numbers(name: string, least: number, example: string): number[] {
    const attribute = this.needed(name, `"${example}"`);
    if (!attribute) return [];
    const texts = attribute.text.trim().split(/\s+/);
    const values = texts.map((text) => number(text) ?? NaN);
    const odd = values.findIndex(Number.isNaN);
    if (odd >= 0)
      this.error(
        `"${texts[odd] ?? ''}" is not a number; separate the numbers of ${name} by spaces, not commas`,
        attribute.place,
      );
    else if (values.length < least) this.error(`${name} needs at least ${least} numbers`, attribute.place);
    else if (values.length > 200) this.error(`${name} takes at most 200 numbers`, attribute.place);
    else if (values.some((value, at) => at > 0 && value <= (values[at - 1] ?? 0)))
      this.error(`the numbers of ${name} must increase`, attribute.place);
    return values.some(Number.isNaN) ? [] : values;
  }

  /** Reads settings: `with="release=R13, format=v4"`. */
  settings(name: string): Scenario {
    const attribute = this.said(name);
    return (attribute && this.lesson.vocabulary?.fromText(this.source, attribute.text, attribute.place)) ?? {};
  }

  /** Reads options that are not settings of the model: `with="policy=ext2, script=mixed"`. */
  options(name: string, example: string): Record<string, string> {
    const attribute = this.said(name);
    if (!attribute) return {};
    const pairs = attribute.text.split(',').map((part) => /^\s*([\w-]+)\s*=\s*([\w-]+)\s*$/.exec(part));
    if (pairs.includes(null))
      this.error(`${name} of ${this.name} must be written as name=word, such as ${name}="${example}"`, attribute.place);
    return Object.fromEntries(pairs.flatMap((pair) => (pair ? [[pair[1] ?? '', pair[2] ?? '']] : [])));
  }

  /** Registers and returns the id: the directive's own or, by default, one derived from its subject. */
  id(kind: NamedKind, otherwise?: string): string {
    const attribute = otherwise === undefined ? this.needed('id', 'a-word') : this.said('id');
    const id = attribute?.text ?? otherwise?.replaceAll('_', '-') ?? '';
    if (id !== '') this.lesson.name(this.source, id, kind, this.place);
    return id;
  }

  /** Reads an expression, which is checked once the whole lab is known. */
  expression(attribute: Attribute | undefined, rest: Pick<Expression, 'wanted' | 'draws' | 'given'>): string {
    if (!attribute) return '';
    this.lesson.expressions.push({ source: this.source, place: attribute.place, text: attribute.text, ...rest });
    return attribute.text;
  }

  /** Reports attributes that were never read. */
  finish(): void {
    for (const name of Object.keys(this.node.attributes ?? {}))
      if (!this.#asked.has(name)) {
        const place = this.node.data?.position?.attributes?.[name]?.start ?? this.place;
        this.error(`${this.name} has no attribute "${name}"${hint(name, this.#asked)}`, place);
      }
  }
}
