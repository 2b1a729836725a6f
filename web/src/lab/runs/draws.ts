// Combinations of a question's random numbers.
import type { Quantity } from '../../engine/types.ts';
import type { Draw } from '../types';

/** The maximum number of combinations that are tried. */
const MAX_COMBINATIONS = 64;

/** One value for each draw. */
export type Drawn = readonly { readonly draw: Draw; readonly value: number }[];

/** Returns at most `maxValues` of the values, evenly spread, with the first and the last. */
const spread = (values: readonly number[], maxValues: number): readonly number[] =>
  values.length <= maxValues
    ? values
    : Array.from(
        { length: maxValues },
        (_, i) => values[Math.round((i * (values.length - 1)) / (maxValues - 1))] ?? NaN,
      );

/** Returns all combinations of a question's random numbers, or those of evenly spread values if there are too many. */
export function combinations(draws: readonly Draw[]): Drawn[] {
  const all = draws.reduce((product, { values }) => product * values.length, 1);
  const maxValues =
    all <= MAX_COMBINATIONS ? Infinity : Math.max(2, Math.floor(MAX_COMBINATIONS ** (1 / draws.length)));
  let found: Drawn[] = [[]];
  for (const draw of draws)
    found = found.flatMap((drawn) => spread(draw.values, maxValues).map((value) => [...drawn, { draw, value }]));
  return found;
}

/** Returns draws that allow only these numbers. */
export const fixed = (drawn: Drawn): Draw[] => drawn.map(({ draw, value }) => ({ ...draw, values: [value] }));

/** Returns the drawn numbers by name. */
export const quantities = (drawn: Drawn): Record<string, Quantity> =>
  Object.fromEntries(drawn.map(({ draw, value }) => [draw.name, { value, unit: draw.unit }]));

/** Returns the drawn numbers for a message, such as ` with n = 20`; empty without drawn numbers. */
export const wordsOf = (drawn: Drawn): string =>
  drawn.length === 0 ? '' : ` with ${drawn.map(({ draw, value }) => `${draw.name} = ${value}`).join(', ')}`;
