// The factors between curves, for the brackets at the handle.

/** The smallest factor that gets a bracket where nobody has asked for one. */
const minRatio = 2;

/** The room that a factor needs between two curves, in pixels; one that is asked for may be close to them. */
const [room, askedRoom] = [34, 20];

/** Two values on the y axis, and the factor between them. */
export interface Factor {
  top: number;
  bottom: number;
  ratio: number;
  /** What the factor is due to, if somebody has said so. */
  word: string;
}

/** The values of `asked`, such as `code:0-1;format:1-2`, in pairs, the lower one first. */
const pairsIn = (values: readonly number[], asked: string): [low: number, high: number, word: string][] =>
  asked.split(';').map((part) => {
    const [, word = '', ...ends] = /^(.*):(\d+)-(\d+)$/.exec(part) ?? [];
    const [low = NaN, high = NaN] = ends.map((end) => values[Number(end)] ?? NaN).sort((a, b) => a - b);
    return [low, high, word];
  });

/**
 * Returns the factors between values that are neighbours on the axis or, if some are `asked` for, between those. `y` leads
 * from a value to its place, in pixels.
 */
export function factorsBetween(values: readonly number[], y: (value: number) => number, asked?: string): Factor[] {
  const isPlaced = (value: number): boolean => value > 0 && Number.isFinite(value);
  const sorted = values.filter(isPlaced).sort((a, b) => a - b);
  const pairs =
    asked === undefined
      ? sorted.slice(1).map((high, i): [number, number, string] => [sorted[i] ?? NaN, high, ''])
      : pairsIn(values, asked).filter(([low, high]) => isPlaced(low) && isPlaced(high));
  return pairs
    .map(([low, high, word]) => ({ top: y(high), bottom: y(low), ratio: high / low, word }))
    .filter(({ top, bottom, ratio }) =>
      asked === undefined ? ratio >= minRatio && bottom - top >= room : bottom - top >= askedRoom,
    );
}
