// The factors between curves, for the brackets at the axis handle.

/** The minimum factor that gets a bracket, if the text names no factors. */
const minRatio = 2;

/**
 * The minimum distances in pixels between two curves with a bracket: for factors that the text does not name, and for
 * those that it names.
 */
const [minDistance, minNamedDistance] = [34, 20];

/** Two values on the y axis, and the factor between them. */
export interface Factor {
  top: number;
  bottom: number;
  ratio: number;
  /** The cause of the factor, if the text names a cause. */
  word: string;
}

/** Returns the pairs of values in `bracket`, such as `code:0-1;format:1-2`, the lower value first. */
const pairsIn = (values: readonly number[], bracket: string): [low: number, high: number, word: string][] =>
  bracket.split(';').map((part) => {
    const [, word = '', ...ends] = /^(.*):(\d+)-(\d+)$/.exec(part) ?? [];
    const [low = NaN, high = NaN] = ends.map((end) => values[Number(end)] ?? NaN).sort((a, b) => a - b);
    return [low, high, word];
  });

/**
 * Returns the factors between values that are neighbors on the axis or, if the text has a `bracket`, between the series
 * that the bracket names. `y` converts a value to its position in pixels.
 */
export function factorsBetween(values: readonly number[], y: (value: number) => number, bracket?: string): Factor[] {
  const isPlaced = (value: number): boolean => value > 0 && Number.isFinite(value);
  const sorted = values.filter(isPlaced).sort((a, b) => a - b);
  const pairs =
    bracket === undefined
      ? sorted.slice(1).map((high, i): [number, number, string] => [sorted[i] ?? NaN, high, ''])
      : pairsIn(values, bracket).filter(([low, high]) => isPlaced(low) && isPlaced(high));
  return pairs
    .map(([low, high, word]) => ({ top: y(high), bottom: y(low), ratio: high / low, word }))
    .filter(({ top, bottom, ratio }) =>
      bracket === undefined ? ratio >= minRatio && bottom - top >= minDistance : bottom - top >= minNamedDistance,
    );
}
