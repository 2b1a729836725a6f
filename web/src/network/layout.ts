// Positions in the drawing, in pixels. In a narrow window, the flow runs from the top down.
import { OUTSIDE, type Net, type Position } from './net';

type Point = readonly [number, number];

export interface Layout {
  width: number;
  height: number;
  boxWidth: number;
  boxHeight: number;
  isNarrow: boolean;
  /** Returns the upper left corner of a node. */
  corner: (id: string) => Point;
  center: (id: string) => Point;
}

const MARGIN = 26;
const NARROW = 560;

const clamp = (value: number): number => Math.min(1, Math.max(0, value));

/** Returns a position inside the drawing. */
export const clampPosition = ([along, across]: Position): Position => [clamp(along), clamp(across)];

const positionOf = (net: Net, id: string): Position =>
  id === OUTSIDE ? net.outside : (net.stations.find((station) => station.id === id)?.at ?? [0.5, 0.5]);

/** Returns the layout of a network in a drawing of this width. */
export function layout(width: number, net: Net): Layout {
  const isNarrow = width < NARROW;
  const [boxWidth, boxHeight] = isNarrow ? [112, 84] : [156, 84];
  const columns = new Set(net.stations.map(({ at }) => Math.round(8 * at[0]))).size;
  const height = isNarrow ? Math.max(430, 140 * (columns + 1)) : 430;
  const [roomX, roomY] = [width - boxWidth - 2 * MARGIN, height - boxHeight - 2 * MARGIN];
  const corner = (id: string): Point => {
    const [along, across] = positionOf(net, id);
    const [x, y] = isNarrow ? [across, along] : [along, across];
    return [Math.round(MARGIN + x * roomX), Math.round(MARGIN + y * roomY)];
  };
  const center = (id: string): Point => {
    const [x, y] = corner(id);
    return [x + boxWidth / 2, y + boxHeight / 2];
  };
  return { width, height, boxWidth, boxHeight, isNarrow, corner, center };
}

/** Returns the position of a node that is dragged from one point to another. */
export function positionAt(
  { width, height, boxWidth, boxHeight, isNarrow, corner }: Layout,
  id: string,
  to: Point,
  from: Point,
): Position {
  const [x, y] = corner(id);
  const px = (x + to[0] - from[0] - MARGIN) / (width - boxWidth - 2 * MARGIN);
  const py = (y + to[1] - from[1] - MARGIN) / (height - boxHeight - 2 * MARGIN);
  return clampPosition(isNarrow ? [py, px] : [px, py]);
}

export interface ArrowShape {
  d: string;
  head: string;
  label: Point;
}

const tenth = (value: number): number => Math.round(10 * value) / 10;
const HEAD = 9;

function headAt([x, y]: Point, [dx, dy]: Point): string {
  const length = Math.hypot(dx, dy) || 1;
  const [ux, uy] = [dx / length, dy / length];
  const corner = (side: number): string =>
    `${tenth(x - HEAD * ux + side * 4.5 * -uy)} ${tenth(y - HEAD * uy + side * 4.5 * ux)}`;
  return `M${tenth(x)} ${tenth(y)}L${corner(1)}L${corner(-1)}Z`;
}

/** Returns an arrow between two nodes: a loop, or a curve that keeps the arrows of the two directions apart. */
export function arrowShape(plan: Layout, from: string, to: string, rank: number): ArrowShape {
  const { boxWidth, boxHeight, center } = plan;
  const a = center(from);
  if (from === to) {
    const top = a[1] - boxHeight / 2;
    const room = 14 + 5 * rank;
    const end: Point = [a[0] + 26, top];
    return {
      d: `M${a[0] - 26} ${top}C${a[0] - 34} ${top - 1.6 * room} ${a[0] + 34} ${top - 1.6 * room} ${end[0]} ${end[1] - HEAD + 2}`,
      head: headAt(end, [-2, 8]),
      label: [a[0], top - room],
    };
  }
  const b = center(to);
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const length = Math.hypot(dx, dy) || 1;
  const bend = 0.09 * length + 12 + 12 * rank;
  const control: Point = [(a[0] + b[0]) / 2 + (bend * dy) / length, (a[1] + b[1]) / 2 - (bend * dx) / length];
  /** Returns the point at which a line to the control point leaves a box. */
  const border = (middle: Point, gap: number): Point => {
    const [vx, vy] = [control[0] - middle[0], control[1] - middle[1]];
    const scale = Math.min(
      (boxWidth / 2 + gap) / Math.max(1e-9, Math.abs(vx)),
      (boxHeight / 2 + gap) / Math.max(1e-9, Math.abs(vy)),
      1,
    );
    return [middle[0] + scale * vx, middle[1] + scale * vy];
  };
  const [start, tip] = [border(a, 0), border(b, 2)];
  const direction: Point = [tip[0] - control[0], tip[1] - control[1]];
  const size = Math.hypot(...direction) || 1;
  const end: Point = [tip[0] - ((HEAD - 2) * direction[0]) / size, tip[1] - ((HEAD - 2) * direction[1]) / size];
  return {
    d: `M${tenth(start[0])} ${tenth(start[1])}Q${tenth(control[0])} ${tenth(control[1])} ${tenth(end[0])} ${tenth(end[1])}`,
    head: headAt(tip, direction),
    label: [
      tenth(0.25 * start[0] + 0.5 * control[0] + 0.25 * end[0]),
      tenth(0.25 * start[1] + 0.5 * control[1] + 0.25 * end[1]),
    ],
  };
}
