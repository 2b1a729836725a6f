/**
 * Returns a function that returns its previous value as long as new values have the same JSON. Computations that depend
 * on the value are then not repeated.
 */
export function keepEqual<T>(): (value: T) => T {
  let kept: { value: T; json: string } | undefined;
  return (value) => {
    const json = JSON.stringify(value);
    if (kept?.json !== json) kept = { value, json };
    return kept.value;
  };
}
