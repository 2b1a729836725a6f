// The blocks of a lab's text: Markdown blocks and directives, each with the places where it is allowed.
import type { Paragraph, Root, Table } from 'mdast';
import type { ContainerDirective, LeafDirective } from 'mdast-util-directive';
import type { Block, Inline } from '../types.ts';
import { Directive, isDirective, type Content } from './directive.ts';
import { readChart } from './chart.ts';
import { readControl } from './control.ts';
import type { SourceFile } from './files.ts';
import { InlineReader } from './inlines.ts';
import type { Lesson, Room, BlockContext } from './lesson.ts';
import { placeOf } from './markdown.ts';
import { readBreakdown, readModel, readTable, readImage, readCite } from './references.ts';
import { readPredict } from './predict.ts';
import { readQuestion } from './question.ts';
import { readScene } from './scene.ts';
import { hint } from './suggest.ts';

type Reader = (directive: Directive, reader: BlockReader, where: BlockContext) => Block | Block[] | undefined;

const text: readonly Room[] = [
  'introduction',
  'step',
  'note',
  'reveal',
  'predict',
  'question',
  'hint',
  'feedback',
  'teacher',
];
const shown: readonly Room[] = ['introduction', 'step', 'note', 'reveal', 'teacher'];
const asked: readonly Room[] = ['step', 'reveal'];

/** The block directives, and where each is allowed. */
const directives: Record<string, { container: boolean; rooms: readonly Room[]; label?: true; read: Reader }> = {
  note: { container: true, rooms: ['introduction', 'step', 'reveal', 'teacher'], read: readNote },
  teacher: {
    container: true,
    rooms: [...text.filter((room) => room !== 'teacher'), 'list', 'quote'],
    read: readRemark,
  },
  reveal: { container: true, rooms: ['step'], read: readReveal },
  scene: { container: true, rooms: ['introduction', 'step', 'reveal'], read: readScene },
  predict: { container: true, rooms: asked, read: readPredict },
  question: { container: true, rooms: asked, read: readQuestion },
  chart: { container: false, rooms: shown, read: readChart },
  table: { container: false, rooms: shown, read: readTable },
  breakdown: { container: false, rooms: shown, read: readBreakdown },
  control: { container: false, rooms: shown, read: readControl },
  model: { container: false, rooms: shown, read: readModel },
  image: { container: false, rooms: text, label: true, read: readImage },
  cite: { container: false, rooms: [...text, 'list', 'quote'], read: readCite },
};

/** Directives that are parts of other directives, each with its allowed location. */
const parts: Record<string, string> = {
  step: 'at the top of lab.md, after the introduction; is the step before it closed?',
  choice: 'directly in a predict or a question; is the block before it closed?',
  feedback: 'directly in a question; is the block before it closed?',
  hint: 'directly in a predict or a question; is the block before it closed?',
};

export const directiveNames: readonly string[] = [...Object.keys(directives), ...Object.keys(parts)];

const roomNames: Partial<Record<Room, string>> = { introduction: 'the introduction', step: 'a step' };
const roomName = (room: Room): string => roomNames[room] ?? `a ${room}`;

/** A reader of the blocks in one file. */
export class BlockReader {
  readonly lesson: Lesson;
  readonly source: SourceFile;
  readonly inlines: InlineReader;
  /** The number of `#` characters before a heading of the first level. */
  readonly #firstHeading: number;

  constructor(lesson: Lesson, source: SourceFile, root: Root, firstHeading = 3) {
    this.lesson = lesson;
    this.source = source;
    this.inlines = new InlineReader(lesson, source, root);
    this.#firstHeading = firstHeading;
  }

