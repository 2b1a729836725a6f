// Terms that a lab defines in its front matter, and the links in the text that show their definitions.
import type { Inline } from '../types.ts';
import type { SourceFile } from './files.ts';
import type { Lesson } from './lesson.ts';
import { fits, get, textOf, type Item } from './located.ts';
import { findMeasured } from './printed.ts';
import type { SourcePosition } from './problems.ts';
import { hint } from './suggest.ts';

export const termScheme = 'term';

/** A term of a lab. */
export interface Term {
  /** The dictionary form of the term. */
  readonly name: string;
  /** One or two sentences. */
  readonly definition: string;
  readonly place: SourcePosition;
}

/** Reads `terms` of the front matter, by id. */
export function readTerms(source: SourceFile, item: Item | undefined): Map<string, Term> {
  const terms = [...(item?.map ?? [])].flatMap(([id, { key, value }]): [string, Term][] => {
    if (!/^[A-Za-z0-9-]+$/.test(id))
      source.error(key, `the id of a term must contain only letters, digits, and hyphens, not "${id}"`);
    if (!fits(source, value, { name: 'text', definition: 'text' }, `term ${id}`)) return [];
    return [[id, { name: textOf(get(value, 'name')), definition: textOf(get(value, 'definition')), place: key }]];
  });
  return new Map(terms);
}

/** Reports figures in definitions, where they cannot have a source. */
export function checkTerms(source: SourceFile, terms: ReadonlyMap<string, Term>, language: string): void {
  for (const [id, { definition, place }] of terms)
    for (const { text } of findMeasured(definition, language))
      source.error(place, `the definition of ${id} has the figure "${text}": give figures in the text, with a source`);
}

/** Reads a link to a term; undefined for other links. */
export function readTerm(
  lesson: Lesson,
  source: SourceFile,
  { text, url, place }: { text: string; url: string; place: SourcePosition },
): Inline | undefined {
  const [scheme, id = ''] = url.split(':', 2);
  if (scheme !== termScheme) return undefined;
  const term = lesson.terms.get(id);
  lesson.usedTerms.add(id);
  if (!term) {
    const remedy = hint(id, lesson.terms.keys()) || ': add it there, with its `name` and `definition`';
    source.error(place, `\`terms\` in the front matter has no "${id}"${remedy}`);
  }
  return { kind: 'term', id, text, name: term?.name ?? '', definition: term?.definition ?? '' };
}
