// Helpers for the generated tables.

/** Returns the index of each word of a table. */
export const indexesOf = <Word extends string>(words: readonly Word[]): Readonly<Record<Word, number>> =>
  Object.fromEntries(words.map((word, at) => [word, at])) as Record<Word, number>;

/** Returns the numbers of a column by name. */
export const named = <Name extends string>(names: readonly Name[], values: ArrayLike<number>): Record<Name, number> =>
  Object.fromEntries(names.map((name, at) => [name, values[at] ?? NaN])) as Record<Name, number>;
