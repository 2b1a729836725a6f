// What values are made of, side by side: terms by the place where they arise, to be drawn and put into words.
import { share, short } from '../charts/format';
import type { Term } from '../engine';

/** A value and the terms that add up to it. */
export interface Made {
  title: string;
  terms: readonly Term[];
}

export const totalOf = (terms: readonly Term[]): number => terms.reduce((sum, { time_us }) => sum + time_us, 0);

/** The places in which terms arise, in the order in which they are met. */
export const placesOf = (all: readonly Made[]): string[] => [
  ...new Set(all.flatMap(({ terms }) => terms.map(({ place }) => place))),
];

export const inPlace = (terms: readonly Term[], place: string): number =>
  totalOf(terms.filter((term) => term.place === place));

/** One line of a table of terms: the same step in each of the values. */
export interface Line {
  title: string;
  place: string;
  /** By value; undefined where it is no part of that one. */
  terms: (Term | undefined)[];
}

/** The terms of all values, each step once, place by place. */
export function linesOf(all: readonly Made[]): Line[] {
  const lines = new Map<string, Line>();
  all.forEach(({ terms }, at) => {
    for (const term of terms) {
      const key = JSON.stringify([term.place, term.title]);
      const line = lines.get(key) ?? { title: term.title, place: term.place, terms: all.map(() => undefined) };
      line.terms[at] = term;
      lines.set(key, line);
    }
  });
  const places = placesOf(all);
  return [...lines.values()].sort((a, b) => places.indexOf(a.place) - places.indexOf(b.place));
}

const us = (value: number): string => `${short(value)} µs`;

/** A sentence on where most of a value is, and on where it differs most from another one. */
export function madeOf([one, base]: readonly [Made, (Made | undefined)?]): string {
  const total = totalOf(one.terms);
  const [most] = placesOf([one]).sort((a, b) => inPlace(one.terms, b) - inPlace(one.terms, a));
  if (most === undefined || !(total > 0)) return `${one.title}: 0 µs.`;
  const part = inPlace(one.terms, most);
  const first = `${one.title}: ${us(total)}, the largest part of it ${most} (${us(part)}, ${share(part / total)}).`;
  if (!base) return first;
  const farthest = linesOf([one, base])
    .map(({ title, terms: [mine, other] }) => ({ title, more: (mine?.time_us ?? 0) - (other?.time_us ?? 0) }))
    .reduce((far, line) => (Math.abs(line.more) > Math.abs(far.more) ? line : far));
  const second = `${base.title}: ${us(totalOf(base.terms))}.`;
  if (farthest.more === 0) return `${first} ${second}`;
  return `${first} ${second} The largest difference: “${farthest.title}”, ${us(Math.abs(farthest.more))} ${farthest.more > 0 ? 'more' : 'less'}.`;
}
