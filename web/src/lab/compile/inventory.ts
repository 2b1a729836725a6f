// The inventory of a lab's sources: where the lab treats each of their tables, charts, numbers, and claims, or why it
// does not.
import type { Source, Table } from '../types.ts';
import { readSource, type LabFiles, type SourceFile } from './files.ts';
import type { Lesson } from './lesson.ts';
import { fits, get, isOneOf, textOf, type Item, type Shape } from './located.ts';
import { top, type Problems } from './problems.ts';
import { hint } from './suggest.ts';
import { readToml } from './toml.ts';

/** The inventory's file name in a lab's folder. */
export const INVENTORY_FILE = 'sources.toml';

const kinds = ['table', 'chart', 'diagram', 'number', 'claim', 'setup', 'advice'] as const;
const verdicts = ['satisfied', 'in_part', 'not_satisfied'] as const;

/** The verdict on a claim that is tested by the lab's text rather than by the model's value in a cell. */
export type ClaimVerdict = (typeof verdicts)[number];

/** A reference from an entry to a block, a parameter, or cells of the lab. */
export type InventoryReference =
  /** A step or block with an id. */
  | { readonly kind: 'block'; readonly id: string }
  | { readonly kind: 'parameter'; readonly name: string }
  /** Cells of a table: in one row or all rows, and in one column or all columns. */
  | { readonly kind: 'cells'; readonly table: string; readonly row?: string; readonly column?: string };

/** An item of a source. */
export interface InventoryEntry {
  /** The id of the source in the front matter. */
  readonly source: string;
  /** The location in the source. */
  readonly place: string;
  readonly kind: (typeof kinds)[number];
  /** The item in a few words. */
  readonly item: string;
  /** The locations in the lab that treat the item. */
  readonly at: readonly InventoryReference[];
  readonly verdict?: ClaimVerdict;
  /** The condition under which the verdict is `satisfied`; `check` computes it. */
  readonly when?: string;
  /** A remark on the verdict, or on how the lab reads the item. */
  readonly note?: string;
  /** The reason why the lab does not treat the item. */
  readonly not_covered?: string;
}

/** The inventory of one lab. */
export interface Inventory {
  /**
   * The source that the inventory covers completely; from other sources, it lists only the items that the lab shows.
   */
  readonly main: string;
  readonly entries: readonly InventoryEntry[];
}

/** A condition that must hold if and only if the verdict of its entry is `satisfied`. */
export interface ClaimCondition {
  readonly source: SourceFile;
  readonly place: Item['place'];
  readonly condition: string;
  readonly isSatisfied: boolean;
}

const shapes = {
  file: { source: 'text', entries: 'list of maps' },
  entry: {
    source: 'text?',
    place: 'text',
    kind: 'text',
    item: 'text',
    at: 'list of texts?',
    verdict: 'text?',
    when: 'text?',
    note: 'text?',
    not_covered: 'text?',
  },
} satisfies Record<string, Shape>;

/** The possible targets of references in an inventory. */
interface Targets {
  readonly lesson: Lesson;
  readonly sources: Readonly<Record<string, Source>>;
  readonly tables: readonly Table[];
  readonly parameters: readonly string[];
}

/** Reads `#id`, `parameter:name`, or `table/row/column`, where row and column are optional and `*` means every row. */
function readReference(source: SourceFile, { place, scalar }: Item, targets: Targets): InventoryReference | undefined {
  const text = String(scalar);
  const missing = (what: string, name: string, known: Iterable<string>): undefined =>
    source.error(place, `the lab has no ${what} "${name}"${hint(name, known)}`);
  if (text.startsWith('#')) {
    const id = text.slice(1);
    const { named } = targets.lesson;
    return named.has(id) ? { kind: 'block', id } : missing('step or block', id, named.keys());
  }
  if (text.startsWith('parameter:')) {
    const name = text.slice('parameter:'.length);
    return targets.parameters.includes(name)
      ? { kind: 'parameter', name }
      : missing('parameter', name, targets.parameters);
  }
  const [id = '', row = '*', column] = text.split('/');
  const table = targets.tables.find((each) => each.id === id);
  if (!table) {
    if (targets.lesson.broken.has(id)) return undefined;
    return missing(
      'table',
      id,
      targets.tables.map((each) => each.id),
    );
  }
  const [rows, columns] = [table.rows.map(String), table.fields.map(({ name }) => name)];
  if (row !== '*' && !rows.includes(row))
    return source.error(place, `table ${id} has no row "${row}"${hint(row, rows)}`);
  if (column !== undefined && !columns.includes(column))
    return source.error(place, `table ${id} has no column "${column}"${hint(column, columns)}`);
  return { kind: 'cells', table: id, ...(row !== '*' && { row }), ...(column !== undefined && { column }) };
}

