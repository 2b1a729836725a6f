// Helpers for the generated tables.

/** Maps each word of a table to its index. */
export const indexesOf = <Word extends string>(words: readonly Word[]): Readonly<Record<Word, number>> =>
  Object.fromEntries(words.map((word, at) => [word, at])) as Record<Word, number>;

/** Maps names to the numbers of a column. */
export const named = <Name extends string>(names: readonly Name[], values: ArrayLike<number>): Record<Name, number> =>
  Object.fromEntries(names.map((name, at) => [name, values[at] ?? NaN])) as Record<Name, number>;
