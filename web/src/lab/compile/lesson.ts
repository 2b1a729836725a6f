// The state of the compiler while it reads a lab's text, and the data for checks that need all of it.
import type { Chart, Draw, Figure, Inline, Lab, Predict, Scenario, Source, Table } from '../types.ts';
import type { SceneLook } from '../commands.ts';
import type { Attribute } from './directive.ts';
import type { SourceFile } from './files.ts';
import type { ClaimCondition } from './inventory.ts';
import type { SourcePosition } from './problems.ts';
import type { Quantities } from './quantities.ts';
import type { Vocabulary } from './settings.ts';
import type { SceneWords } from './scene-words.ts';
import { hint } from './suggest.ts';
import type { TeacherRemark } from './teacher.ts';
import type { Term } from './terms.ts';

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
  /** Whether a number with a unit must have a source here. */
  readonly prose: boolean;
  /** The step that contains the block. */
  readonly step?: string;
  /** Random numbers of the enclosing question. */
  readonly draws?: readonly Draw[];
  /** The prediction whose reveal contains the block. */
  readonly reveal?: string;
  /** Whether readers see the block only after an answer, or not at all. */
  readonly hidden?: true;
}

export type NamedKind = 'step' | 'predict' | 'question' | 'chart' | 'table' | 'breakdown' | 'control' | 'model';

/** An item with an id. */
export interface NamedItem {
  readonly kind: NamedKind;
  readonly place: SourcePosition;
  /** The position of the item in text order. */
  readonly order: number;
}

/** A reference to an item by its id, checked when all ids are known. */
export interface Reference {
  readonly source: SourceFile;
  readonly place: SourcePosition;
  readonly to: string;
  /** The allowed kinds; any kind by default. */
  readonly kinds?: readonly NamedKind[];
  /** The position of the reference, if its target must come earlier. */
  readonly order?: number;
}

/** The kind of value that an expression must have. */
export type ExpectedValue =
  | { readonly kind: 'number' }
  | { readonly kind: 'condition' }
  /** A quantity in `unit`; `orShare` also allows a plain number, as a share of a quantity. */
  | { readonly kind: 'quantity'; readonly unit: string; readonly orShare?: true };

/** An expression, checked once the whole lab is known. */
export interface Expression {
  readonly source: SourceFile;
  /** The position of the expression's text. */
  readonly place: SourcePosition;
  readonly text: string;
  readonly wanted: ExpectedValue;
  readonly draws?: readonly Draw[];
  /** The unit of the reader's answer, if `given` may be used. */
  readonly given?: string;
}

/** A number in the text that must agree with a computed value. */
export interface FigureCheck {
  readonly source: SourceFile;
  readonly place: SourcePosition;
  readonly figure: Figure;
}

/** A choice with the condition under which it is correct. */
export interface ConditionalChoice {
  readonly source: SourceFile;
  /** The position of the condition. */
  readonly place: SourcePosition;
  readonly condition: string;
  /** Whether the choice is marked as correct. */
  readonly right: boolean;
  readonly draws: readonly Draw[];
}

/** A link in the text that applies settings, or a scene that starts with settings. */
export interface SettingLink {
  readonly source: SourceFile;
  readonly place: SourcePosition;
  readonly settings: Scenario;
  /** The text of a link, whose number must be the setting's value. */
  readonly text?: string;
}

/** A scene that the author defines in the text; its link is completed once its figure is known. */
export interface SceneReference {
  readonly source: SourceFile;
  readonly place: SourcePosition;
  readonly show: string;
  readonly settings: Scenario;
  /** The attributes for the view of the figure, as the author wrote them. */
  readonly look: Readonly<Partial<Record<keyof SceneLook, Attribute>>>;
  readonly link: Extract<Inline, { kind: 'link' }>;
  /** The number of reveals that start before the scene. */
  readonly reveals: number;
}

/** A link that opens a cell; its address is completed with the id of the block that shows the table. */
export interface CellLink {
  readonly table: string;
  readonly cell: string;
  readonly link: Extract<Inline, { kind: 'link' }>;
}

/** An image file in the text. */
export interface ImageReference {
  readonly source: SourceFile;
  readonly place: SourcePosition;
  readonly file: string;
}

