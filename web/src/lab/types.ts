/** A compiled lab, as `lab.json` holds it and as the engine's `open` takes it. */
export interface Lab {
  id: string;
  title: string;
  model: string;
  tables: Table[];
  parameters: Record<string, Parameter>;
}

/** One published table: its scenario, its columns, and the role of every cell. */
export interface Table {
  id: string;
  title: string;
  source: string;
  note?: string;
  /** What every cell of the table has in common. */
  scenario: Record<string, Setting>;
  row: Row;
  /** The role of cells that `roles` does not name. */
  role: Role;
  fields: Field[];
  roles?: RoleOverride[];
  /** The first column of the CSV file. */
  rows: number[];
  /** Published values by row, then by field; null where the source has none. */
  cells: (number | null)[][];
}

/** What a row stands for; `key` is the setting that its number becomes. */
export interface Row {
  name: string;
  title: string;
  unit: string;
  key: string;
}

/** One column: the scenario it adds, and which output of the model it prints. */
export interface Field {
  name: string;
  title: string;
  group: string;
  unit: string;
  output: string;
  /** The column this one is a ratio to. */
  relative_to?: string;
  scenario: Record<string, Setting>;
}

/** Cells with a role of their own; no list, or an empty one, means all of that direction. A later override wins. */
export interface RoleOverride {
  rows?: number[];
  fields?: string[];
  role: Role;
}

/** A number the model uses, and where it comes from. */
export interface Parameter {
  title: string;
  value: number;
  unit: string;
  provenance: Provenance;
  source: string;
  /** Where a fit begins. */
  start?: number;
  /** The tables whose cells of role `fit` a fitted value was chosen on. */
  fitted_on?: string[];
}

export type Setting = string | number | boolean;
export type Scenario = Record<string, Setting>;

/** In the order the engine numbers them. */
export const roles = ['baseline', 'fit', 'held_out', 'predicted', 'missing', 'damaged'] as const;
export type Role = (typeof roles)[number];

export const provenances = ['published', 'documented', 'derived', 'assumed', 'fitted'] as const;
export type Provenance = (typeof provenances)[number];
