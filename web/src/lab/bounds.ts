// What a source says where it prints no number: on which side of one the true number is.
import type { Reproduction } from '../engine/protocol';
import type { Table } from './types.ts';

/** A single number is excluded, as `>3600` says; both numbers of a range are included. */
export interface Bound {
  least?: number;
  most?: number;
}

/** Reads `>3600`, `<1500` or `1000..2000`, also as readers see them; undefined if it is none of these. */
export function readBound(text: string): Bound | undefined {
  const [, sign, from = '', to] = /^([<>]?)([^<>]+?)(?:(?:\.\.|–)([^<>]+))?$/.exec(text.replace(/[, ]/g, '')) ?? [];
  const [one, other] = [Number(from || NaN), Number(to ?? NaN)];
  if (sign && to === undefined && Number.isFinite(one)) return sign === '>' ? { least: one } : { most: one };
  return !sign && one < other && Number.isFinite(one) && Number.isFinite(other)
    ? { least: one, most: other }
    : undefined;
}

/** A bound as readers see it. */
export function shownBound({ least, most }: Bound): string {
  const [from, to] = [least, most].map((value) => value?.toLocaleString('en', { maximumFractionDigits: 10 }));
  return least === undefined ? `<${to}` : most === undefined ? `>${from}` : `${from}–${to}`;
}

/** Whether a value is where a bound says. */
export const isMet = ({ least = -Infinity, most = Infinity }: Bound, value: number): boolean =>
  Number.isFinite(least) && Number.isFinite(most) ? least <= value && value <= most : least < value && value < most;

/** What the model makes of a table's bounds. */
export interface Judged {
  /** In words, cell by cell; undefined where the source has no bound. */
  words: (string | undefined)[];
  /** All of them. */
  sentence: string;
}

/** What can be said of claims whose bounds are met. */
const claims = {
  reproduced: 'reproduced',
  in_part: 'met, in part by choice',
  not_predictable: 'met, not predictable',
  not_reproduced: 'met',
};

/** Whether the model's values are where the bounds of a table say, and what that means where a row is a claim. */
export function judge({ cells, rows, row }: Table, { model }: Pick<Reproduction, 'model'>): Judged {
  let met = 0;
  const words = cells.flatMap((values, at) => {
    const claim = row.values?.find(({ is }) => is === rows[at])?.claim;
    return values.map((cell, column) => {
      const bound = typeof cell === 'string' ? readBound(cell) : undefined;
      if (!bound) return undefined;
      if (!isMet(bound, model[at * values.length + column] ?? NaN))
        return claim === 'not_predictable' ? 'not met, not predictable' : 'not met';
      met++;
      return claim ? claims[claim] : 'met';
    });
  });
  const all = words.filter(Boolean).length;
  return { words, sentence: `${met} of ${all} bounds ${met === 1 ? 'is' : 'are'} met` };
}
