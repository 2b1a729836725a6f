// One lab, one text: the same bytes wherever and whenever it is compiled.

/** Sorts the keys of every object in it. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, each]) => [key, sorted(each)]));
}

/** JSON without white space, keys in the order of their characters. */
export const canonicalJson = (value: unknown): string => JSON.stringify(sorted(value));
