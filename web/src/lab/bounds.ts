// Published bounds: a minimum, a maximum, or both, which a source states instead of a number.
import { allDigits, type Words } from '../language';
import { share } from '../charts/format.ts';
import type { Reproduction } from '../engine/protocol';
import type { Table } from './types.ts';

/** A bound. A bound with one number excludes that number, as in `>3600`; a range includes both of its ends. */
export interface Bound {
  min?: number;
  max?: number;
}

/** Parses `>3600`, `<1500`, or `1000..2000`, or the form shown to readers; undefined for other text. */
export function readBound(text: string): Bound | undefined {
  const [, sign, from = '', to] = /^([<>]?)([^<>]+?)(?:(?:\.\.|–)([^<>]+))?$/.exec(text.replace(/[, ]/g, '')) ?? [];
  const [one, other] = [Number(from || NaN), Number(to ?? NaN)];
  if (sign && to === undefined && Number.isFinite(one)) return sign === '>' ? { min: one } : { max: one };
  return !sign && one < other && Number.isFinite(one) && Number.isFinite(other) ? { min: one, max: other } : undefined;
}

/** Returns a bound in the form shown to readers. */
export function boundText({ min, max }: Bound): string {
  const [from, to] = [min, max].map((value) =>
    value === undefined ? undefined : allDigits(value, { maximumFractionDigits: 10 }),
  );
  return min === undefined ? `<${to}` : max === undefined ? `>${from}` : `${from}–${to}`;
}

/** Returns whether a value satisfies a bound. */
export const isMet = ({ min = -Infinity, max = Infinity }: Bound, value: number): boolean =>
  Number.isFinite(min) && Number.isFinite(max) ? min <= value && value <= max : min < value && value < max;

/**
 * Returns the smaller of the distances of a value from the ends of a bound, each as a share of that end. The result is
 * negative if the bound is violated, and NaN if the margin is not finite.
 */
export function margin({ min, max }: Bound, value: number): number {
  const above = min === undefined ? Infinity : (value - min) / Math.abs(min);
  const below = max === undefined ? Infinity : (max - value) / Math.abs(max);
  const nearest = Math.min(above, below);
  return Number.isFinite(nearest) ? nearest : NaN;
}

/** Describes a margin, to append to a verdict. */
const shownMargin = (margin: number): string =>
  Number.isNaN(margin)
    ? ''
    : margin < 0
      ? (`, ${share(-margin)} outside` satisfies Words)
      : (`, ${share(margin)} inside` satisfies Words);

/** The verdict on the model's values for a table's bounds. */
export interface BoundsVerdict {
  /** Descriptions by cell; undefined for cells without a bound. */
  words: (string | undefined)[];
  /** The verdict on all bounds. */
  sentence: string;
}

const satisfied = 'satisfied' satisfies Words;

/** The verdicts on claims whose bounds are satisfied. */
const claims = {
  reproduced: 'reproduced' satisfies Words,
  in_part: 'satisfied by chosen parameters' satisfies Words,
  not_predictable: 'satisfied, not predictable' satisfies Words,
  not_reproduced: satisfied,
};

/** Returns whether the model's values satisfy a table's bounds, with their margins and the consequence for a claim. */
export function judge({ cells, rows, row }: Table, { model }: Pick<Reproduction, 'model'>): BoundsVerdict {
  let met = 0;
  let closest = Infinity;
  const words = cells.flatMap((values, at) => {
    const claim = row.values?.find(({ is }) => is === rows[at])?.claim;
    return values.map((cell, column) => {
      const bound = typeof cell === 'string' ? readBound(cell) : undefined;
      if (!bound) return undefined;
      const value = model[at * values.length + column] ?? NaN;
      const inside = margin(bound, value);
      if (!isMet(bound, value))
        return (
          (claim === 'not_predictable'
            ? ('not satisfied, not predictable' satisfies Words)
            : ('not satisfied' satisfies Words)) + shownMargin(inside)
        );
      met++;
      if (inside < closest) closest = inside;
      return (claim ? claims[claim] : satisfied) + shownMargin(inside);
    });
  });
  const all = words.filter(Boolean).length;
  const smallest = Number.isFinite(closest) ? (`, smallest margin ${share(closest)}` satisfies Words) : '';
  return { words, sentence: `${met} of ${all} bounds satisfied${smallest}` };
}
