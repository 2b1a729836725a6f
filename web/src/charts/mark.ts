// What every mark of a chart offers. A mark is a file in `marks/` and a line in `registry.ts`.
import type { ChartData } from './data';
import type { Layout, Look } from './layout';
import type { Plot } from './plot';

/** One element of a drawing. Looks that few pages need are attributes: the style sheet is one for all pages. */
export interface Shape {
  class?: string;
  /** Several that belong together. */
  group?: Shape[];
  /** The outline of a path. */
  d?: string;
  /** Words, in the middle of their height. */
  text?: string;
  /** The place of words, or of a path whose outline is around 0, 0. */
  at?: readonly [x: number, y: number];
  /** A circle: its middle and radius. */
  circle?: readonly [x: number, y: number, r: number];
  /** A rectangle: its corner, width and height. */
  rect?: readonly [x: number, y: number, width: number, height: number];
  fill?: string;
  opacity?: number;
  stroke?: string;
  strokeWidth?: number;
  dash?: string;
  testid?: string;
  /** The published value that it shows: see `Point.cell`. */
  cell?: string | undefined;
}

/** One value, with what is said of it. */
export interface ChannelValue {
  x: number;
  y: number;
  /** The series next to which it is drawn. */
  series: number;
  /** Where it was computed: the index of its place along x. */
  place?: number;
  /** The half-width of its confidence interval. */
  half?: number | undefined;
  /** The upper end of the interval in which a published value is expected. */
  high?: number | undefined;
  /** Its digits as they are printed. */
  text?: string | undefined;
  /** The published value that it is: see `Point.cell`. */
  cell?: string | undefined;
  /** What a reader must know of this value; goes behind its words. */
  note?: string;
}

/** Values that belong together: a track of the cursor, and rows of the data table. */
export interface Channel {
  /** What the values are: "model", "published". */
  kind: string;
  /** The series whose values they are. */
  series?: number;
  /** What they are called if they are of no series. */
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

/** A kind of mark: everything that a chart does with it. */
export interface Mark {
  /** Whether it is drawn below the model's values. */
  below?: boolean;
  /** The values that it stands for. The axis, the cursor and the data table take them from here. */
  channels?: (data: ChartData) => Channel[];
  /** Its lines in the legend, for all configurations that are compared. */
  legend?: (sides: readonly ChartData[], look: Look) => LegendEntry[];
  draw: (plot: Plot, data: ChartData, layout: Layout) => Shape[];
}
