// What a chart is about, in its own terms: it knows no lab and no engine.

/** Where the bars of a chart without x are: all at one place along x. */
export const nowhere = 0;

/** A published value. */
export interface Point {
  x: number;
  y: number;
  heldOut: boolean;
  /** What it is called elsewhere on the page: a cell of a table. */
  cell?: string;
  /** The model's value at the same place, once it is known. */
  model?: number;
  /** The value as it is printed, where it is. */
  text?: string;
}

/** What a source prints instead of a number: on which side of one the value is, or between which two. */
export interface PublishedBound {
  min?: number;
  max?: number;
  series: number;
  x: number;
}

/** A value that a reader has measured. */
export interface OwnPoint {
  x: number;
  y: number;
  /** Which of the series it belongs to, if not to that of the whole set; below them come rows of its own. */
  against?: number;
  /** What it is called, if not as the whole set is. */
  name?: string;
}

/** Values that a reader has measured. */
export interface OwnPoints {
  /** Identifies the set; never used twice. */
  number: number;
  name: string;
  points: OwnPoint[];
  /** The series that they are compared with. */
  against: number;
  /** Names of rows below those of the series, for what belongs to none of them. */
  rows?: string[];
}

/** What readers add to a chart themselves. */
export interface ReaderData {
  predicted: { xs: number[]; ys: number[] } | undefined;
  own: readonly OwnPoints[];
}

/** The ends of intervals at each place; NaN where a value has none. */
export type Ends = readonly [low: ArrayLike<number>, high: ArrayLike<number>];

/** How far the model's values can be relied on. It comes after the values. */
export interface Doubt {
  /** By series, the intervals in which published values are expected; none if no value has one. */
  intervals: readonly Ends[];
  /** By series, the part of x between its published values, NaN without any; none if no series has any. */
  spans: readonly (readonly [from: number, to: number])[];
  /** What a reader must know of one value; goes behind its words. */
  note: (series: number, place: number) => string;
  /** Sentences for all values. */
  words: string;
}

/** How a chart shows its values: as they are, as ratios to the first series, or as errors of the model. */
export type View = 'value' | 'ratio' | 'error';

/** A table is drawn as pairs of values. */
export type DataView = View | 'pairs';

/** All that a chart shows of one configuration. */
export interface ChartData extends ReaderData {
  /** How the values are shown, if not as they are. */
  view?: DataView;
  series: readonly { title: string }[];
  /** Places along x where the model is computed, in this order. */
  xs: readonly number[];
  /** The model's values by series, then by place; NaN where they are still to come. */
  sweep: {
    columns: Float64Array[];
    /** Half-widths of their confidence intervals; no columns if they have none. */
    halves: Float64Array[];
    /** How many places are computed. */
    done: number;
  };
  /** Published values by series. */
  points: Point[][];
  limits: readonly PublishedBound[];
  doubt?: Doubt | undefined;
}
