/**
 * Returns a function that returns its previous value again as long as new values are equal to it as JSON: what depends
 * on the value is then not computed again.
 */
export function keepEqual<T>(): (value: T) => T {
  let kept: { value: T; json: string } | undefined;
  return (value) => {
    const json = JSON.stringify(value);
    if (kept?.json !== json) kept = { value, json };
    return kept.value;
  };
}
