// Chart data in a neutral format: charts do not depend on labs or the engine.

/** The x value of all bars in a chart without an x quantity. */
export const nowhere = 0;

/** A published value. */
export interface Point {
  x: number;
  y: number;
  heldOut: boolean;
  /** The id under which the value also appears elsewhere on the page, for example as a table cell. */
  cell?: string;
  /** The model's value for the same x, once it is known. */
  model?: number;
  /** The value as printed, if it was printed. */
  text?: string;
}

/** A published bound: a value's minimum, maximum, or both. */
export interface PublishedBound {
  min?: number;
  max?: number;
  series: number;
  x: number;
}

/** A value measured by a reader. */
export interface OwnPoint {
  x: number;
  y: number;
  /**
   * The number of the value's series or additional row, if different from that of the set; the rows are numbered
   * after the series.
   */
  against?: number;
  /** The name of the value, if different from that of the set. */
  name?: string;
}

/** Values measured by a reader. */
export interface OwnPoints {
  /** Identifies the set; numbers are never reused. */
  number: number;
  name: string;
  points: OwnPoint[];
  /** The series with which the values are compared. */
  against: number;
  /** Names of additional rows below the series, for values that belong to no series. */
  rows?: string[];
}

/** Values that readers add to a chart. */
export interface ReaderData {
  predicted: { xs: number[]; ys: number[] } | undefined;
  own: readonly OwnPoints[];
}

/** The ends of intervals, by x; NaN for a value without an interval. */
export type Ends = readonly [low: ArrayLike<number>, high: ArrayLike<number>];

/** The uncertainty of the model's values, which arrives after the values. */
export interface Doubt {
  /** By series, the intervals in which published values are expected; empty if no value has one. */
  intervals: readonly Ends[];
  /**
   * By series, the range of x with published values; NaN for a series that has none. Empty if no series has published
   * values.
   */
  spans: readonly (readonly [from: number, to: number])[];
  /** Returns a remark about one value, to append to its description. */
  note: (series: number, place: number) => string;
  /** Sentences about the uncertainty of all values. */
  words: string;
}

/** The view of a chart: plain values, ratios to the first series, or errors of the model. */
export type View = 'value' | 'ratio' | 'error';

/** A view of a chart, or a table drawn as pairs of values. */
export type DataView = View | 'pairs';

/** The data of a chart for one configuration. */
export interface ChartData extends ReaderData {
  /** The view; missing if the chart shows plain values. */
  view?: DataView;
  series: readonly { title: string }[];
  /** The values of x for which the model is computed, in the order of computation. */
  xs: readonly number[];
  /** The model's values by series, then by x; NaN while they are pending. */
  sweep: {
    columns: Float64Array[];
    /** Half-widths of the values' confidence intervals; empty if the model does not simulate. */
    halves: Float64Array[];
    /** The number of computed x values. */
    done: number;
  };
  /** Published values by series. */
  points: Point[][];
  limits: readonly PublishedBound[];
  doubt?: Doubt | undefined;
}
