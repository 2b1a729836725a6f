// The presentation of a lab in lists. The card is not part of the compiled lab, so editing it does not change the lab's
// version.
import type { Inline, Source } from './types';

export interface LabCard {
  /** The lab's position in the teaching order, from 1. */
  order?: number;
  /** The id of the chart for the lab's thumbnail. */
  thumbnail?: string;
  /** The lab's finding in one sentence. */
  finding?: Inline[];
  /** The document with the published values. */
  document?: Source;
}

/** Sorts labs by teaching order; labs without a position come last, by title. */
export const inOrder = <L extends { id: string; title: string }>(
  labs: readonly L[],
  cards: Readonly<Record<string, LabCard>>,
): L[] =>
  labs.toSorted(
    (a, b) =>
      (cards[a.id]?.order ?? Infinity) - (cards[b.id]?.order ?? Infinity) || a.title.localeCompare(b.title, 'en'),
  );
