/**
 * Returns a function that returns the same object for successive values with the same JSON, so that computations that
 * depend on the object are not repeated.
 */
export function keepEqual<T>(): (value: T) => T {
  let kept: { value: T; json: string } | undefined;
  return (value) => {
    const json = JSON.stringify(value);
    if (kept?.json !== json) kept = { value, json };
    return kept.value;
  };
}
