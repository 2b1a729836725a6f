// One text for one meaning: what is hashed, compared or kept in a link must not depend on the order of keys.

/** Writes plain data. By hand, because an object hands out keys that look like numbers before all others. */
function write(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(write).join()}]`;
  const pair = (key: string): string => `${write(key)}:${write((value as Record<string, unknown>)[key])}`;
  return `{${Object.keys(value).sort().map(pair).join()}}`;
}

/**
 * The canonical JSON (RFC 8785) of a value: no white space, keys in the order of their UTF-16 units, numbers as ECMAScript
 * writes them. What JSON lacks is treated as by `JSON.stringify`: `undefined` is left out, and NaN becomes `null`.
 *
 * @throws {TypeError} if the value refers to itself.
 */
export const canonicalJson = (value: unknown): string => write(JSON.parse(JSON.stringify(value)));
