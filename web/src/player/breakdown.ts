// Breakdowns of values, side by side: terms by component, for drawings and descriptions.
import { share, short } from '../charts/format';
import type { Term } from '../engine';

/** A value and the terms that add up to it. */
export interface ValueBreakdown {
  title: string;
  terms: readonly Term[];
  /** The time implied by the printed value, if it is known. */
  printed_us?: number;
  /** The model's error, if it is known. */
  error?: number;
}

export const totalOf = (terms: readonly Term[]): number => terms.reduce((sum, { time_us }) => sum + time_us, 0);

/** Returns the component of a term: the operation with which its title begins or, without an operation, its place. */
const partOf = ({ title, place }: Term): string => /^(.+?): /.exec(title)?.[1] ?? place;

/** Returns the components of the terms, in order of first occurrence. */
export const partsOf = (all: readonly ValueBreakdown[]): string[] => [
  ...new Set(all.flatMap(({ terms }) => terms.map(partOf))),
];

export const termsOf = (terms: readonly Term[], part: string): Term[] => terms.filter((term) => partOf(term) === part);

export const partTotal = (terms: readonly Term[], part: string): number => totalOf(termsOf(terms, part));

/** One row of a table of terms: the same term in each of the values. */
export interface TermRow {
  title: string;
  place: string;
  part: string;
  /** One term per value; undefined if the value has no such term. */
  terms: (Term | undefined)[];
}

/** Aligns the terms of all values: each term once, component by component. */
export function alignTerms(all: readonly ValueBreakdown[]): TermRow[] {
  const rows = new Map<string, TermRow>();
  all.forEach(({ terms }, at) => {
    for (const term of terms) {
      const key = JSON.stringify([term.place, term.title]);
      const row = rows.get(key) ?? {
        title: term.title,
        place: term.place,
        part: partOf(term),
        terms: all.map(() => undefined),
      };
      row.terms[at] = term;
      rows.set(key, row);
    }
  });
  const parts = partsOf(all);
  return [...rows.values()].sort((a, b) => parts.indexOf(a.part) - parts.indexOf(b.part));
}

const us = (value: number): string => `${short(value)} µs`;

/** Describes the largest component of a value, and the term that differs most from that of another value. */
export function describeBreakdown([one, base]: readonly [ValueBreakdown, (ValueBreakdown | undefined)?]): string {
  const total = totalOf(one.terms);
  const [largest] = partsOf([one]).sort((a, b) => partTotal(one.terms, b) - partTotal(one.terms, a));
  if (largest === undefined || !(total > 0)) return `${one.title}: 0 µs.`;
  const part = partTotal(one.terms, largest);
  const first = `${one.title}: ${us(total)}; the largest term is ${largest} (${us(part)}, ${share(part / total)}).`;
  if (!base) return first;
  const difference = alignTerms([one, base])
    .map(({ title, terms: [mine, other] }) => ({ title, more: (mine?.time_us ?? 0) - (other?.time_us ?? 0) }))
    .reduce((largest, row) => (Math.abs(row.more) > Math.abs(largest.more) ? row : largest));
  const second = `${base.title}: ${us(totalOf(base.terms))}.`;
  if (difference.more === 0) return `${first} ${second}`;
  return `${first} ${second} Largest difference: “${difference.title}”, ${us(Math.abs(difference.more))} ${difference.more > 0 ? 'more' : 'less'}.`;
}

/** Describes the largest term of the first value, and the totals of the first two values. */
export function describeTerms([one, other]: readonly ValueBreakdown[]): string {
  if (!one) return '';
  const total = totalOf(one.terms);
  const largest = one.terms.toSorted((a, b) => b.time_us - a.time_us)[0];
  if (!largest || !(total > 0)) return `${one.title}: 0 µs.`;
  const times = largest.count > 1 ? `, ${short(largest.count)} times ${us(largest.cost_us)}` : '';
  const first = `“${largest.title}” takes ${short(largest.time_us)} of ${us(total)} (${share(largest.time_us / total)})${times}.`;
  return other ? `${first} ${other.title} takes ${us(totalOf(other.terms))} in total.` : first;
}
