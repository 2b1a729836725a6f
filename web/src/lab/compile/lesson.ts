// The state of the compiler while it reads a lab's text, and the checks that wait until all of it is read.
import type { Chart, Draw, Figure, Inline, Predict, Scenario, Source, Table } from '../types.ts';
import type { SceneLook } from '../commands.ts';
import type { Attribute } from './directive.ts';
import type { SourceFile } from './files.ts';
import type { ClaimCondition } from './inventory.ts';
import type { SourcePosition } from './problems.ts';
import type { Quantities } from './quantities.ts';
import type { Vocabulary } from './settings.ts';
import { hint } from './suggest.ts';
import type { TeacherRemark } from './teacher.ts';

/** Kinds of text, which differ in the blocks that they may contain. */
export type Room =
  | 'introduction'
  | 'step'
  | 'note'
  | 'reveal'
  | 'list'
  | 'quote'
  | 'predict'
  | 'question'
  | 'hint'
  | 'feedback'
  | 'teacher';

/** The surroundings of a block. */
export interface BlockContext {
  readonly room: Room;
  /** Whether a number with a unit must say here where it comes from. */
  readonly prose: boolean;
  /** The step it stands in. */
  readonly step?: string;
  /** Numbers that the question around it draws. */
  readonly draws?: readonly Draw[];
  /** The prediction whose reveal it stands in. */
  readonly reveal?: string;
  /** Whether readers see it only after an answer, or not at all. */
  readonly hidden?: true;
}

export type NamedKind = 'step' | 'predict' | 'question' | 'chart' | 'table' | 'breakdown' | 'control' | 'model';

/** Something with an id. */
export interface NamedItem {
  readonly kind: NamedKind;
  readonly place: SourcePosition;
  /** In the order of the text. */
  readonly order: number;
}

/** A reference to something with an id, checked when all ids are known. */
export interface Reference {
  readonly source: SourceFile;
  readonly place: SourcePosition;
  readonly to: string;
  /** What it may be; anything if left out. */
  readonly kinds?: readonly NamedKind[];
  /** The order of what refers, where that must come later. */
  readonly order?: number;
}

/** The kind of value that an expression must have. */
export type ExpectedValue =
  | { readonly kind: 'number' }
  | { readonly kind: 'condition' }
  /** An amount that can be given in a unit; or a share of it, where that has a meaning. */
  | { readonly kind: 'quantity'; readonly unit: string; readonly orShare?: true };

/** An expression, checked when the whole lab is known. */
export interface Expression {
  readonly source: SourceFile;
  /** Where its text begins. */
  readonly place: SourcePosition;
  readonly text: string;
  readonly wanted: ExpectedValue;
  readonly draws?: readonly Draw[];
  /** The unit of the reader's answer, where `given` may be used. */
  readonly given?: string;
}

/** A number in the text that must agree with what is computed. */
export interface FigureCheck {
  readonly source: SourceFile;
  readonly place: SourcePosition;
  readonly figure: Figure;
}

/** A choice that says under which condition it is right. */
export interface ConditionalChoice {
  readonly source: SourceFile;
  /** Where the condition begins. */
  readonly place: SourcePosition;
  readonly condition: string;
  /** Whether it is marked as right. */
  readonly right: boolean;
  readonly draws: readonly Draw[];
}

/** A link in the text that sets settings, or a scene that begins with some. */
export interface SettingLink {
  readonly source: SourceFile;
  readonly place: SourcePosition;
  readonly settings: Scenario;
  /** What a link says, whose number must be the setting's. */
  readonly text?: string;
}

/** A scene that the author puts into the text; its link is completed when its figure is known. */
export interface SceneReference {
  readonly source: SourceFile;
  readonly place: SourcePosition;
  readonly show: string;
  readonly settings: Scenario;
  /** How the figure is shown, as the author has written it. */
  readonly look: Readonly<Partial<Record<keyof SceneLook, Attribute>>>;
  readonly link: Extract<Inline, { kind: 'link' }>;
  /** How many reveals have begun before it. */
  readonly reveals: number;
}

/** A link that opens a cell; its address gets the id of the block that shows the table. */
export interface CellLink {
  readonly table: string;
  readonly cell: string;
  readonly link: Extract<Inline, { kind: 'link' }>;
}

