/**
 * Returns the number of significant figures that the tolerance of a question demands, from 1 to 15; undefined for a
 * tolerance that is an expression.
 */
export function significantFigures(tolerance: string): number | undefined {
  const figures = Number(/^\s*(\d+)\s+significant\s+figures?\s*$/.exec(tolerance)?.[1]);
  return figures >= 1 && figures <= 15 ? figures : undefined;
}
