// Interpolates between two states of a chart: shapes that exist in both states move.
import { interpolateObject } from 'd3-interpolate';
import type { Shape } from './mark';

/** Returns the commands of a path without their numbers. */
const commands = (d = ''): string => d.replaceAll(/[-+.\de]/g, '');

/** Returns whether one shape can be interpolated to the other: same class, kind, text, and path commands. */
const alike = (one: Shape, other: Shape): boolean =>
  one.class === other.class &&
  !one.circle === !other.circle &&
  !one.rect === !other.rect &&
  !one.at === !other.at &&
  one.text === other.text &&
  one.group?.length === other.group?.length &&
  commands(one.d) === commands(other.d);

/**
 * Returns a function that maps a fraction from 0 to 1 to the interpolated shapes; new shapes are in their final state
 * from the start.
 */
export function between(from: readonly Shape[], to: readonly Shape[]): (share: number) => Shape[] {
  const [left, right] = [byClass(from), byClass(to)];
  const ways = [...right].map(([key, shape]) => {
    const start = left.get(key);
    return start && alike(start, shape) ? interpolateObject(start, shape) : () => shape;
  });
  // d3 writes every step into the same object, so each step is copied.
  return (share) => ways.map((way) => copyOf(way(share)));
}

const copyOf = (shape: Shape): Shape => ({
  ...shape,
  ...(shape.group && { group: shape.group.map(copyOf) }),
});

/**
 * Returns shapes by a key of their class, their published value, and their number among the shapes with the same class
 * and value.
 */
function byClass(shapes: readonly Shape[]): Map<string, Shape> {
  const counts = new Map<string, number>();
  return new Map(
    shapes.map((shape) => {
      const name = `${shape.class ?? shape.testid ?? ''} ${shape.cell ?? ''}`;
      const number = counts.get(name) ?? 0;
      counts.set(name, number + 1);
      return [`${name} ${number}`, shape];
    }),
  );
}
