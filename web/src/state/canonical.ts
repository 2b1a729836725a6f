// One text for one meaning: hashes, comparisons, and links must not depend on the order of keys.

/**
 * Returns plain data as JSON with sorted keys. The text is built by hand, because objects list keys that look like
 * numbers before all others.
 */
function write(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(write).join()}]`;
  const pair = (key: string): string => `${write(key)}:${write((value as Record<string, unknown>)[key])}`;
  return `{${Object.keys(value).sort().map(pair).join()}}`;
}

/**
 * Returns the canonical JSON (RFC 8785) of a value: no white space, keys in the order of their UTF-16 units, numbers as
 * in ECMAScript. Values that JSON lacks are treated as by `JSON.stringify`: `undefined` is left out, and NaN becomes
 * `null`.
 *
 * @throws {TypeError} If the value refers to itself.
 */
export const canonicalJson = (value: unknown): string => write(JSON.parse(JSON.stringify(value)));