/** Content that can show a number to a reader. */
export type ShownContent =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'figure'; readonly figure: Figure }
  | { readonly kind: 'chart'; readonly chart: Chart }
  | { readonly kind: 'table'; readonly table: string }
  /** `shown` is the reason why the answer is visible before the prediction. */
  | { readonly kind: 'predict'; readonly predict: Predict; readonly shown?: string };

/** Content that a reader sees without an answer, or after the prediction `reveal`. */
export interface ShownItem {
  readonly content: ShownContent;
  readonly source: SourceFile;
  readonly place: SourcePosition;
  readonly step?: string;
  readonly reveal?: string;
}

/** A reveal, and its prediction. */
export interface RevealReference {
  readonly after: string;
  readonly place: SourcePosition;
  readonly order: number;
}

/**
 * The input of the compiler's text stage (front matter, tables, and model) and its results, including those still to be
 * checked.
 */
export class Lesson {
  readonly id: string;
  /** The lab's parameters; undefined if their file could not be read (already reported). */
  readonly parameters: Lab['parameters'] | undefined;
  /** The language of the lab's text. */
  readonly language: string;
  /** The words for scenes in the language of the lab's text. */
  readonly sceneWords: SceneWords;
  readonly sources: ReadonlyMap<string, Source>;
  /** The terms in the front matter. */
  readonly terms: ReadonlyMap<string, Term>;
  readonly tables: ReadonlyMap<string, Table>;
  /** Tables named in the front matter that could not be read (already reported). */
  readonly broken: ReadonlySet<string>;
  readonly series: ReadonlySet<string>;
  /** The names that the model knows; undefined if the model is not known. */
  readonly vocabulary: Vocabulary | undefined;
  /** The titles of the model's outputs. */
  readonly quantities: Quantities;
  /** All items with an id. */
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
  /** Charts with a reason why they show a table's quantity under other conditions. */
  readonly differing = new Set<string>();
  /** Content that readers see, in text order. */
  readonly shown: ShownItem[] = [];
  readonly usedTables = new Set<string>();
  readonly usedSources = new Set<string>();
  readonly usedTerms = new Set<string>();
  #order = 0;

  constructor(
    known: Pick<
      Lesson,
      | 'id'
      | 'parameters'
      | 'language'
      | 'sceneWords'
      | 'sources'
      | 'terms'
      | 'tables'
      | 'broken'
      | 'series'
      | 'vocabulary'
      | 'quantities'
    >,
  ) {
    this.id = known.id;
    this.parameters = known.parameters;
    this.language = known.language;
    this.sceneWords = known.sceneWords;
    this.sources = known.sources;
    this.terms = known.terms;
    this.tables = known.tables;
    this.broken = known.broken;
    this.series = known.series;
    this.vocabulary = known.vocabulary;
    this.quantities = known.quantities;
  }

  /** Returns the next position in text order. */
  next(): number {
    this.#order += 1;
    return this.#order;
  }

  /** Records content that a reader sees. */
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

  /** Registers the id of an item; reports a duplicate or malformed id. */
  name(source: SourceFile, id: string, kind: NamedKind, place: SourcePosition): void {
    const other = this.named.get(id);
    if (!/^[A-Za-z0-9-]+$/.test(id))
      source.error(place, `an id must contain only letters, digits, and hyphens, not "${id}"`);
    else if (other)
      source.error(place, `the id "${id}" is already used by the ${other.kind} on line ${other.place.line}`);
    else this.named.set(id, { kind, place, order: this.next() });
  }

  /** Returns the table with this id; reports an unknown id. */
  table(source: SourceFile, id: string, place: SourcePosition): Table | undefined {
    const table = this.tables.get(id);
    if (!table && !this.broken.has(id))
      source.error(place, `the lab has no table "${id}"${hint(id, this.tables.keys())}`);
    this.usedTables.add(id);
    return table;
  }

  /** Returns the source with this id; reports an unknown id. */
  document(source: SourceFile, id: string, place: SourcePosition): Source | undefined {
    const found = this.sources.get(id);
    if (!found) source.error(place, `the front matter has no source "${id}"${hint(id, this.sources.keys())}`);
    this.usedSources.add(id);
    return found;
  }
}