/** Reports inconsistent fields in an entry. */
function checkVerdict(source: SourceFile, item: Item): void {
  const [at, verdict, when, note, missing] = ['at', 'verdict', 'when', 'note', 'not_covered'].map((key) =>
    get(item, key),
  );
  if ((at === undefined) === (missing === undefined))
    source.error(
      item.place,
      'an entry needs either `at`, where the lab covers it, or `not_covered`, the reason why it does not',
    );
  if (at?.list?.length === 0) source.error(at.place, '`at` must name at least one location in the lab');
  if (verdict && isOneOf(source, verdict, verdicts, '`verdict`') && verdict.scalar !== 'satisfied' && !note)
    source.error(verdict.place, `the verdict "${textOf(verdict)}" needs a reason: add note = "…"`);
  if (verdict && missing) source.error(verdict.place, '`verdict` is only for entries with `at`');
  if (when && !verdict) source.error(when.place, '`when` is only for entries with `verdict`');
  if (note && missing)
    source.error(note.place, 'an entry cannot have both `not_covered` and `note`: remove one of them');
}

/** Reads an entry; reports problems and returns undefined if there are any. */
function readEntry(source: SourceFile, item: Item, main: string, targets: Targets): InventoryEntry | undefined {
  if (!fits(source, item, shapes.entry, 'an entry')) return undefined;
  const [other, kind, when] = ['source', 'kind', 'when'].map((key) => get(item, key));
  if (kind && !isOneOf(source, kind, kinds, '`kind`')) return undefined;
  checkVerdict(source, item);
  const id = other ? textOf(other) : main;
  if (other && !Object.hasOwn(targets.sources, id))
    source.error(other.place, `the front matter has no source "${id}"${hint(id, Object.keys(targets.sources))}`);
  const [verdict, note, missing] = ['verdict', 'note', 'not_covered'].map((key) => textOf(get(item, key)));
  const condition = textOf(when);
  if (when) {
    const { place } = when;
    targets.lesson.expressions.push({ source, place, text: condition, wanted: { kind: 'condition' } });
    targets.lesson.claims.push({ source, place, condition, isSatisfied: verdict === 'satisfied' });
  }
  return {
    source: id,
    place: textOf(get(item, 'place')),
    kind: textOf(kind) as InventoryEntry['kind'],
    item: textOf(get(item, 'item')),
    at: (get(item, 'at')?.list ?? []).flatMap((each) => readReference(source, each, targets) ?? []),
    ...(verdict && { verdict: verdict as ClaimVerdict }),
    ...(condition && { when: condition }),
    ...(note && { note }),
    ...(missing && { not_covered: missing }),
  };
}

/**
 * Reads the inventory, if the lab has one. Reports references to unknown targets and tables that no entry names;
 * conditions of verdicts are checked later, with the lesson's expressions and by a run of the lab.
 */
export function readInventory(files: LabFiles, targets: Targets, problems: Problems): Inventory | undefined {
  if (files.read(INVENTORY_FILE) === undefined) return undefined;
  const source = readSource(files, INVENTORY_FILE, problems);
  const root = source && readToml(source);
  if (!root || !fits(source, root, shapes.file, 'the inventory')) return undefined;
  const main = get(root, 'source');
  const id = textOf(main);
  if (main && !Object.hasOwn(targets.sources, id))
    source.error(main.place, `the front matter has no source "${id}"${hint(id, Object.keys(targets.sources))}`);
  const items = get(root, 'entries')?.list ?? [];
  const entries = items.flatMap((item) => readEntry(source, item, id, targets) ?? []);
  const named = new Set(entries.flatMap(({ at }) => at.flatMap((each) => (each.kind === 'cells' ? each.table : []))));
  // The references of a broken entry are unknown, so the tables that it names would be reported.
  if (entries.length === items.length)
    for (const table of targets.tables)
      if (!named.has(table.id))
        source.error(top, `no entry names table ${table.id}: add one with at = ["${table.id}"]`);
  return { main: id, entries };
}
