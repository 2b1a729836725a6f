// The interface of all chart marks. A mark is a file in `marks/` and a line in `registry.ts`.
import type { ChartData } from './data';
import type { Layout, Look } from './layout';
import type { Plot } from './plot';

/** One element of a drawing. Styles that few pages need are attributes, because all pages share one style sheet. */
export interface Shape {
  class?: string;
  /** Shapes that belong together. */
  group?: Shape[];
  /** The commands of a path, as in the attribute `d`. */
  d?: string;
  /** Text, vertically centered. */
  text?: string;
  /** The position of text, or of a path drawn around the origin. */
  at?: readonly [x: number, y: number];
  /** A circle: center and radius. */
  circle?: readonly [x: number, y: number, r: number];
  /** A rectangle: its corner, width, and height. */
  rect?: readonly [x: number, y: number, width: number, height: number];
  fill?: string;
  opacity?: number;
  stroke?: string;
  strokeWidth?: number;
  dash?: string;
  testid?: string;
  /** The published value that the shape represents: see `Point.cell`. */
  cell?: string | undefined;
}

/** One value with its descriptions. */
export interface ChannelValue {
  x: number;
  y: number;
  /** The series next to which the value is drawn. */
  series: number;
  /** The index of the x for which the value was computed. */
  place?: number;
  /** The half-width of the value's confidence interval. */
  half?: number | undefined;
  /** The upper end of the interval in which a published value is expected. */
  high?: number | undefined;
  /** The printed digits of the value. */
  text?: string | undefined;
  /** The value's id if it is published: see `Point.cell`. */
  cell?: string | undefined;
  /** A remark about this value, to append to its description. */
  note?: string;
}

/** Values that belong together: the cursor moves along them, and the data table lists them as rows. */
export interface Channel {
  /** The kind of values, such as "model" or "published". */
  kind: string;
  /** The series of the values. */
  series?: number;
  /** The name of the values, if they belong to no series. */
  name?: string;
  values: ChannelValue[];
}

/** An entry of the legend: a drawing and its meaning. */
export interface LegendEntry {
  width: number;
  height: number;
  shapes: Shape[];
  text: string;
}

/** A kind of mark, with everything that a chart needs to draw it. */
export interface Mark {
  /** Whether the mark is drawn below the model's values. */
  below?: boolean;
  /** The values that the mark represents, for the axis, the cursor, and the data table. */
  channels?: (data: ChartData) => Channel[];
  /** The mark's legend entries for all compared configurations. */
  legend?: (sides: readonly ChartData[], look: Look) => LegendEntry[];
  draw: (plot: Plot, data: ChartData, layout: Layout) => Shape[];
}
