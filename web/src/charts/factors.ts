// The factors between neighbouring curves, for the brackets at the handle.

/** The smallest factor that gets a bracket. */
const minRatio = 2;

/** The room that a factor needs between two curves, in pixels. */
const room = 34;

/** Two values next to each other on the y axis, and the factor between them. */
export interface Factor {
  top: number;
  bottom: number;
  ratio: number;
}

/** Returns the factors between values that are neighbours on the axis. `y` leads from a value to its place, in pixels. */
export function factorsBetween(values: readonly number[], y: (value: number) => number): Factor[] {
  const sorted = values.filter((value) => value > 0 && Number.isFinite(value)).sort((a, b) => a - b);
  return sorted
    .slice(1)
    .map((high, i) => ({ top: y(high), bottom: y(sorted[i] ?? NaN), ratio: high / (sorted[i] ?? NaN) }))
    .filter(({ top, bottom, ratio }) => ratio >= minRatio && bottom - top >= room);
}
