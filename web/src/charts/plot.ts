// Types shared by the parts of a chart.
import type { Scale } from './scale';

export interface AxisSpec {
  label: string;
  domain: readonly [number, number];
  /** `doublings` is logarithmic with ticks at powers of two; `rows` is linear from the top down, without ticks. */
  kind: 'log' | 'doublings' | 'linear' | 'rows';
  format?: (value: number) => string;
  /** The values at which to draw ticks, instead of round numbers. */
  ticks?: readonly number[];
}

/** Scales and extent of the drawing area, in pixels. */
export interface Plot {
  x: Scale;
  y: Scale;
  left: number;
  top: number;
  width: number;
  height: number;
}

/** A value of a data table; `half` is the half-width of its confidence interval. */
export type Datum = string | number | { value: number; half: number };

export interface DataTable {
  columns: string[];
  rows: Datum[][];
}
