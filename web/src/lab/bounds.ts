// Bounds: printed where a source has no number, they say on which side of one the value is.
import { share } from '../charts/format.ts';
import type { Reproduction } from '../engine/protocol';
import type { Table } from './types.ts';

/** A single number is excluded, as `>3600` says; both numbers of a range are included. */
export interface Bound {
  min?: number;
  max?: number;
}

/** Reads `>3600`, `<1500` or `1000..2000`, also as readers see them; undefined if it is none of these. */
export function readBound(text: string): Bound | undefined {
  const [, sign, from = '', to] = /^([<>]?)([^<>]+?)(?:(?:\.\.|–)([^<>]+))?$/.exec(text.replace(/[, ]/g, '')) ?? [];
  const [one, other] = [Number(from || NaN), Number(to ?? NaN)];
  if (sign && to === undefined && Number.isFinite(one)) return sign === '>' ? { min: one } : { max: one };
  return !sign && one < other && Number.isFinite(one) && Number.isFinite(other) ? { min: one, max: other } : undefined;
}

/** A bound as readers see it. */
export function boundText({ min, max }: Bound): string {
  const [from, to] = [min, max].map((value) => value?.toLocaleString('en', { maximumFractionDigits: 10 }));
  return min === undefined ? `<${to}` : max === undefined ? `>${from}` : `${from}–${to}`;
}

/** Whether a value is where a bound says. */
export const isMet = ({ min = -Infinity, max = Infinity }: Bound, value: number): boolean =>
  Number.isFinite(min) && Number.isFinite(max) ? min <= value && value <= max : min < value && value < max;

/**
 * How far inside a bound a value is, as a share of the nearest end, and negative outside; NaN where no share can be
 * taken, because that end is 0.
 */
export function margin({ min, max }: Bound, value: number): number {
  const above = min === undefined ? Infinity : (value - min) / Math.abs(min);
  const below = max === undefined ? Infinity : (max - value) / Math.abs(max);
  const nearest = Math.min(above, below);
  return Number.isFinite(nearest) ? nearest : NaN;
}

/** A margin in words, to go behind a verdict. */
const shownMargin = (margin: number): string =>
  Number.isNaN(margin) ? '' : `, ${share(Math.abs(margin))} ${margin < 0 ? 'outside' : 'inside'}`;

/** How the model's values fit a table's bounds. */
export interface BoundsVerdict {
  /** In words, cell by cell; undefined where the source has no bound. */
  words: (string | undefined)[];
  /** All of them. */
  sentence: string;
}

/** Words for claims whose bounds are satisfied. */
const claims = {
  reproduced: 'reproduced',
  in_part: 'met, partly by choice',
  not_predictable: 'met, not predictable',
  not_reproduced: 'met',
};

/** Whether the model's values are where the bounds of a table say, by which margin, and what that means for a claim. */
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
        return (claim === 'not_predictable' ? 'not met, not predictable' : 'not met') + shownMargin(inside);
      met++;
      if (inside < closest) closest = inside;
      return (claim ? claims[claim] : 'met') + shownMargin(inside);
    });
  });
  const all = words.filter(Boolean).length;
  const narrowest = Number.isFinite(closest) ? `, the narrowest by ${share(closest)}` : '';
  return { words, sentence: `${met} of ${all} bounds ${met === 1 ? 'is' : 'are'} met${narrowest}` };
}
