/**
 * Returns the visible points of a line: in each pixel column the first, the lowest, the highest, and the last. The line
 * through them looks the same as the line through all points. Coordinates are in pixels, `x` ascending.
 */
export function decimate(x: ArrayLike<number>, y: ArrayLike<number>): number[] {
  const kept: number[] = [];
  const keep = (index: number): void => {
    if (index !== kept.at(-1)) kept.push(index);
  };
  for (let first = 0; first < x.length;) {
    const column = Math.floor(x[first] as number);
    let [low, high, last] = [first, first, first];
    for (let i = first; i < x.length && Math.floor(x[i] as number) === column; i++) {
      if ((y[i] as number) < (y[low] as number)) low = i;
      if ((y[i] as number) > (y[high] as number)) high = i;
      last = i;
    }
    keep(first);
    keep(Math.min(low, high));
    keep(Math.max(low, high));
    keep(last);
    first = last + 1;
  }
  return kept;
}
