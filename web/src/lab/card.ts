// How a lab is presented next to others. It is not part of the compiled lab: a lab keeps its version when the list changes.
import type { Inline, Source } from './types';

export interface LabCard {
  /** Its place in the order of teaching, from 1. */
  order?: number;
  /** The id of the chart that stands for the lab. */
  thumbnail?: string;
  /** What the lab finds, in a sentence. */
  finding?: Inline[];
  /** The document with the published values. */
  document?: Source;
}

/** Sorts labs by the order of teaching; those without a place in it come last, by title. */
export const inOrder = <L extends { id: string; title: string }>(
  labs: readonly L[],
  cards: Readonly<Record<string, LabCard>>,
): L[] =>
  labs.toSorted(
    (a, b) =>
      (cards[a.id]?.order ?? Infinity) - (cards[b.id]?.order ?? Infinity) || a.title.localeCompare(b.title, 'en'),
  );
