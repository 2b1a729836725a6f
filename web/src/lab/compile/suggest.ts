// "Did you mean": the known word nearest to an unknown one.

/**
 * Returns the edit distance: the number of insertions, deletions, substitutions, and swaps of neighboring characters.
 */
function distance(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= a.length; i += 1) {
    const [above = [], beyond = []] = [rows[i - 1], rows[i - 2]];
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      const swapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? (beyond[j - 2] ?? Infinity) + 1 : Infinity;
      row.push(Math.min((above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (above[j - 1] ?? 0) + same, swapped));
    }
    rows.push(row);
  }
  return rows[a.length]?.[b.length] ?? Infinity;
}

/** Returns the word in `known` that the author of `word` may have meant; undefined if no word is near. */
export function nearest(word: string, known: Iterable<string>): string | undefined {
  // Similar-looking numbers are unrelated.
  if (word.length > 60 || /^[\d.,]*$/.test(word)) return undefined;
  const bound = Math.max(1, Math.floor(word.length / 3));
  const near = [...known]
    .filter((other) => Math.abs(other.length - word.length) <= bound)
    .map((other) => ({ other, far: distance(word.toLowerCase(), other.toLowerCase()) }))
    .filter(({ far }) => far <= bound)
    .sort((a, b) => a.far - b.far);
  return near[0]?.other;
}

/** Returns `; did you mean "x"?`, or the list of known words, or an empty string. */
export function hint(word: string, known: Iterable<string>): string {
  const all = [...known];
  const meant = nearest(word, all);
  if (meant !== undefined) return `; did you mean "${meant}"?`;
  return all.length > 0 && all.length <= 16 ? `; known: ${all.join(', ')}` : '';
}
