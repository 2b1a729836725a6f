// Types that the parts of a chart share.
import type { Scale } from './scale';

export interface AxisSpec {
  label: string;
  domain: readonly [number, number];
  /** `doublings` is logarithmic with ticks at powers of two; `rows` is a plain count from the top down, without ticks. */
  kind: 'log' | 'doublings' | 'linear' | 'rows';
  format?: (value: number) => string;
  /** Values worth a tick, where round numbers are not. */
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

/** A value of a data table; `half` is half of its confidence interval. */
export type Datum = string | number | { value: number; half: number };

export interface DataTable {
  columns: string[];
  rows: Datum[][];
}
