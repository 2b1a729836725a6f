// Shapes between two states of a chart: what is in both is on its way.
import { interpolateObject } from 'd3-interpolate';
import type { Shape } from './mark';

/** The commands of an outline without its numbers. */
const commands = (d = ''): string => d.replaceAll(/[-+.\de]/g, '');

/** Whether one shape can become the other: they are of one kind, with the same words and commands of the outline. */
const alike = (one: Shape, other: Shape): boolean =>
  one.class === other.class &&
  !one.circle === !other.circle &&
  !one.rect === !other.rect &&
  !one.at === !other.at &&
  one.text === other.text &&
  one.group?.length === other.group?.length &&
  commands(one.d) === commands(other.d);

/** The shapes at a share of the way from some shapes to others; shapes without a counterpart are those of the end. */
export function between(from: readonly Shape[], to: readonly Shape[]): (share: number) => Shape[] {
  const [left, right] = [byClass(from), byClass(to)];
  const ways = [...right].map(([key, shape]) => {
    const start = left.get(key);
    return start && alike(start, shape) ? interpolateObject(start, shape) : () => shape;
  });
  // d3 writes each step into the same object.
  return (share) => ways.map((way) => copyOf(way(share)));
}

const copyOf = (shape: Shape): Shape => ({
  ...shape,
  ...(shape.group && { group: shape.group.map(copyOf) }),
});

/** The shapes by their class and, within it, by their published value or else their number. */
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