/** A file that the text shows. */
export interface ImageReference {
  readonly source: SourceFile;
  readonly place: SourcePosition;
  readonly file: string;
}

/** What can show a number to a reader. */
export type ShownContent =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'figure'; readonly figure: Figure }
  | { readonly kind: 'chart'; readonly chart: Chart }
  | { readonly kind: 'table'; readonly table: string }
  /** `shown` is the reason why its answer is visible before it. */
  | { readonly kind: 'predict'; readonly predict: Predict; readonly shown?: string };

/** Something that a reader sees without an answer, or after the prediction `reveal`. */
export interface ShownItem {
  readonly content: ShownContent;
  readonly source: SourceFile;
  readonly place: SourcePosition;
  readonly step?: string;
  readonly reveal?: string;
}

/** A reveal, and the prediction before it. */
export interface RevealReference {
  readonly after: string;
  readonly place: SourcePosition;
  readonly order: number;
}

/** What the front matter, the tables and the model provide, and what the text has used and left to be checked. */
export class Lesson {
  readonly sources: ReadonlyMap<string, Source>;
  readonly tables: ReadonlyMap<string, Table>;
  /** Tables that the front matter names and that could not be read, which is reported already. */
  readonly broken: ReadonlySet<string>;
  readonly series: ReadonlySet<string>;
  /** What the model can be asked; undefined if the model is not known. */
  readonly vocabulary: Vocabulary | undefined;
  /** What the model's outputs are called. */
  readonly quantities: Quantities;
  /** Everything with an id. */
  readonly named = new Map<string, NamedItem>();
  readonly references: Reference[] = [];
  readonly expressions: Expression[] = [];
  readonly figures: FigureCheck[] = [];
  readonly choices: ConditionalChoice[] = [];
  readonly claims: ClaimCondition[] = [];
  readonly images: ImageReference[] = [];
  readonly settingLinks: SettingLink[] = [];
  readonly scenes: SceneReference[] = [];
  readonly cellLinks: CellLink[] = [];
  readonly reveals: RevealReference[] = [];
  readonly remarks: TeacherRemark[] = [];
  /** Charts that say why they show a table's quantity under other conditions. */
  readonly differing = new Set<string>();
  /** What readers see, in the order of the text. */
  readonly shown: ShownItem[] = [];
  readonly usedTables = new Set<string>();
  readonly usedSources = new Set<string>();
  #order = 0;

  constructor(known: Pick<Lesson, 'sources' | 'tables' | 'broken' | 'series' | 'vocabulary' | 'quantities'>) {
    this.sources = known.sources;
    this.tables = known.tables;
    this.broken = known.broken;
    this.series = known.series;
    this.vocabulary = known.vocabulary;
    this.quantities = known.quantities;
  }

  /** Where in the order of the text we are. */
  next(): number {
    this.#order += 1;
    return this.#order;
  }

  /** Notes that a reader sees something. */
  show(source: SourceFile, place: SourcePosition, { step, reveal, hidden }: BlockContext, content: ShownContent): void {
    if (hidden) return;
    this.shown.push({
      content,
      source,
      place,
      ...(step !== undefined && { step }),
      ...(reveal !== undefined && { reveal }),
    });
  }

  /** Gives an id to something; reports one that is taken or malformed. */
  name(source: SourceFile, id: string, kind: NamedKind, place: SourcePosition): void {
    const other = this.named.get(id);
    if (!/^[A-Za-z0-9-]+$/.test(id))
      source.error(place, `an id must have only letters, digits and hyphens, not "${id}"`);
    else if (other)
      source.error(place, `the id "${id}" is already used by the ${other.kind} in line ${other.place.line}`);
    else this.named.set(id, { kind, place, order: this.next() });
  }

  /** The table called `id`; reports one that there is not. */
  table(source: SourceFile, id: string, place: SourcePosition): Table | undefined {
    const table = this.tables.get(id);
    if (!table && !this.broken.has(id))
      source.error(place, `the lab has no table "${id}"${hint(id, this.tables.keys())}`);
    this.usedTables.add(id);
    return table;
  }

  /** The source called `id`; reports one that there is not. */
  document(source: SourceFile, id: string, place: SourcePosition): Source | undefined {
    const found = this.sources.get(id);
    if (!found) source.error(place, `the front matter has no source "${id}"${hint(id, this.sources.keys())}`);
    this.usedSources.add(id);
    return found;
  }
}
