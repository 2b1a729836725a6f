// What a chart's parts agree on.
import type { Scale } from './scale';

export interface AxisSpec {
  label: string;
  domain: readonly [number, number];
  /** `rows` is a plain count from the top down, without ticks of its own. */
  kind: 'log' | 'linear' | 'rows';
  format?: (value: number) => string;
}

/** What a mark needs to draw itself. */
export interface Plot {
  x: Scale;
  y: Scale;
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface DataTable {
  columns: string[];
  rows: (string | number)[][];
}
