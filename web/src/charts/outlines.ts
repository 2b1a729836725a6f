// The outlines of marks, each centered on the origin.
import {
  symbol,
  symbolDiamond2,
  symbolPlus,
  symbolSquare2,
  symbolTimes,
  symbolTriangle2,
  type SymbolType,
} from 'd3-shape';

const outline = (type: SymbolType, area: number): string => symbol(type, area).digits(2)() ?? '';

/**
 * Returns a diamond that extends `reach` pixels from its center; d3's diamond extends 0.62625 times the square root of
 * its size.
 */
export const diamond = (reach: number): string => outline(symbolDiamond2, (reach / 0.62625) ** 2);

/** Outlines for readers' measurements, never used for published values, with sizes that make all about equally wide. */
const own: readonly (readonly [SymbolType, number])[] = [
  [symbolTimes, 70],
  [symbolPlus, 50],
  [symbolTriangle2, 110],
  [symbolSquare2, 130],
];

/** Returns the outline for the reader's set of points with this number. */
export function ownOutline(number: number): string {
  const [type, area] = own[number % own.length] as (typeof own)[number];
  return outline(type, area);
}
