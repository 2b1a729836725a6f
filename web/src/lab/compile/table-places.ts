// The positions of a table's cells, roles, and scenario, for errors that only a check of the whole lab finds.
import { roleRule } from '../cells.ts';
import type { Table } from '../types.ts';
import type { SourceFile } from './files.ts';
import { get } from './located.ts';
import { top, type SourcePosition } from './problems.ts';
import { readToml } from './toml.ts';

/** The two files of a table, and the positions in them. */
export class TablePlaces {
  readonly toml: SourceFile;
  readonly csv: SourceFile;

  constructor(toml: SourceFile, csv: SourceFile) {
    this.toml = toml;
    this.csv = csv;
  }

  /** Returns the position of a cell's role: in a rule, or for the whole table. */
  role(table: Table, row: number, column: number): SourcePosition {
    const item = readToml(this.toml);
    const said = roleRule(table, row, column);
    const at = table.roles?.findIndex((one) => one === said) ?? -1;
    const rule = item && get(item, 'roles')?.list?.[at];
    const role = rule ? get(rule, 'role') : item && get(item, 'role');
    return role?.place ?? rule?.place ?? top;
  }

  /** Returns the position of a column's description. */
  field(column: number): SourcePosition {
    const item = readToml(this.toml);
    return (item && get(item, 'fields')?.list?.[column]?.place) ?? top;
  }

  /** The position of the settings for all cells. */
  get scenario(): SourcePosition {
    const item = readToml(this.toml);
    return (item && get(item, 'scenario')?.place) ?? top;
  }
}
