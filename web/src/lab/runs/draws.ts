// All combinations of a question's random numbers.
import type { Quantity } from '../../engine/types.ts';
import type { Draw } from '../types';

/** The maximum number of combinations that are tried. */
const MAX_COMBINATIONS = 64;

/** One value for each draw. */
export type Drawn = readonly { readonly draw: Draw; readonly value: number }[];

/** Returns all combinations of a question's random numbers. */
export function combinations(draws: readonly Draw[]): Drawn[] {
  let all: Drawn[] = [[]];
  for (const draw of draws) all = all.flatMap((drawn) => draw.values.map((value) => [...drawn, { draw, value }]));
  return all.slice(0, MAX_COMBINATIONS);
}

/** Returns draws that allow only these numbers. */
export const fixed = (drawn: Drawn): Draw[] => drawn.map(({ draw, value }) => ({ ...draw, values: [value] }));

/** Returns the drawn numbers by name. */
export const quantities = (drawn: Drawn): Record<string, Quantity> =>
  Object.fromEntries(drawn.map(({ draw, value }) => [draw.name, { value, unit: draw.unit }]));

/** Returns the drawn numbers for a message, such as ` with n = 20`; empty without any. */
export const wordsOf = (drawn: Drawn): string =>
  drawn.length === 0 ? '' : ` with ${drawn.map(({ draw, value }) => `${draw.name} = ${value}`).join(', ')}`;