  /** Reads blocks; `heading` is the level of the enclosing heading. */
  read(nodes: readonly Content[], where: BlockContext): Block[] {
    let level = 2;
    const blocks: Block[] = [];
    for (const node of nodes) {
      const found = [this.#one(node, where, level) ?? []].flat();
      for (const block of found) if (block.kind === 'heading') level = block.level;
      blocks.push(...found);
    }
    return blocks;
  }

  /** Returns the directive; reports a wrong number of colons, a missing end, and a label where none is allowed. */
  open(
    node: ContainerDirective | LeafDirective,
    { container, label }: { container: boolean; label?: true },
  ): Directive {
    const directive = new Directive(node, this.lesson, this.source);
    if (container !== (node.type === 'containerDirective'))
      directive.error(
        container
          ? `${node.name} contains other blocks: begin it with three colons or more, and end it with the same number`
          : `${node.name} contains no blocks: begin it with two colons`,
      );
    else if (container && node.type === 'containerDirective' && !node.data?.position?.closing)
      directive.error(
        `${node.name} is never closed: end it with as many colons as it begins with, and with more colons than the blocks inside it`,
      );
    const first = node.children[0];
    const hasLabel = node.type === 'leafDirective' ? node.children.length > 0 : isLabel(first);
    if (hasLabel && !label) directive.error(`${node.name} takes no text in brackets: use title="…" in the braces`);
    return directive;
  }

  #one(node: Content, where: BlockContext, level: number): Block | Block[] | undefined {
    const { prose, room } = where;
    const wrong = (message: string): undefined => this.source.error(placeOf(node), message);
    if (isDirective(node)) return this.#directive(node, where);
    switch (node.type) {
      case 'paragraph':
        return isLabel(node) ? undefined : { kind: 'paragraph', text: this.inlines.read(node.children, where) };
      case 'heading': {
        if (room !== 'step' && room !== 'reveal' && room !== 'teacher')
          return wrong(`${roomName(room)} cannot have headings: remove this one`);
        const own = node.depth - this.#firstHeading + 3;
        const marks = '#'.repeat(this.#firstHeading);
        if (own < 3 || own > 4) return wrong(`headings here must begin with ${marks} or ${marks}#`);
        if (own > level + 1) wrong(`a heading with ${marks}# needs one with ${marks} above it`);
        return { kind: 'heading', level: own, text: this.inlines.read(node.children, { ...where, prose: false }) };
      }
      case 'list': {
        const items = node.children.map((item) => this.read(item.children, { ...where, room: 'list' }));
        const start = node.ordered ? (node.start ?? 1) : undefined;
        return start === undefined ? { kind: 'list', items } : { kind: 'list', start, items };
      }
      case 'blockquote':
        return { kind: 'quote', blocks: this.read(node.children, { ...where, room: 'quote' }) };
      case 'code':
        return { kind: 'code', code: node.value };
      case 'table':
        return this.#grid(node, { ...where, prose });
      case 'definition':
        return undefined;
      case 'html':
        return wrong('HTML is not supported in labs; to show it as text, put it between backticks');
      case 'thematicBreak':
        return wrong('horizontal rules are not supported in labs; begin another step, or add a heading');
      default:
        return wrong(`"${node.type}" is not supported in labs`);
    }
  }

  #grid({ children }: Table, where: BlockContext): Block {
    const rows = children.map((row) => row.children.map((cell): Inline[] => this.inlines.read(cell.children, where)));
    const [head = [], ...rest] = rows;
    const even = rest.map((row) => head.map((_, at) => row[at] ?? []));
    return { kind: 'grid', head, rows: even };
  }

  #directive(node: ContainerDirective | LeafDirective, where: BlockContext): Block | Block[] | undefined {
    const { name } = node;
    const wrong = (message: string): undefined => this.source.error(placeOf(node), message);
    const known = Object.hasOwn(directives, name) ? directives[name] : undefined;
    if (!known) {
      if (Object.hasOwn(parts, name)) return wrong(`${name} belongs ${parts[name] ?? ''}`);
      return wrong(`there is no directive "${name}"${hint(name, directiveNames)}`);
    }
    const directive = this.open(node, known);
    if (!known.rooms.includes(where.room)) {
      const closed = where.room === 'introduction' ? '' : `; is the ${where.room} before it closed?`;
      return wrong(`${name} cannot be in ${roomName(where.room)}${closed}`);
    }
    const block = known.read(directive, this, where);
    const { lesson, source, place } = directive;
    if (Array.isArray(block)) return (directive.finish(), block);
    if (block?.kind === 'chart') lesson.show(source, place, where, { kind: 'chart', chart: block });
    if (block?.kind === 'table') lesson.show(source, place, where, { kind: 'table', table: block.table });
    if (block?.kind === 'predict') {
      const shown = directive.said('shown')?.text;
      lesson.show(source, place, where, { kind: 'predict', predict: block, ...(shown && { shown }) });
    }
    directive.finish();
    return block;
  }
}

const isLabel = (node: Content | undefined): boolean =>
  node?.type === 'paragraph' && (node as Paragraph).data?.directiveLabel === true;

function readNote(directive: Directive, reader: BlockReader, where: BlockContext): Block {
  const title = directive.said('title')?.text;
  const blocks = reader.read(directive.node.children as Content[], { ...where, room: 'note' });
  if (blocks.length === 0) directive.error('the note is empty: write its text or remove it');
  return title === undefined ? { kind: 'note', blocks } : { kind: 'note', title, blocks };
}

function readRemark(directive: Directive, reader: BlockReader, { step, draws }: BlockContext): undefined {
  const where: BlockContext = {
    room: 'teacher',
    prose: false,
    hidden: true,
    ...(step === undefined ? {} : { step }),
    ...(draws && { draws }),
  };
  const blocks = reader.read(directive.node.children as Content[], where);
  reader.lesson.remarks.push(step === undefined ? { blocks } : { step, blocks });
}

function readReveal(directive: Directive, reader: BlockReader, where: BlockContext): Block {
  const after = directive.needed('after', 'the-id-of-a-predict');
  const id = after?.text ?? '';
  const { lesson, place } = directive;
  if (after) lesson.reveals.push({ after: id, place, order: lesson.next() });
  const blocks = reader.read(directive.node.children as Content[], { ...where, room: 'reveal', reveal: id });
  if (blocks.length === 0) directive.error('the reveal is empty: write its text or remove it');
  return { kind: 'reveal', after: id, blocks };
}
