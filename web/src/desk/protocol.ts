// Requests of the desk to its worker, and the responses. Names with underscores come from the engine's JSON.
import type { FitRecord, Key, Lab, Role, Summary } from '../lab/types';

/** Changes to a lab before its fit, and the additional studies: the options of `pathlength calibrate`. */
export interface FitRequest {
  fix?: string[];
  free?: string[];
  hide?: string[];
  value?: string[];
  role?: string[];
  cross_validate?: string;
  /** In percent. */
  leverage?: number;
  bootstrap: number;
  seed: number;
}

/** A cell with the model's value. */
export interface FittedCell {
  row: Key;
  column: string;
  unit: string;
  published: number | null;
  model: number | null;
  error: number | null;
  /** The value of the table's baseline, if it has one for this cell. */
  baseline?: number;
  interval?: [number, number];
  met?: boolean;
  role: Role;
}

/** All tables, computed with the parameters before or after the fit. */
export interface Side {
  tables: { id: string; title: string; cells: FittedCell[]; summary: Summary }[];
  summary: Summary;
}

/** A cell that was predicted by a fit without it. */
export interface LeftOutCell {
  table: string;
  row: Key;
  column: string;
  metric: string;
  published: number;
  error: number | null;
  interval?: [number, number];
}

/** The errors in all tables: those of held-out cells are in the summary, and those of fitted cells are next to it. */
export interface LeverageErrors extends Summary {
  fit_cells: number;
  fit_median_error: number | null;
  fit_max_error: number | null;
  /** The independent cell with the largest error. */
  worst: { table: string; row: Key; column: string; error: number } | null;
}

/** The errors with another value of one chosen parameter. */
export interface Leverage {
  parameter: string;
  value: number;
  moved: LeverageErrors | null;
  refitted: LeverageErrors | null;
}

/** The output of `pathlength calibrate --format json`. */
export interface Report extends FitRecord {
  cross_validation?: LeftOutCell[];
  /** The errors without a change of a chosen parameter. */
  unchanged?: LeverageErrors;
  leverage?: Leverage[];
}

/** The result of a fit. */
export interface FitResult {
  /** The command's JSON, byte for byte. */
  text: string;
  report: Report;
  before: Side;
  after: Side;
}

/** The worker of the desk. */
export interface DeskWorker {
  /** Opens a lab of the site by its id, or another lab. */
  open(lab: string | Lab): void;
  study(request: FitRequest): FitResult;
}
