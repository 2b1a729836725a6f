// The numbers that a question draws, all combinations of them.
import type { Quantity } from '../../engine/types.ts';
import type { Draw } from '../types';

/** More combinations of drawn numbers are not tried. */
const MAX_COMBINATIONS = 64;

/** One number of each draw. */
export type Drawn = readonly { readonly draw: Draw; readonly value: number }[];

/** All combinations of the numbers that a question draws. */
export function combinations(draws: readonly Draw[]): Drawn[] {
  let all: Drawn[] = [[]];
  for (const draw of draws) all = all.flatMap((drawn) => draw.values.map((value) => [...drawn, { draw, value }]));
  return all.slice(0, MAX_COMBINATIONS);
}

/** The draws of a question in which these numbers are the only ones. */
export const fixed = (drawn: Drawn): Draw[] => drawn.map(({ draw, value }) => ({ ...draw, values: [value] }));

/** The drawn numbers by name. */
export const quantities = (drawn: Drawn): Record<string, Quantity> =>
  Object.fromEntries(drawn.map(({ draw, value }) => [draw.name, { value, unit: draw.unit }]));

/** The drawn numbers for a message, such as ` with n = 20`; empty without any. */
export const wordsOf = (drawn: Drawn): string =>
  drawn.length === 0 ? '' : ` with ${drawn.map(({ draw, value }) => `${draw.name} = ${value}`).join(', ')}`;
