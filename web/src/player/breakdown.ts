// Breakdowns of values, side by side: terms by component, to be drawn and put into words.
import { share, short } from '../charts/format';
import type { Term } from '../engine';

/** A value and the terms that add up to it. */
export interface ValueBreakdown {
  title: string;
  terms: readonly Term[];
}

export const totalOf = (terms: readonly Term[]): number => terms.reduce((sum, { time_us }) => sum + time_us, 0);

/** The components of the terms, in order of first occurrence. A term names its component `place`. */
export const componentsOf = (all: readonly ValueBreakdown[]): string[] => [
  ...new Set(all.flatMap(({ terms }) => terms.map(({ place }) => place))),
];

export const componentTotal = (terms: readonly Term[], place: string): number =>
  totalOf(terms.filter((term) => term.place === place));

/** One row of a table of terms: the same step in each of the values. */
export interface TermRow {
  title: string;
  place: string;
  /** By value; undefined if the value has no such term. */
  terms: (Term | undefined)[];
}

/** Aligns the terms of all values: each step once, component by component. */
export function alignTerms(all: readonly ValueBreakdown[]): TermRow[] {
  const rows = new Map<string, TermRow>();
  all.forEach(({ terms }, at) => {
    for (const term of terms) {
      const key = JSON.stringify([term.place, term.title]);
      const row = rows.get(key) ?? { title: term.title, place: term.place, terms: all.map(() => undefined) };
      row.terms[at] = term;
      rows.set(key, row);
    }
  });
  const components = componentsOf(all);
  return [...rows.values()].sort((a, b) => components.indexOf(a.place) - components.indexOf(b.place));
}

const us = (value: number): string => `${short(value)} µs`;

/** Describes the largest component of a value, and its largest difference from another value. */
export function describeBreakdown([one, base]: readonly [ValueBreakdown, (ValueBreakdown | undefined)?]): string {
  const total = totalOf(one.terms);
  const [largest] = componentsOf([one]).sort((a, b) => componentTotal(one.terms, b) - componentTotal(one.terms, a));
  if (largest === undefined || !(total > 0)) return `${one.title}: 0 µs.`;
  const part = componentTotal(one.terms, largest);
  const first = `${one.title}: ${us(total)}, the largest part of it ${largest} (${us(part)}, ${share(part / total)}).`;
  if (!base) return first;
  const difference = alignTerms([one, base])
    .map(({ title, terms: [mine, other] }) => ({ title, more: (mine?.time_us ?? 0) - (other?.time_us ?? 0) }))
    .reduce((largest, row) => (Math.abs(row.more) > Math.abs(largest.more) ? row : largest));
  const second = `${base.title}: ${us(totalOf(base.terms))}.`;
  if (difference.more === 0) return `${first} ${second}`;
  return `${first} ${second} The largest difference: “${difference.title}”, ${us(Math.abs(difference.more))} ${difference.more > 0 ? 'more' : 'less'}.`;
}
