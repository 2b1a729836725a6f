// What is known of a lab while its text is read, and what must wait until all of it is.
import type { Draw, Figure, Source, Table } from '../types.ts';
import type { SourceFile } from './files.ts';
import type { Place } from './problems.ts';
import type { Quantities } from './quantities.ts';
import type { Vocabulary } from './settings.ts';
import { hint } from './suggest.ts';
import type { TeacherRemark } from './teacher.ts';

/** Kinds of text that readers meet, which differ in what may stand there. */
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

/** Where a block stands. */
export interface Where {
  readonly room: Room;
  /** Whether a number with a unit must say here where it comes from. */
  readonly prose: boolean;
  /** The step it stands in. */
  readonly step?: string;
  /** Numbers that the question around it draws. */
  readonly draws?: readonly Draw[];
}

export type NamedKind = 'step' | 'predict' | 'question' | 'chart' | 'table' | 'control' | 'model';

/** Something with an id. */
export interface Named {
  readonly kind: NamedKind;
  readonly place: Place;
  /** In the order of the text. */
  readonly order: number;
}

/** A reference to something with an id, checked when all ids are known. */
export interface Reference {
  readonly source: SourceFile;
  readonly place: Place;
  readonly to: string;
  /** What it may be; anything if left out. */
  readonly kinds?: readonly NamedKind[];
  /** The order of what refers, where that must come later. */
  readonly order?: number;
}

/** What an expression must come to. */
export type Wanted =
  | { readonly kind: 'number' }
  | { readonly kind: 'condition' }
  /** An amount that can be given in a unit; or a share of it, where that has a meaning. */
  | { readonly kind: 'quantity'; readonly unit: string; readonly orShare?: true };

/** An expression, checked when the whole lab is known. */
export interface Expression {
  readonly source: SourceFile;
  /** Where its text begins. */
  readonly place: Place;
  readonly text: string;
  readonly wanted: Wanted;
  readonly draws?: readonly Draw[];
  /** The unit of the reader's answer, where `given` may be used. */
  readonly given?: string;
}

/** A number in the text that must agree with what is computed. */
export interface FigureCheck {
  readonly source: SourceFile;
  readonly place: Place;
  readonly figure: Figure;
}

/** A file that the text shows. */
export interface Shown {
  readonly source: SourceFile;
  readonly place: Place;
  readonly file: string;
}

/** A reveal, and what it waits for. */
export interface Revealed {
  readonly after: string;
  readonly place: Place;
  readonly order: number;
}

/** What the front matter, the tables and the model provide, and what the text has used and left to be checked. */
export class Lesson {
  readonly sources: ReadonlyMap<string, Source>;
  readonly tables: ReadonlyMap<string, Table>;
  /** Tables that the front matter names and that could not be read, which is told already. */
  readonly broken: ReadonlySet<string>;
  readonly series: ReadonlySet<string>;
  /** What the model can be asked; undefined if the model is not known. */
  readonly vocabulary: Vocabulary | undefined;
  /** What the model's outputs are called. */
  readonly quantities: Quantities;
  /** Everything with an id. */
  readonly named = new Map<string, Named>();
  readonly references: Reference[] = [];
  readonly expressions: Expression[] = [];
  readonly figures: FigureCheck[] = [];
  readonly images: Shown[] = [];
  readonly reveals: Revealed[] = [];
  readonly remarks: TeacherRemark[] = [];
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

  /** Gives an id to something; reports one that is taken or malformed. */
  name(source: SourceFile, id: string, kind: NamedKind, place: Place): void {
    const other = this.named.get(id);
    if (!/^[A-Za-z0-9-]+$/.test(id)) source.error(place, `an id has letters, digits and hyphens only, not "${id}"`);
    else if (other) source.error(place, `the id "${id}" is taken by the ${other.kind} in line ${other.place.line}`);
    else this.named.set(id, { kind, place, order: this.next() });
  }

  /** The table called `id`; reports one that there is not. */
  table(source: SourceFile, id: string, place: Place): Table | undefined {
    const table = this.tables.get(id);
    if (!table && !this.broken.has(id))
      source.error(place, `the lab has no table "${id}"${hint(id, this.tables.keys())}`);
    this.usedTables.add(id);
    return table;
  }

  /** The source called `id`; reports one that there is not. */
  document(source: SourceFile, id: string, place: Place): Source | undefined {
    const found = this.sources.get(id);
    if (!found) source.error(place, `the front matter has no source "${id}"${hint(id, this.sources.keys())}`);
    this.usedSources.add(id);
    return found;
  }
}
